"""Amounts of money and chips as PokerStars prints them: ``$1.50``, ``€3``, ``1500``; whole units without decimals.

Money without a currency that is counted in parts (play money with cents) always has decimals, so as to be known by.
"""

import re
from decimal import Decimal
from typing import Final

from standpat.history.record import MOST_CHIPS, Money

SYMBOL: Final = {"USD": "$", "CAD": "$", "AUD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
CURRENCY: Final = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY"}

_FIGURE: Final = re.compile(r"[$€£₹¥]?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?")


def chips(figure: str, scale: int) -> int:
    """The chips of a printed amount, or a `ValueError`.

    >>> chips("$1.50", 100), chips("1,500", 1)
    (150, 1500)
    """
    match = _FIGURE.fullmatch(figure)
    if not match:
        raise ValueError(f"{figure!r} is not an amount")
    if len(match[0]) > 24:
        raise ValueError(f"{figure[:24]!r}… is not an amount of chips: expected {MOST_CHIPS} at most")
    exact = Decimal(match[1].replace(",", "") + (match[2] or "")) * scale
    if exact != int(exact):
        raise ValueError(f"{figure!r} is not a whole number of chips, of which {scale} make one unit")
    return int(exact)


def figure(amount: int, money: Money) -> str:
    """An amount as it is printed, the opposite of `chips`.

    >>> figure(150, Money("USD", 100)), figure(300, Money("USD", 100)), figure(1500, Money())
    ('$1.50', '$3', '1500')
    """
    symbol = SYMBOL.get(money.currency or "", "")
    units, rest = divmod(amount, money.scale)
    if rest or (money.scale > 1 and money.currency is None):
        return f"{symbol}{units}.{rest * 100 // money.scale:02d}"
    return f"{symbol}{units}"


def check_money(money: Money) -> None:
    """Check that money can be written in such text.

    Raises:
        ValueError: A chip is not a whole number of cents, or the currency does not have three capital letters.
    """
    if money.currency is not None and not re.fullmatch(r"[A-Z]{3}", money.currency):
        raise ValueError(f"{money.currency!r} is not a currency for such text: expected three capitals, such as USD")
    if money.scale < 1 or 100 % money.scale:
        raise ValueError(f"{money.scale} chips to a unit cannot be written in hundredths: expected a divisor of 100")
