"""The wheel: with machine code of the first answers, for the architecture and the Python that build it.

Hatchling runs this when it builds a wheel. The kernels are compiled for all machines of the architecture
(`standpat.compute.shipped`), so the wheel is named for a platform. Where that is impossible, or with
STANDPAT_SHIPPED_CODE=no, the wheel is for any platform and compiles at the first use; so does an editable installation.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags

SETTING = "STANDPAT_SHIPPED_CODE"
MANYLINUX = "manylinux_2_28"
"""The oldest Linux for which numba has wheels. The machine code needs of a system only what numba does."""


class Ahead(BuildHookInterface[Any]):
    """Compiles the first answers and puts the code into the wheel."""

    def dependencies(self) -> list[str]:
        """To compile, the package itself must run."""
        return list(self.metadata.core.dependencies) if _wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the machine code to a wheel.

        Args:
            version: "editable" for an installation that uses the sources in place.
            build_data: What hatchling knows of the wheel; extended.
        """
        if version == "editable" or not _wanted():
            return
        self._folder = tempfile.TemporaryDirectory()
        code = Path(self._folder.name) / "code"
        done = subprocess.run(
            [sys.executable, "-c", COMPILE, self._folder.name, str(code)],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(Path(self.root) / "src"), SETTING: "no"},
            stderr=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            self.app.display_warning(f"The wheel has no machine code and compiles at its first use: {done.stderr}")
            return
        build_data["pure_python"] = False
        build_data["tag"] = _tag()
        build_data["force_include"][str(code)] = "standpat/compute/shipped_code"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled from the disk."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()


COMPILE = """
import os, sys
from pathlib import Path
from standpat.compute import shipped
cache, code = sys.argv[1:]
settings = shipped.settings()
if not settings:
    sys.exit("this architecture is not among those of standpat.compute.shipped")
os.environ |= settings | {"NUMBA_CACHE_DIR": cache}
from standpat.cli import main
failed = main(["compile"])
sys.exit(failed or shipped.gather(Path(cache), Path(code)) == 0)
"""


def _wanted() -> bool:
    return os.environ.get(SETTING) != "no"


def _tag() -> str:
    """The first tag of this Python; on Linux for `MANYLINUX`, not for the machine's own version."""
    tags = [str(tag) for tag in sys_tags()]
    return next((tag for tag in tags if f"-{MANYLINUX}_" in tag), tags[0])
