"""Tables, who sits at them, and the append-only log of each battle."""

from __future__ import annotations

import msgspec
from django.db import models

from rules.forces import stored
from rules.forces.army import Army as ArmyValue
from rules.table.scenario import Scenario
from tabletop.armies.models import Army
from tabletop.games import ruling_words
from tabletop.scenarios.models import ScenarioRecord

SAMPLE = "sample-"
"""How ids of games begin that come with the program."""

SIDES = [("a", "A"), ("b", "B"), ("c", "C"), ("d", "D")]


class Table(models.Model):
    """Where people meet round one battle. Its dice seed is kept apart, in `Seed`."""

    class Status(models.TextChoices):
        SET_UP = "set-up"
        PLAYING = "playing"
        PAUSED = "paused"
        ENDED = "ended"

    class Role(models.TextChoices):
        OPENING = "opening", "A battle under way, kept for whoever wants to play the house"
        EXHIBITION = "exhibition", "Two of the house's, for everybody to watch"

    class Pace(models.TextChoices):
        WAIT = "wait", "Wait for me"
        EASY = "easy", "Easy"
        QUICK = "quick", "Quick"

    code = models.CharField(max_length=6, unique=True)
    name = models.CharField(max_length=80)
    host = models.CharField(max_length=40, help_text="Key of the person who hosts.")
    host_name = models.CharField(max_length=40)
    scenario = models.ForeignKey(ScenarioRecord, on_delete=models.SET_NULL, null=True, blank=True)
    scenario_content = models.JSONField(default=dict, help_text="The scenario as it was chosen.")
    options = models.JSONField(default=dict, blank=True, help_text="Switches set for this table.")
    status = models.CharField(max_length=8, choices=Status, default=Status.SET_UP)
    public = models.BooleanField(default=False, help_text="Listed in the lobby for everybody to watch.")
    locked = models.BooleanField(default=False, help_text="Nobody new may take a seat.")
    seats_open = models.BooleanField(default=False, help_text="Nobody is asked before a newcomer sits down.")
    host_eye = models.BooleanField(null=True, blank=True, help_text="The host does not play and sees everything.")
    seen_all = models.JSONField(default=list, blank=True, help_text="Keys of people who have seen everything here.")
    spectator_chat = models.BooleanField(default=False)
    pinned = models.BooleanField(default=False, help_text="Large on the club's wall.")
    delay_s = models.PositiveSmallIntegerField(default=0, help_text="Seconds that onlookers are behind the table.")
    answer_s = models.PositiveSmallIntegerField(
        default=0, help_text="Seconds to answer in, by a clock that only shows."
    )
    game_id = models.CharField(max_length=32, unique=True)
    seal = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the seed.")
    entropy = models.JSONField(default=list, blank=True, help_text="What seats added to the dice.")
    words = models.JSONField(default=dict, blank=True, help_text="By side: its words for the dice, empty if it passed.")
    seq = models.PositiveIntegerField(default=0, help_text="Number of the last event.")
    rules_version = models.CharField(max_length=16, blank=True)
    rematch = models.CharField(max_length=6, blank=True, help_text="Code of the table where it is fought once more.")
    brought_in = models.JSONField(
        null=True,
        blank=True,
        help_text="What playing a log from elsewhere again found; nothing for battles fought here.",
    )
    goes_on_from = models.CharField(max_length=6, blank=True, help_text="Code of the battle that it goes on from.")
    role = models.CharField(
        max_length=10, choices=Role, blank=True, help_text="What the house keeps it for, if it does."
    )
    pace = models.CharField(max_length=5, choices=Pace, default=Pace.EASY, help_text="How fast the house acts.")
    nodded = models.PositiveIntegerField(default=0, help_text="The last event that people have seen, where it waits.")
    advice = models.BooleanField(default=False, help_text="Players may ask the house what it would do.")
    lenient = models.BooleanField(default=True, help_text="The house lets people take back even after dice.")
    stood_up = models.CharField(max_length=1, blank=True, help_text="The side that the house had to give up.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated_at"]
        indexes = [
            models.Index(fields=["public", "status", "-updated_at"]),
            models.Index(fields=["host", "-updated_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"

    @property
    def scenario_value(self) -> Scenario:
        """The scenario as the rules know it."""
        return msgspec.convert(self.scenario_content, Scenario)

    @property
    def is_open(self) -> bool:
        """Whether the battle goes on: begun and not over."""
        return self.status in (self.Status.PLAYING, self.Status.PAUSED)


class Seed(models.Model):
    """The secret that a table's dice come from. It is published once the battle is over, never before.

    It is kept as `tabletop.games.seeds` encrypts it: whoever reads the database alone knows no dice.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="secret")
    value = models.BinaryField()
    published_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Seed of {self.table_id}"


class Force(models.Model):
    """The army that one side brings, copied when it was chosen."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="forces")
    side = models.CharField(max_length=1, choices=SIDES)
    army = models.ForeignKey(Army, on_delete=models.SET_NULL, null=True, blank=True)
    content = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "side"], name="one_force_a_side")]
        ordering = ["side"]

    def __str__(self) -> str:
        return f"{self.side.upper()}: {self.content.get('name', '')}"

    @property
    def value(self) -> ArmyValue:
        """The army as the rules know it."""
        return stored.opened(self.content, ArmyValue)


