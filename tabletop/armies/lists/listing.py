"""An army list as another tool wrote it: the whole tree of what was chosen, whatever game it is for. Pure values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace


class Cost(Struct, frozen=True, kw_only=True):
    """A cost or a limit of one type."""

    name: str
    type: str
    value: Decimal


class Stat(Struct, frozen=True, kw_only=True):
    """One characteristic of a profile, as text."""

    name: str
    type: str = ""
    text: str = ""


class Sheet(Struct, frozen=True, kw_only=True):
    """A profile: the game it comes from decides what its characteristics are. `page` is of the publication."""

    name: str
    type: str = ""
    type_name: str = ""
    stats: tuple[Stat, ...] = ()
    publication: str = ""
    page: str = ""


class Rule(Struct, frozen=True, kw_only=True):
    """A special rule with its text."""

    name: str
    text: str = ""
    publication: str = ""
    page: str = ""


class Category(Struct, frozen=True, kw_only=True):
    """A keyword; the primary one is the role on the battlefield."""

    name: str
    entry: str = ""
    primary: bool = False


class Selection(Struct, frozen=True, kw_only=True):
    """Something chosen, with its parts. `number` is that of the whole unit, `costs` leave out the parts."""

    id: str
    name: str
    entry: str = ""
    group: str = ""
    number: int = 1
    type: str = "upgrade"
    own_name: str = ""
    note: str = ""
    publication: str = ""
    page: str = ""
    costs: tuple[Cost, ...] = ()
    categories: tuple[Category, ...] = ()
    profiles: tuple[Sheet, ...] = ()
    rules: tuple[Rule, ...] = ()
    parts: tuple[Selection, ...] = ()

    @property
    def defined_by(self) -> str:
        """The id of its definition: the last step of the path of links that leads there."""
        return self.entry.rpartition("::")[2]

    def all(self) -> Iterator[Selection]:
        """Itself and everything below."""
        yield self
        for part in self.parts:
            yield from part.all()


class Force(Struct, frozen=True, kw_only=True):
    """A detachment: its own costs, what was chosen for it, and forces within it."""

    id: str
    name: str
    entry: str = ""
    catalogue: str = ""
    catalogue_name: str = ""
    catalogue_revision: int = 0
    named: bool = False
    """Whether its owner gave it its name."""
    note: str = ""
    costs: tuple[Cost, ...] = ()
    categories: tuple[Category, ...] = ()
    profiles: tuple[Sheet, ...] = ()
    rules: tuple[Rule, ...] = ()
    parts: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    def all(self) -> Iterator[Force]:
        """Itself and the forces within it."""
        yield self
        for force in self.forces:
            yield from force.all()

    def summed(self) -> tuple[Cost, ...]:
        """What it comes to by itself, without the forces within it."""
        return sums([*self.costs, *(cost for part in self.parts for cost in _all_costs(part))])


def _all_costs(selection: Selection) -> Iterator[Cost]:
    return (cost for each in selection.all() for cost in each.costs)


def sums(costs: Iterable[Cost]) -> tuple[Cost, ...]:
    """One cost of each type, in the order in which they are first met."""
    found: dict[str, Cost] = {}
    for cost in costs:
        had = found.get(cost.type)
        found[cost.type] = replace(had, value=had.value + cost.value) if had else cost
    return tuple(found.values())


class Listing(Struct, frozen=True, kw_only=True):
    """The whole list. `system` is the id of the game that it is for; `costs` are the totals that the file states."""

    name: str
    system: str
    system_name: str = ""
    system_revision: int = 0
    made_by: str = ""
    note: str = ""
    costs: tuple[Cost, ...] = ()
    limits: tuple[Cost, ...] = ()
    publications: dict[str, str] = {}
    forces: tuple[Force, ...] = ()

    def all_forces(self) -> Iterator[Force]:
        """Every force, outermost first."""
        for force in self.forces:
            yield from force.all()

    def all(self) -> Iterator[Selection]:
        """Every selection, in the order of the file."""
        for force in self.all_forces():
            for part in force.parts:
                yield from part.all()

    def all_costs(self) -> Iterator[Cost]:
        """What each selection and each force costs by itself."""
        for part in self.all():
            yield from part.costs
        for force in self.all_forces():
            yield from force.costs

    def summed(self) -> dict[str, Decimal]:
        """What its parts come to, by the type of cost."""
        found: dict[str, Decimal] = {}
        for cost in self.all_costs():
            found[cost.type] = found.get(cost.type, Decimal()) + cost.value
        return found

    def totals(self) -> tuple[Cost, ...]:
        """The totals that the file states; where it states none, what the parts come to."""
        if self.costs:
            return self.costs
        names = {cost.type: cost.name for cost in self.all_costs()}
        return tuple(Cost(name=names[key], type=key, value=value) for key, value in self.summed().items())

    def disagreements(self) -> tuple[tuple[Cost, Decimal], ...]:
        """Totals that are not what the parts come to, each with that sum."""
        summed = self.summed()
        pairs = ((cost, summed.get(cost.type, Decimal())) for cost in self.costs)
        return tuple((cost, value) for cost, value in pairs if abs(cost.value - value) > Decimal("0.01"))
