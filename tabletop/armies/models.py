"""Libraries of units, and the armies that people build from them and keep between battles."""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from typing import Any, Self

import msgspec
from django.conf import settings
from django.db import models, transaction

from rules.forces import stored
from rules.forces.army import Army as Content
from rules.forces.modules import modules_of
from tabletop.armies.library.library import Library, every_shipped
from tabletop.armies.lists.listing import Listing
from tabletop.armies.roster.roster import Roster
from tabletop.ui.switchboard import title_of


class LibraryRecord(models.Model):
    """A library of kinds of unit. Its content is in its editions.

    It belongs to an account, or to the browser of a guest; with neither it is shipped.
    """

    class Visibility(models.TextChoices):
        """Who may build from it."""

        PRIVATE = "private", "only its owner"
        LINK = "link", "whoever has the link"
        PUBLIC = "public", "anybody"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="libraries"
    )
    key = models.SlugField(max_length=60, unique=True)
    guest = models.CharField(max_length=40, blank=True, db_index=True, editable=False)
    name = models.CharField(max_length=80)
    draft = models.JSONField(null=True, blank=True, help_text="What its owner works on, until it is published.")
    copied_from = models.CharField(max_length=120, blank=True, help_text="The edition that it began as.")
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "library"
        verbose_name_plural = "libraries"
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class LibraryEdition(models.Model):
    """One version of a library. It never changes once it stands, so that rosters built on it keep their meaning."""

    record = models.ForeignKey(LibraryRecord, on_delete=models.CASCADE, related_name="editions", verbose_name="library")
    version = models.PositiveIntegerField()
    content = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["record", "-version"]
        constraints = [models.UniqueConstraint(fields=["record", "version"], name="one_edition_a_version")]

    def __str__(self) -> str:
        return f"{self.record} {self.version}"

    @property
    def value(self) -> Library:
        """The library itself. Raises msgspec.ValidationError where the content is none."""
        return stored.opened(self.content, Library)

    @classmethod
    def generic(cls) -> LibraryEdition:
        """The shipped library as this release has it; it is kept at its first use."""
        library = _shipped()[0]
        here = cls.objects.defer("content").filter(record__key=library.key, version=library.version).first()
        return here or cls._kept(library)

    @classmethod
    def shelve(cls) -> None:
        """Keep every shipped library as this release has it. One query where they stand already."""
        keys = [library.key for library in _shipped()]
        here = set(cls.objects.filter(record__key__in=keys).values_list("record__key", "version"))
        for library in _shipped():
            if (library.key, library.version) not in here:
                cls._kept(library)

    @classmethod
    def _kept(cls, library: Library) -> LibraryEdition:
        public = LibraryRecord.Visibility.PUBLIC
        with transaction.atomic():
            record, _ = LibraryRecord.objects.get_or_create(
                key=library.key, defaults={"name": library.name, "visibility": public}
            )
            content = msgspec.to_builtins(library)
            made, _ = cls.objects.get_or_create(record=record, version=library.version, defaults={"content": content})
        return made


@lru_cache(maxsize=1)
def _shipped() -> tuple[Library, ...]:
    return every_shipped()


