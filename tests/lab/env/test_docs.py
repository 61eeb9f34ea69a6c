"""`docs/environments.md` agrees with the code."""

from pathlib import Path

from standpat.lab.env.observation import FIELDS

PAGE = Path(__file__).parents[3] / "docs" / "environments.md"


def test_the_page_documents_every_field() -> None:
    told = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    rows = []
    for field in FIELDS:
        shape = ", ".join(map(str, field.shape))
        rows.append(f"| `{field.name}` | {field.dtype} | ({shape}) | {field.meaning} |")
    assert told == rows
