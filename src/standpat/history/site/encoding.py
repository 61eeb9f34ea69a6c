"""Text from the bytes of a hand-history file: UTF-8, UTF-16 and Windows-1252 occur, with and without a mark."""

import codecs


def decode(data: bytes) -> str:
    """The text of a file's bytes. It never fails: bytes without a meaning become U+FFFD.

    >>> decode("Seat 1: Åse (€5 in chips)".encode("utf-16")) == decode("Seat 1: Åse (€5 in chips)".encode("cp1252"))
    True
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if data.startswith(codecs.BOM_UTF8):
        return data.decode("utf-8-sig", errors="replace")
    sample = data[:400]
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = sample[start::2].count(0)
        if 2 * zeros > len(sample[start::2]):  # western text: every other byte is nought
            return data.decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
