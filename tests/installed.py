"""Installs a package of one module without an installer, which would need the network for build tools."""

import shutil
import tomllib
from pathlib import Path


def install(project: Path, target: Path) -> None:
    """Copy the modules of the folder `project` into `target`, with the metadata that its pyproject.toml describes."""
    told = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    for module in project.glob("*.py"):
        shutil.copy(module, target)
    info = target / f"{told['name'].replace('-', '_')}-{told['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n", "utf-8"
    )
    lines: list[str] = []
    for group, points in told["entry-points"].items():
        lines += [f"[{group}]", *[f"{name} = {value}" for name, value in points.items()]]
    (info / "entry_points.txt").write_text("\n".join([*lines, ""]), "utf-8")
