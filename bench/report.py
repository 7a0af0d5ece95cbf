"""How figures are printed: one line each, with its goal beside it where it has one."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One measured number. `goal` is the most that it should be; `note` says what else was seen."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    note: str = ""

    @property
    def is_met(self) -> bool:
        """Whether it keeps its goal, if it has one."""
        return self.goal is None or self.value <= self.goal

    @property
    def line(self) -> str:
        """The figure in words."""
        goal = "" if self.goal is None else f"goal {self.goal:g}: {'met' if self.is_met else 'MISSED'}"
        return f"  {self.name:<58} {self.value:>10.4g} {self.unit:<14} {goal:<18} {self.note}".rstrip()


@dataclass
class Report:
    """What one run has measured, printed as it comes in."""

    figures: list[Figure] = field(default_factory=list)
    quiet: bool = False

    def section(self, title: str) -> None:
        """Begin a part."""
        self._print(f"\n{title}")

    def add(self, name: str, value: float, unit: str, *, goal: float | None = None, note: str = "") -> None:
        """Note a figure."""
        figure = Figure(name=name, value=value, unit=unit, goal=goal, note=note)
        self.figures.append(figure)
        self._print(figure.line)

    def say(self, text: str) -> None:
        """A line without a figure."""
        self._print(f"  {text}")

    def _print(self, text: str) -> None:
        if not self.quiet:
            print(text, flush=True)

    @property
    def missed(self) -> list[Figure]:
        """Figures beyond their goals."""
        return [f for f in self.figures if not f.is_met]


def machine() -> str:
    """What this runs on, without its name."""
    load = ", ".join(f"{n:.1f}" for n in os.getloadavg())
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, load {load}"


def spread(values: Sequence[float]) -> str:
    """The least and the most, as a note."""
    return f"({min(values):.3g} to {max(values):.3g})"


def fail(text: str) -> None:
    """Say on standard error why something is not measured."""
    print(text, file=sys.stderr)
