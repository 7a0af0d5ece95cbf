"""Small battles for tests, in the language of the table."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.answers import Answer
from rules.core.citations import aside
from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.core.prompt import Option, Prompt
from rules.dice.sources import Dice, ScriptedDice
from rules.engine import decide, fold
from rules.events import AgendaChanged, Answered, Prompted
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.progress import Action, Progress, TaskStruct
from rules.rulebook import default_options
from rules.state import Event, GameState, Side, Turn
from rules.table.scenario import Objective, OptionValue, Scenario
from rules.table.terrain import Terrain
from tests.version_1 import as_told_in

A, B = SideId("a"), SideId("b")


def a_profile(name: str = "trooper", **values: object) -> Profile:
    """A human trooper: M4 WS3 BS3 S3 T3 W1 I3 A1 Ld7, no save; any value may be given."""
    return Profile(**{"id": ProfileId(name), "name": name.title(), **values})  # type: ignore[arg-type]


def a_weapon(name: str = "rifle", **values: object) -> Weapon:
    """A rapid-fire rifle: 24 inches, 1 shot, S3, no AP; any value may be given."""
    given = {"id": WeaponId(name), "name": name.title(), "type": "rapid-fire", "range_in": 24, "strength": 3}
    return Weapon(**{**given, **values})  # type: ignore[arg-type]


def a_unit(
    unit: str,
    at: Sequence[tuple[float, float]],
    *,
    profile: Profile | None = None,
    facing: float = 90,
    weapons: Sequence[Weapon] = (),
    name: str = "",
    **values: object,
) -> tuple[Unit, tuple[Profile, ...], tuple[Weapon, ...]]:
    """A unit of like models standing at those places (inches); the first letter of `unit` is its side."""
    profile = profile or a_profile()
    models = tuple(
        Model(
            id=ModelId(f"{unit}.{n}"),
            profile=profile.id,
            weapons=tuple(w.id for w in weapons),
            at=place,
            facing=facing,
            wounds=profile.w,
        )
        for n, place in enumerate(at, 1)
    )
    vehicle = VehicleState(hull=profile.hull.hull_points) if profile.hull else None
    made = Unit(
        **{  # type: ignore[arg-type]
            "id": UnitId(unit),
            "side": SideId(unit[0]),
            "name": name or unit.upper(),
            "models": models,
            "deployed": True,
            "n_start": len(models),
            "vehicle": vehicle,
            **values,
        }
    )
    return made, (profile,), tuple(weapons)


def a_row(count: int, x: float, y: float, gap: float = 1.5) -> list[tuple[float, float]]:
    """Places one below the other, from (x, y) southwards."""
    return [(x, y + n * gap) for n in range(count)]


def a_battle(
    *units: tuple[Unit, tuple[Profile, ...], tuple[Weapon, ...]],
    active: str | None = None,
    ap: int = 0,
    options: Mapping[str, OptionValue] | None = None,
    terrain: Sequence[Terrain] = (),
    objectives: Sequence[Objective] = (),
    turn: int = 1,
    **values: object,
) -> GameState:
    """Side A's activation phase on an open 72 by 48 inch table; `active` has `ap` action points."""
    scenario = Scenario(name="Test field", terrain=tuple(terrain), objectives=tuple(objectives))
    side = active[0] if active else "a"
    state = GameState(
        options={**default_options(), **(options or {})},
        scenario=scenario,
        terrain=tuple(terrain),
        profiles={p.id: p for _, profiles, _ in units for p in profiles},
        weapons={w.id: w for _, _, weapons in units for w in weapons},
        sides=(Side(id=A, name="Ash", edge="west"), Side(id=B, name="Birch", edge="east")),
        units={u.id: u for u, _, _ in units},
        turn=Turn(
            number=turn,
            order=(A, B),
            place=0 if side == "a" else 1,
            phase="activation",
            active=UnitId(active) if active else None,
            ap=ap,
        ),
    )
    return replace(state, **values) if values else state


def play(
    state: GameState,
    action: Action,
    dice: Mapping[str, Sequence[int]] | None = None,
    *,
    by_itself: Sequence[str] = ("close-up", "several-weapons", "strike-at", "forced-out", "grenades"),
) -> tuple[list[Event], GameState]:
    """Decide an action with exactly these dice, by label; the events and the state after them.

    Prompts of the kinds `by_itself` are declined as they come, so that fighters close up, people forced out stand as it
    is proposed, and grenades are used.
    """
    script = ScriptedDice(dice or {})
    events = decide(state, action, script)
    after = fold(events, state)
    while after.prompt is not None and after.prompt.kind in by_itself:
        answer = Answer(side=after.prompt.side, choice=after.prompt.decline)
        events += decide(after, answer, script)
        after = fold(events, state)
    script.finish()
    assert fold([as_told_in("1", event) for event in events], state) == after, "an old log would lead elsewhere"
    return events, after


class Happened(NamedTuple):
    """What came of something that happened: its events, and the state after them."""

    events: list[Event]
    state: GameState


class _Happening(TaskStruct, frozen=True, kw_only=True):
    """Waits on the agenda for the answer "go on", and then lets it happen. It is never written down."""

    act: Callable[[Progress], object]

    def answer(self, progress: Progress, choice: str) -> None:
        """Let it happen."""
        self.act(progress)


def happens(state: GameState, dice: Dice, act: Callable[[Progress], object]) -> Happened:
    """Let something happen in the middle of a command, as `decide` would come to it when a prompt is answered.

    What it queues is done; its events come out where those of every command do. No player gets there this way, so that
    the rules that they cite count as proven but not as reached.
    """
    side = state.sides[0].id
    prompt = Prompt(side=side, kind="go-on", question="Go on?", options=(Option(id="go-on", label="Go on"),))
    waiting = replace(state, prompt=prompt, agenda=(_Happening(act=act), *state.agenda), outcome=None)
    with aside():
        events = decide(waiting, Answer(side=side, choice="go-on"), dice)
    events, after = _as_proposed(events, fold(events, waiting), dice)
    return Happened([e for e in events if not isinstance(e, AgendaChanged)][1:], after)


def _as_proposed(events: list[Event], state: GameState, dice: Dice) -> Happened:
    """People who are forced out of a vehicle get out where the table proposes; of the question nothing is told."""
    while state.prompt is not None and state.prompt.kind == "forced-out":
        more = decide(state, Answer(side=state.prompt.side, choice="move"), dice)
        state = fold(more, state)
        asked = [e for e in events if isinstance(e, Prompted) and e.prompt.kind == "forced-out"]
        events = [e for e in events if e not in asked] + [e for e in more if not isinstance(e, Answered)]
    return Happened(events, state)


def the(events: Sequence[Event], kind: type[Event]) -> Event:
    """The only event of that kind."""
    found = [e for e in events if isinstance(e, kind)]
    assert len(found) == 1, f"{len(found)} events of {kind.__name__}"
    return found[0]
