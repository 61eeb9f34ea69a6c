"""Small histories written by hand for these tests."""

# No-limit single draw heads-up: ann is the button. Bob draws one to number two and wins with it.
ARENA_LINES = (
    '{"hand":7,"deck":3,"seats":["ann","bob"]}',
    '{"hand":7,"ev":{"event":"hand-start","hand_no":7,"button":0,"stacks":[400,400]}}',
    '{"hand":7,"ev":{"event":"post","seat":0,"kind":"small-blind","amount":5,"all_in":false}}',
    '{"hand":7,"ev":{"event":"post","seat":1,"kind":"big-blind","amount":10,"all_in":false}}',
    '{"hand":7,"ev":{"event":"street-start","street":0,"label":"predraw"}}',
    '{"hand":7,"ev":{"event":"deal-hole","seat":1,"cards":["2c","3d","4h","7s","Kc"],"count":5}}',
    '{"hand":7,"ev":{"event":"deal-hole","seat":0,"cards":["2d","3h","5c","8s","9d"],"count":5}}',
    '{"hand":7,"ev":{"event":"acted","seat":0,"action":{"kind":"raise","to":30},"street_commit":30,"all_in":false}}',
    '{"hand":7,"ev":{"event":"acted","seat":1,"action":{"kind":"call"},"street_commit":30,"all_in":false}}',
    '{"hand":7,"ev":{"event":"street-start","street":1,"label":"draw"}}',
    '{"hand":7,"ev":{"event":"draw-result","seat":1,"discarded":["Kc"],"drawn":["6c"],"count":1}}',
    '{"hand":7,"ev":{"event":"draw-result","seat":0,"discarded":[],"drawn":[],"count":0}}',
    '{"hand":7,"ev":{"event":"acted","seat":1,"action":{"kind":"bet","to":40},"street_commit":40,"all_in":false}}',
    '{"hand":7,"ev":{"event":"acted","seat":0,"action":{"kind":"raise","to":120},"street_commit":120,"all_in":false}}',
    '{"hand":7,"ev":{"event":"acted","seat":1,"action":{"kind":"call"},"street_commit":120,"all_in":false}}',
    '{"hand":7,"ev":{"event":"showdown-show","seat":1,"cards":["2c","3d","4h","7s","6c"],"hi":900,"lo":null}}',
    '{"hand":7,"ev":{"event":"showdown-show","seat":0,"cards":["2d","3h","5c","8s","9d"],"hi":700,"lo":null}}',
    '{"hand":7,"ev":{"event":"pot-awarded","pot":0,"side":"whole","winners":[[1,300]]}}',
    '{"hand":7,"ev":{"event":"hand-end","nets":[-150,150]}}',
)
ARENA = "\n".join(ARENA_LINES) + "\n"

# Limit triple draw as another program may write it: cid (p3) is the button, dollars with cents.
PHH = """\
# A comment before the fields.
variant = 'F2L3D'
antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
small_bet = 1
big_bet = 2
starting_stacks = [20, 20.00, 20]
actions = [
  'd dh p1 7c6h4c3d2c',
  'd dh p2 ??????????',
  'd dh p3 Kh9s8s5h4d',
  'p3 f # nothing',
  'p1 cbr 2',
  'p2 cc',
  'p1 sd 6h',
  'p2 sd ????',
  'd dh p1 Td',
  'd dh p2 ????',
  'p1 cbr 1', 'p2 cc',
  'p1 sd Td',
  'p2 sd ??',
  'd dh p1 Js',
  'd dh p2 ??',
  'p1 cc',
  'p2 cc',
  'p1 sd Js',
  'p2 sd',
  'd dh p1 5s',
  'p1 cbr 2',
  'p2 cc',
  'p1 sm 7c4c3d2c5s',
  'p2 sm 8c6d5d3c2d',
]
players = ['ann', 'bob', 'cid']
finishing_stacks = [25.0, 15.00, 20]
currency = 'USD'
"""
