"""What can be done at a table. Each verb is one transaction; what it changed is pushed once that is committed.

Read in this order: `locking`, `acts`, `afresh`, `undo`, `disputes`, `tables`, `codes`, `seats`, `chat`, `reactions`,
`pointing`, `going_on`, `rematches`, `brought_in`, `house`.
"""

from tabletop.games.services.acts import Done, submit_action
from tabletop.games.services.brought_in import bring_in, forget
from tabletop.games.services.chat import chat
from tabletop.games.services.disputes import dispute, settle_dispute
from tabletop.games.services.going_on import play_on
from tabletop.games.services.house import (
    act_for_house,
    answer_for_house,
    ask_advice,
    concede_for_house,
    give_up,
    nod,
    note_seen,
    seat_house,
    settle_house,
    waits_for_house,
)
from tabletop.games.services.pointing import point
from tabletop.games.services.reactions import react
from tabletop.games.services.rematches import rematch, sits_at_rematch
from tabletop.games.services.seats import (
    answer_seat,
    clean_name,
    decline_always,
    hand_over,
    is_free,
    join,
    leave,
    pass_host,
    remove_person,
    welcome_back,
)
from tabletop.games.services.tables import (
    add_entropy,
    bring_army,
    open_table,
    pause,
    publish,
    publish_seed,
    resume,
    set_up,
    settle,
    start_battle,
)
from tabletop.games.services.undo import agree, propose_ruling, redo, redoable, refuse, undo

__all__ = [
    "Done",
    "act_for_house",
    "add_entropy",
    "agree",
    "answer_for_house",
    "answer_seat",
    "ask_advice",
    "bring_army",
    "bring_in",
    "chat",
    "clean_name",
    "concede_for_house",
    "decline_always",
    "dispute",
    "forget",
    "give_up",
    "hand_over",
    "is_free",
    "join",
    "leave",
    "nod",
    "note_seen",
    "open_table",
    "pass_host",
    "pause",
    "play_on",
    "point",
    "propose_ruling",
    "publish",
    "publish_seed",
    "react",
    "redo",
    "redoable",
    "refuse",
    "rematch",
    "remove_person",
    "resume",
    "seat_house",
    "set_up",
    "settle",
    "settle_dispute",
    "settle_house",
    "sits_at_rematch",
    "start_battle",
    "submit_action",
    "undo",
    "waits_for_house",
    "welcome_back",
]
