"""What is counted, and how Prometheus reads it."""

from collections.abc import Mapping

from msgspec import Struct, structs


class Metrics(Struct):
    """Counts since the start."""

    actions: int = 0
    hands: int = 0
    frames: int = 0
    timeouts: int = 0
    bad_frames: int = 0
    troubles: int = 0
    connections: int = 0

    def text(self, gauges: Mapping[str, float]) -> str:
        """Prometheus' text format: the counts and the gauges of the moment."""
        lines: list[str] = []
        for name, value in structs.asdict(self).items():
            lines += [f"# TYPE standpat_{name}_total counter", f"standpat_{name}_total {value}"]
        for name, value in gauges.items():
            lines += [f"# TYPE standpat_{name} gauge", f"standpat_{name} {value:g}"]
        return "\n".join([*lines, ""])
