"""Tables: one task with one mailbox is the only writer of each; and the room that holds them all."""
