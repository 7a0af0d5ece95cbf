"""Static files are compressed when they are new, and only then; the same file under two names once."""

import os
import re
from pathlib import Path

import pytest

from tabletop.static import CompressedOnce

ROOT = Path(__file__).parents[2]
TABLES = ("base", "games/play", "games/watch", "games/screen", "games/stream")
DEEP = re.compile(
    r"(?<![\w-])(?:html|body|\.play|\.watching|\.tv|\.stream)(?:[.:\[][\w-]+\]?)*(?::not\()?:has\((?! *>)[^{]*"
)

TEXT = "p { color: red }\n" * 50


@pytest.fixture
def compressed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were compressed, as it happens."""
    names: list[str] = []
    create = CompressedOnce.create_compressor

    def noting(self: CompressedOnce, **options: object) -> object:
        compressor = create(self, **options)
        compress = compressor.compress
        compressor.compress = lambda path: names.append(Path(path).name) or compress(path)
        return compressor

    monkeypatch.setattr(CompressedOnce, "create_compressor", noting)
    return names


def test_what_has_changed_is_compressed_again(tmp_path: Path, compressed: list[str]) -> None:
    storage = CompressedOnce(location=tmp_path)
    names = ["a.css", "a.0123456789ab.css", "b.css"]
    for name in names:
        (tmp_path / name).write_text(TEXT)
    list(storage.compress_files(names))
    assert sorted(compressed) == ["a.css", "b.css"]  # what stands under two names is packed once, for both
    assert (tmp_path / "a.0123456789ab.css.gz").read_bytes() == (tmp_path / "a.css.gz").read_bytes()
    compressed.clear()

    (tmp_path / "a.css").write_text(TEXT * 2)
    for name in ("a.css", "a.0123456789ab.css"):
        os.utime(tmp_path / name, (2_000_000_000, 2_000_000_000))
    list(storage.compress_files(names))
    assert compressed == ["a.css"]


def test_a_module_names_what_it_imports_by_hashes(tmp_path: Path) -> None:
    """A browser that has the modules of a page asks for none of them again; what others have made is left as it is."""
    storage = CompressedOnce(location=tmp_path)
    written = {
        "js/play/table.js": "export const here = 1;\n",
        "js/play/watch.js": 'import {\n  here,\n} from "./table.js";\nimport "./table.js";\nhere;\n',
        "theirs.js": 'import "./nowhere.js";\n',
    }
    for name, text in written.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    list(storage.post_process({name: (storage, name) for name in written}))
    watch, table = (storage.stored_name(f"js/play/{name}.js") for name in ("watch", "table"))
    assert table.startswith("js/play/table.")
    assert table != "js/play/table.js"
    named = table.removeprefix("js/play/")
    assert (tmp_path / watch).read_text() == f'import {{\n  here,\n}} from "./{named}";\nimport "./{named}";\nhere;\n'


def test_no_rule_of_style_looks_through_a_whole_table_at_each_change() -> None:
    sheets = {
        name
        for page in TABLES
        for name in re.findall(r"css/(\w+)\.css", (ROOT / "templates" / f"{page}.html").read_text(encoding="utf-8"))
    }
    assert {"base", "board", "play", "tv"} <= sheets
    found = [
        f"{name}: {rule.strip()}"
        for name in sorted(sheets)
        for rule in DEEP.findall((ROOT / "static" / "css" / f"{name}.css").read_text(encoding="utf-8"))
    ]
    assert found == []
