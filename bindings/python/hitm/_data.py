"""Where the machine files and the library of scenarios lie: in the package, where it was installed as a wheel."""

import os
from pathlib import Path

_installed = Path(__file__).parent / "share"
if _installed.is_dir():
    os.environ.setdefault("HITM_DATA", str(_installed))
