"""Modules joined into one script: in order, each once. Forms that are not understood are errors."""

from importlib.resources import files
from pathlib import Path

import pytest

from standpat.room.server.bundle import BundleError, joined, order

A = 'import { one } from "./a.js";\n'
B = 'import { two, three as drei } from "./b.js";\n'
SOURCES = {
    "page": f"{B}{A}\nglobalThis.sum = one + drei();\n",
    "b": f"{A}\nexport const two = one + 1;\nexport function three() {{\n  return two + 1;\n}}\n",
    "a": "/** One. */\nexport const one = 1;\nconst hidden = 5;\n",
    "unused": "export class Left {}\n",
}


def test_each_module_comes_once_after_those_it_imports() -> None:
    assert order("page", SOURCES) == ["a", "b", "page"]


def test_the_script_itself() -> None:
    assert joined("page", SOURCES) == (
        "const $a = (() => {\nconst one = 1;\nconst hidden = 5;\nreturn { one };\n})();\n"
        "const $b = (() => {\nconst { one } = $a;\n\nconst two = one + 1;\nfunction three() {\n  return two + 1;\n}\n"
        "return { two, three };\n})();\n"
        "const $page = (() => {\nconst { two, three: drei } = $b;\nconst { one } = $a;\n\n"
        "globalThis.sum = one + drei();\nreturn {  };\n})();\n"
    )


def test_a_comment_before_code_takes_nothing_with_it() -> None:
    source = "  /** @type {any} */ (one).focus();\n  two();\n  /** Three. */\n  three();\n"
    assert "  (one).focus();\n  two();\n  three();\n" in joined("page", {"page": source}).replace("   (", "  (")


def test_a_path_is_taken_from_the_folder_of_who_imports_it() -> None:
    sources = {
        "table/page": 'import { one } from "../common/a.js";\nimport { two } from "./a.js";\nfoo(one + two);\n',
        "common/a": "export const one = 1;\n",
        "table/a": "export const two = 2;\n",
    }
    assert order("table/page", sources) == ["common/a", "table/a", "table/page"]
    text = joined("table/page", sources)
    assert "const { one } = $common$a;\nconst { two } = $table$a;\n" in text
    assert text.startswith("const $common$a = (() => {\n")


@pytest.mark.parametrize(
    "line",
    [
        'import one from "./a.js";',
        'import * as a from "./a.js";',
        'import "./a.js";',
        "export default 1;",
        "export { one };",
        "export let one = 1;",
        'const a = await import("./a.js");',
    ],
)
def test_other_forms_are_refused_with_their_line(line: str) -> None:
    with pytest.raises(BundleError, match=r"^page\.js: .* is not a form that can be joined$") as raised:
        joined("page", {"page": f"const x = 1;\n{line}\n", "a": "export const one = 1;\n"})
    assert line in str(raised.value)


def test_a_circle_and_a_missing_module_are_refused() -> None:
    circle = {"a": 'import { b } from "./b.js";\n', "b": 'import { a } from "./a.js";\n'}
    with pytest.raises(BundleError, match="in a circle: a > b > a"):
        joined("a", circle)
    with pytest.raises(BundleError, match=r"a wants b\.js, which is not there"):
        joined("a", {"a": circle["a"]})


def test_all_pages_of_the_package_can_be_joined() -> None:
    folder = Path(str(files("standpat"))) / "web" / "js"
    sources = {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text("utf-8") for path in folder.rglob("*.js")
    }
    entries = [name for name in sources if name.endswith("_page")]
    assert len(entries) == 17
    for entry in entries:
        text = joined(entry, sources)
        assert text.count("/**") == 0
        assert text.count("= (() => {\n") >= len(order(entry, sources))
