"""The JSON blocks of docs/records.md, which the tests of records hold the code to."""

from __future__ import annotations

import json
import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "records.md").read_text("utf-8")
EXAMPLE, VECTORS, CLAIMS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.S)]
PYTHON: list[str] = re.findall(r"```python\n(.*?)```", PAGE, re.S)
