"""What can be done at a table. Each verb is one transaction; what it changed is pushed once that is committed."""

from tabletop.games.services.acts import Done, submit_action
from tabletop.games.services.brought_in import bring_in
from tabletop.games.services.chat import chat
from tabletop.games.services.disputes import dispute, settle_dispute
from tabletop.games.services.going_on import play_on
from tabletop.games.services.reactions import react
from tabletop.games.services.rematches import rematch
from tabletop.games.services.seats import (
    answer_seat,
    clean_name,
    decline_always,
    hand_over,
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
    "add_entropy",
    "agree",
    "answer_seat",
    "bring_army",
    "bring_in",
    "chat",
    "clean_name",
    "decline_always",
    "dispute",
    "hand_over",
    "join",
    "leave",
    "open_table",
    "pass_host",
    "pause",
    "play_on",
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
    "set_up",
    "settle",
    "settle_dispute",
    "start_battle",
    "submit_action",
    "undo",
    "welcome_back",
]