class Army(models.Model):
    """One army: its content is the rules' own value, kept as versioned JSON.

    It belongs to an account, or to the browser of a guest; with neither it is a sample. An army that was built here
    has a `roster`, from which its content is worked out again at each change.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="armies"
    )
    guest = models.CharField(max_length=40, blank=True, db_index=True, editable=False)
    name = models.CharField(max_length=80)
    content = models.JSONField()
    roster = models.JSONField(null=True, blank=True)
    edition = models.ForeignKey(
        LibraryEdition, on_delete=models.PROTECT, null=True, blank=True, related_name="armies", verbose_name="built on"
    )
    limit = models.PositiveIntegerField(default=0, editable=False)
    points = models.PositiveIntegerField(default=0, editable=False)
    unit_count = models.PositiveIntegerField(default=0, editable=False)
    model_count = models.PositiveIntegerField(default=0, editable=False)
    made_for = models.CharField(max_length=80, blank=True, editable=False, help_text="Vehicle rules, by their ids.")
    faults = models.PositiveIntegerField(default=0, editable=False, help_text="What the checks find wrong.")
    step = models.PositiveIntegerField(default=0, editable=False)
    public = models.BooleanField(default=False, help_text="Anybody may look at it and bring it to a table.")
    token = models.CharField(max_length=32, blank=True, db_index=True, help_text="Whoever has this may look at it.")
    archived = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["name", "id"]
        indexes = [
            models.Index(fields=["public", "name"]),
            models.Index(fields=["owner", "archived", "-updated_at"], name="armies_of_an_account"),
            models.Index(fields=["guest", "archived", "-updated_at"], name="armies_of_a_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.points} points)"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the figures of lists in step with the content."""
        value = self.value
        self.points = value.points
        self.made_for = " ".join(modules_of(value))[:80]
        self.unit_count = len(value.entries)
        self.model_count = sum(member.count for entry in value.entries for member in entry.members)
        super().save(*args, **kwargs)

    @property
    def value(self) -> Content:
        """The army as the rules know it. Raises msgspec.ValidationError where the content is no army."""
        return stored.opened(self.content, Content)

    @property
    def rules_in_words(self) -> str:
        """For which rules it is, as a list of armies says it."""
        return " and ".join(map(title_of, self.made_for.split())) or "Skirmish on foot"

    @property
    def roster_value(self) -> Roster:
        """The roster that it was built from. Raises msgspec.ValidationError where there is none."""
        return msgspec.convert(self.roster, Roster)

    @classmethod
    def of(cls, value: Content, **fields: Any) -> Self:
        """A row for that army, not saved yet."""
        return cls(name=value.name, content=msgspec.to_builtins(value), **fields)


class ListFile(models.Model):
    """The list of another tool that an army came from: the whole of it, and what its owner said about its parts."""

    army = models.OneToOneField(Army, on_delete=models.CASCADE, related_name="list_file")
    system = models.CharField(max_length=400, blank=True, db_index=True, help_text="Id of the game that it is for.")
    system_name = models.CharField(max_length=200, blank=True)
    made_by = models.CharField(max_length=200, blank=True)
    tree = models.BinaryField(editable=False, help_text="The list as JSON, packed.")
    answers = models.JSONField(default=dict, blank=True, help_text="What its selections are, by their definitions.")
    once = models.JSONField(default=list, blank=True, help_text="Keys of answers that hold for this list alone.")
    reused = models.JSONField(default=list, blank=True, help_text="Keys of answers that came from an earlier list.")
    changes = models.JSONField(default=list, blank=True, help_text="What answers were before, for taking back.")
    open_lines = models.PositiveIntegerField(default=0, help_text="Selections that nobody has placed yet.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "list from another tool"
        verbose_name_plural = "lists from other tools"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.system_name or self.system}: {self.army_id}"

    @property
    def listing(self) -> Listing:
        """The list itself."""
        return msgspec.json.decode(zlib.decompress(self.tree), type=Listing)

    @staticmethod
    def packed(listing: Listing) -> bytes:
        """A list as it is kept."""
        return zlib.compress(msgspec.json.encode(listing), 6)


class OriginalFile(models.Model):
    """The file that an army came from, byte by byte as it was sent."""

    army = models.OneToOneField(Army, on_delete=models.CASCADE, related_name="original")
    name = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64, db_index=True, help_text="SHA-256 of the file.")
    packed = models.BinaryField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "original file"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name}: {self.army_id}"

    @property
    def data(self) -> bytes:
        """The file itself."""
        return zlib.decompress(self.packed)

    @staticmethod
    def digest_of(data: bytes) -> str:
        """What files are told apart by."""
        return hashlib.sha256(data).hexdigest()

    @classmethod
    def of(cls, army: Army, data: bytes, name: str) -> Self:
        """A row for that file, not saved yet."""
        return cls(army=army, name=name[:120], digest=cls.digest_of(data), packed=zlib.compress(data, 3))


class Step(models.Model):
    """A roster as it was after one edit, for taking back and doing again."""

    army = models.ForeignKey(Army, on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    roster = models.JSONField()
    said = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["army", "number"]
        constraints = [models.UniqueConstraint(fields=["army", "number"], name="one_step_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.said}"
