"""``python -m standpat`` is ``standpat``."""

import sys

from standpat.cli import main

sys.exit(main())
