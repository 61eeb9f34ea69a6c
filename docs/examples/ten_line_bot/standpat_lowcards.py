from standpat import Action, Call, Check, Discard, Fold, Situation
from standpat.bots import Bot


def decide(now: Situation) -> Action:
    low = {card >> 2: card for card in now.cards if card >> 2 < 7}  # one card of each rank from 2 to 8
    if now.legal.draw is not None:
        return Discard(tuple([card for card in now.cards if card not in low.values()]))
    if now.legal.check:
        return Check()
    return Call() if len(low) >= 3 else Fold()


BOT = Bot("lowcards", "keeps its low cards, calls with three of them, never bets", decide)