class Seat(models.Model):
    """A person at a table: on a side, or with no side as a spectator with a name. A device may hold several."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        SPECTATOR = "spectator"
        HOUSE = "house"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    person = models.CharField(max_length=40, help_text="Key of an account or of a guest's browser.")
    name = models.CharField(max_length=40)
    side = models.CharField(max_length=1, choices=SIDES, blank=True)
    kind = models.CharField(max_length=9, choices=Kind, default=Kind.PLAYER)
    character = models.CharField(max_length=12, blank=True, help_text="What the house goes by, where it sits here.")
    declines = models.JSONField(default=list, blank=True, help_text="Kinds of prompt that this seat always declines.")
    removed = models.BooleanField(default=False, help_text="Sent away by the host.")
    left_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "side", "person"], condition=models.Q(left_at=None), name="one_seat_a_side_and_person"
            )
        ]
        indexes = [models.Index(fields=["person", "table"])]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}, {self.side.upper() or 'spectator'}"


class EventRecord(models.Model):
    """One event of a log. Rows are only ever added."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    head = models.PositiveIntegerField(help_text="The first event of the same command.")
    type = models.CharField(max_length=40)
    payload = models.TextField()
    command = models.CharField(max_length=40, blank=True, help_text="The client's id, on the command's first event.")
    asked = models.TextField(default="", blank=True, help_text="The action, on the first event that came of it.")
    why = models.CharField(
        max_length=200, default="", blank=True, help_text="Why the house did so, on the first event."
    )
    actor = models.CharField(max_length=40, blank=True, help_text="Key of the person who gave the command.")
    actor_name = models.CharField(max_length=40, blank=True)
    actor_side = models.CharField(max_length=1, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = "event"
        constraints = [
            models.UniqueConstraint(fields=["table", "seq"], name="one_event_a_seq"),
            models.UniqueConstraint(fields=["table", "command"], condition=~models.Q(command=""), name="command_once"),
        ]
        ordering = ["table_id", "seq"]

    def __str__(self) -> str:
        return f"{self.seq} {self.type}"


class HouseTurn(models.Model):
    """Which process thinks for the house at a table, so that several never do at once. It lapses by itself."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="house_turn")
    holder = models.CharField(max_length=20)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.holder} until {self.until}"


class Snapshot(models.Model):
    """The whole state after one event, so that opening a long game does not fold it from the start."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="one_snapshot_a_seq")]
        ordering = ["table_id", "seq"]

    def __str__(self) -> str:
        return f"after {self.seq}"


_WORDS = ("heron", "otter", "lapwing", "badger", "teal", "marten", "curlew", "adder", "plover", "hare", "kestrel")


_CONTRARY = {
    "seen": "not-seen",
    "not-seen": "seen",
    "clear": "not-clear",
    "not-clear": "clear",
    "under": "not-under",
    "not-under": "under",
}
"""The opposite of each ruling on a doubtful shot. (ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)"""


class Proposal(models.Model):
    """Something that needs agreement: to take back, to restore, a ruling, or a dispute about dice thrown by hand.

    It stands as long as the table's last event is the one that it was made after; whatever happens next lets it lapse.
    """

    class Kind(models.TextChoices):
        UNDO = "undo"
        REDO = "redo"
        RULING = "ruling"
        DISPUTE = "throw"
        SEAT = "seat"

    class Status(models.TextChoices):
        OPEN = "open"
        AGREED = "agreed"
        REFUSED = "refused"
        LAPSED = "lapsed"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=6, choices=Kind)
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    seq = models.PositiveIntegerField(help_text="The event that was the last one when it was made.")
    to = models.PositiveIntegerField(default=0, help_text="The last event that stays, or the undo taken back.")
    action = models.TextField(blank=True, help_text="The ruling's action.")
    reason = models.CharField(max_length=200, blank=True)
    person = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    side = models.CharField(max_length=1, choices=SIDES)
    agreed = models.JSONField(default=list, help_text="Sides that have agreed.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["table", "status"])]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.kind}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.status == self.Status.OPEN

    @property
    def word(self) -> str:
        """What the screen of somebody who asks for a seat shows, so that others at the table know who it is."""
        return _WORDS[self.pk % len(_WORDS)]

    @property
    def asks(self) -> str:
        """What is asked, in words that follow "Ann asks"."""
        if self.kind == self.Kind.RULING:
            return f"for a ruling, {ruling_words.of(self.ruling)}"
        if self.kind == self.Kind.SEAT:
            return f"for a seat on side {self.action.upper()}"
        if self.kind == self.Kind.DISPUTE:
            return "for dice that were thrown by hand to be thrown again"
        return "to take something back" if self.kind == self.Kind.UNDO else "to restore what was taken back"

    @property
    def ruling(self) -> dict[str, object]:
        """The ruling that is asked for, as plain values."""
        return msgspec.json.decode(self.action or "{}", type=dict[str, object]) if self.kind == self.Kind.RULING else {}

    @property
    def contrary(self) -> str:
        """The opposite of a ruling on a doubtful shot: "not seen"; empty where a ruling has none."""
        word = str(self.ruling.get("ruling", ""))
        return _CONTRARY.get(word, "").replace("-", " ") if self.ruling.get("type") == "RuleShot" else ""

    def ruled(self, *, contrary: bool, reason: str) -> str:
        """The action that is ruled: as it was asked for or the opposite, for the reason given, if any."""
        fields = dict(self.ruling)
        if contrary:
            fields["ruling"] = _CONTRARY[str(fields["ruling"])]
        if reason and "reason" in fields:
            fields["reason"] = reason
        return msgspec.json.encode(fields).decode()


class Reaction(models.Model):
    """What somebody thinks of one act: one of a kind by each person, beside the log and never part of it."""

    class Kind(models.TextChoices):
        BRAVO = "bravo", "Bravo"
        OUCH = "ouch", "Ouch"
        DICE = "dice", "What dice"
        SEEN = "seen", "Well seen"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="reactions")
    head = models.PositiveIntegerField(help_text="The first event of the act.")
    kind = models.CharField(max_length=5, choices=Kind)
    person = models.CharField(max_length=40)
    ahead_at = models.DateTimeField(
        null=True, help_text="When it was made, if by who plays or hosts: they know more than onlookers are told."
    )
    gone_at = models.DateTimeField(
        null=True, help_text="When it was withdrawn, if onlookers still see it: that is as late to them as all else."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "head", "kind", "person"], name="one_of_a_kind")]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.head}: {self.get_kind_display()}"


class ChatMessage(models.Model):
    """Something said at a table; never part of the log and never undone."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    name = models.CharField(max_length=40)
    side = models.CharField(max_length=1, choices=SIDES, blank=True)
    person = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["table", "id"])]
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"
