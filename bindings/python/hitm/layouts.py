"""Struct layouts as values: read from pahole, BTF or DWARF, edited by the C ABI's rules, shown against cache lines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from hitm import _core, errors
from hitm.errors import BadArgument

if TYPE_CHECKING:
    import pandas as pd

Kind = Literal["plain", "struct", "union", "padding"]


class Place(NamedTuple):
    """Where a field stands: bytes from the start of the layout, and how many it has."""

    offset: int
    size: int


def _rebuilt(value: object) -> str:
    """The call that makes the value again, without what is as by default."""
    given = [f"{f.name}={getattr(value, f.name)!r}" for f in fields(value) if getattr(value, f.name) != f.default]  # type: ignore[arg-type]
    return f"{type(value).__name__}({', '.join(given)})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Member:
    """One member of a struct or union. Offsets, sizes and alignments are bytes; an offset counts from the start of what holds it.

    A bit-field's offset and size are those of its storage unit, and ``bits`` is (offset, size) in bits within it. An alignment of 0 is
    not known. Without dimensions ``elements`` is 1.
    """

    name: str = ""
    type: str = ""
    offset: int = 0
    size: int = 0
    align: int = 0
    elements: int = 1
    bits: tuple[int, int] | None = None
    kind: Kind = "plain"
    members: tuple[Member, ...] = ()
    alignment_inferred: bool = False
    forced_align: int = 0
    type_align: int = 0
    dimensions: tuple[int, ...] = ()
    packed: bool = False
    base: bool = False
    tail_free: int = 0

    __repr__ = _rebuilt

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Member:
        inner = {"members": tuple(map(cls._of, data["members"])), "dimensions": tuple(data["dimensions"])}
        return cls(**{**data, **inner})

    def _data(self) -> dict[str, Any]:
        return {**vars(self), "members": [m._data() for m in self.members], "dimensions": list(self.dimensions)}


@dataclass(frozen=True, kw_only=True, repr=False)
class Layout:
    """A struct as the compiler laid it out.

    >>> stats = Layout.of_fields("stats", {"hits": "u64", "slots": ("u32", 4)})
    >>> stats.size, stats.find("slots[1]")
    (24, Place(offset=12, size=4))
    >>> print(stats.align_field("slots", 64).ruler())
    struct stats: 128 bytes, aligned to 64, 2 lines of 64; 32 objects per slab of 4096 bytes, 32 when aligned to a line
    --- line 0   ------------------------------------------------------------
         0      8  u64 hits
         8     56  (hole)
    --- line 1   ------------------------------------------------------------
        64     16  u32 slots[4]
        80     48  (padding at the end)
    <BLANKLINE>
    >>> stats.leaves()
    {'hits': Place(offset=0, size=8), 'slots': Place(offset=8, size=16)}
    >>> stats.frame()["line"].tolist()
    [0, 0]
    >>> [m.name for m in stats.move("hits", to="end").members], stats.swap("hits", "slots").find("hits").offset
    (['slots', 'hits'], 16)
    >>> stats.pad_before("slots", 8).find("slots").offset, stats.pad_after("hits", 8).find("slots").offset, stats.pad_end(8).size
    (16, 16, 32)
    >>> stats.align_struct(64).size, stats.remove("slots").size
    (64, 8)
    >>> [half.size for half in stats.split(after="hits", into="slow", with_pointer=True)]
    [16, 16]
    >>> diff = '''--- a/s.h
    ... +++ b/s.h
    ... @@ -1,4 +1,4 @@
    ...  struct stats {
    ... -\tu64 hits;
    ...  \tu32 slots[4];
    ... +\tu64 hits;
    ...  };
    ... '''
    >>> stats.patch(diff).find("hits").offset
    16
    >>> Layout.read(hitm.Scenario.load("struct_file").folder / "file.before.txt").size
    184
    >>> Layout.read_btf("/nowhere", "file")
    Traceback (most recent call last):
    hitm._core.BadLayout: /nowhere: no such file...
    """

    name: str = ""
    size: int = 0
    align: int = 0
    members: tuple[Member, ...] = ()
    origin: str = field(default="", compare=False)
    compiler_orders: bool = False
    notes: tuple[str, ...] = ()
    is_union: bool = False
    packed: bool = False
    forced_align: int = 0
    alignment_inferred: bool = False
    edits: tuple[str, ...] = field(default=(), compare=False)
    """What was done to the layout that was read, as a scenario's fix writes it."""

    __repr__ = _rebuilt

    # Made from

    @classmethod
    def read(cls, file: str | os.PathLike[str], struct: str = "") -> Layout:
        """A struct from a file: pahole's text, raw BTF, or ELF with BTF or DWARF.

        ``struct`` may be left out where a text holds one. Raises BadLayout where the file or the struct is wrong.
        """
        return cls._of(_core.read_layout(errors.text("file", os.fspath(file)), errors.text("struct", struct)))

    @classmethod
    def read_btf(cls, file: str | os.PathLike[str], struct: str, *, base: str | os.PathLike[str] = "") -> Layout:
        """A struct from BTF, such as /sys/kernel/btf/vmlinux; ``base`` is the kernel's for a module's split BTF."""
        return cls._of(_core.read_btf(errors.text("file", os.fspath(file)), errors.text("struct", struct), errors.text("base", os.fspath(base))))

    @classmethod
    def parse_pahole(cls, text: str, struct: str = "") -> Layout:
        """A struct from text that pahole printed, of any version, also as pasted into mails.

        >>> Layout.parse_pahole("struct box { long a; /* 0 8 */ long b; /* 8 8 */ }; /* size: 16 */").find("b")
        Place(offset=8, size=8)
        """
        return cls._of(_core.parse_pahole(errors.text("text", text), "pahole text", errors.text("struct", struct)))

    @classmethod
    def of_fields(cls, name: str, members: Mapping[str, str | tuple[str, int]], *, align: int = 0) -> Layout:
        """Fields by name, each its C type or (type, number of elements), laid out in their order by the x86-64 C ABI."""
        if not isinstance(members, Mapping):
            raise BadArgument(f"members: {members!r} is no mapping; right would be {{'hits': 'u64', 'slots': ('u32', 4)}}")
        rows = []
        for field_name, declared in members.items():
            kind, number = declared if isinstance(declared, tuple) and len(declared) == 2 else (declared, 1)
            rows.append((errors.text("members", field_name), errors.text(field_name, kind), errors.count(field_name, number)))
        return cls._of(_core.layout_of_fields(errors.text("name", name), rows, errors.count("align", align, least=0)))

    # Looked at

    def find(self, path: str) -> Place:
        """Where a field stands: "f_path.dentry", "slots[3].count". Raises BadLayout, which names near misses."""
        return Place(*_core.find_field(self._data(), errors.text("path", path)))

    def leaves(self) -> dict[str, Place]:
        """Every field that holds no others, by its path, in the order of offsets."""
        return {path: Place(offset, size) for path, offset, size in _core.flat_fields(self._data())}

    def ruler(self, *, line_bytes: int = 64, beside: Layout | None = None) -> str:
        """The layout with its cache-line boundaries, holes and padding as text; with ``beside`` in two columns, this one first."""
        line = errors.count("line_bytes", line_bytes)
        if beside is None:
            return _core.ruler(self._data(), line)
        return _core.ruler_beside(self._data(), beside._data(), line)

    def frame(self, *, line_bytes: int = 64) -> pd.DataFrame:
        """One row a leaf: field, offset_bytes, size_bytes, line."""
        import pandas as pd

        line = errors.count("line_bytes", line_bytes)
        rows = [(path, at.offset, at.size, at.offset // line) for path, at in self.leaves().items()]
        return pd.DataFrame(rows, columns=["field", "offset_bytes", "size_bytes", "line"])

    # Changed

    def edit(self, *edits: str) -> Layout:
        """The layout after edits as a scenario writes them.

        ``move f_ref after f_op``, ``move f_ref to end``, ``insert u64 n after f_op``, ``remove f_pos``, ``swap a b``, ``pad 8 after f_cred``,
        ``align f_ref 64``, ``align struct 64``. Raises BadLayout.

        >>> Layout.of_fields("s", {"a": "u64", "b": "u32", "c": "u32"}).edit("move c to start").find("a")
        Place(offset=8, size=8)
        """
        if not edits:
            raise BadArgument("edits: there are none; right would be at least one, like 'move f_ref to end'")
        edited = _core.edit_layout(self._data(), [errors.text("edits", e) for e in edits])
        return replace(Layout._of(edited["layout"]), edits=self.edits + edits)

    def split(self, *, after: str, into: str, with_pointer: bool = False) -> tuple[Layout, Layout]:
        """The members up to ``after``, and the rest as a struct of its own, which the first may point to."""
        text = f"split after {errors.text('after', after)} into {errors.text('into', into)}" + (" with pointer" if with_pointer else "")
        edited = _core.edit_layout(self._data(), [text])
        return replace(Layout._of(edited["layout"]), edits=(*self.edits, text)), Layout._of(edited["second"])

    def patch(self, text: str, *, macros: Mapping[str, int] | None = None) -> Layout:
        """The layout after a unified diff, or a mail with one. What was not understood stands in ``notes``.

        ``macros`` says in bytes what alignment macros of your own stand for.
        """
        patched = _core.patch_layout(self._data(), errors.text("text", text), "patch", dict(macros or {}))
        return replace(Layout._of(patched["layout"]), notes=tuple(patched["notes"]))

    def move(self, name: str, *, after: str = "", before: str = "", to: Literal["", "start", "end"] = "") -> Layout:
        """One field elsewhere: give one of ``after``, ``before`` and ``to``."""
        given = [f"{word} {where}" for word, where in (("after", after), ("before", before), ("to", to)) if where]
        if len(given) != 1:
            raise BadArgument(f"move {name}: after, before and to: {len(given)} are given; right would be one of them")
        return self.edit(f"move {name} {given[0]}")

    def pad_after(self, name: str, size: int) -> Layout:
        """``size`` bytes of padding behind a field."""
        return self.edit(f"pad {errors.count('size', size)} after {name}")

    def pad_before(self, name: str, size: int) -> Layout:
        """``size`` bytes of padding in front of a field."""
        return self.edit(f"pad {errors.count('size', size)} before {name}")

    def pad_end(self, size: int) -> Layout:
        """``size`` bytes of padding behind the last field."""
        return self.edit(f"pad {errors.count('size', size)} at end")

    def align_field(self, name: str, to: int) -> Layout:
        """A field begins at a multiple of ``to`` bytes, as with alignas or ____cacheline_aligned."""
        return self.edit(f"align {name} {errors.count('to', to)}")

    def align_struct(self, to: int) -> Layout:
        """The struct is aligned to ``to`` bytes, and its size grows to a multiple of it."""
        return self.edit(f"align struct {errors.count('to', to)}")

    def swap(self, first: str, second: str) -> Layout:
        """Two fields change places."""
        return self.edit(f"swap {first} {second}")

    def remove(self, name: str) -> Layout:
        """The struct without a field."""
        return self.edit(f"remove {name}")

    # Across the border, and shown

    @classmethod
    def _of(cls, data: dict[str, Any]) -> Layout:
        return cls(**{**data, "members": tuple(map(Member._of, data["members"])), "notes": tuple(data["notes"])})

    def _data(self) -> dict[str, Any]:
        data = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "edits"}
        return {**data, "members": [m._data() for m in _members(self.members)], "notes": list(self.notes)}

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        from hitm import show

        return {"text/plain": self.ruler(), "text/html": show.layout(self)}


def _members(given: object) -> Iterable[Member]:
    if not isinstance(given, tuple) or not all(isinstance(m, Member) for m in given):
        raise BadArgument(f"members: {given!r:.80} is no tuple of Member; right would be (Member(name='a', …), …)")
    return given
