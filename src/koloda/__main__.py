"""``python -m koloda`` is the command ``koloda``."""

import sys

from koloda.cli import main

sys.exit(main())
