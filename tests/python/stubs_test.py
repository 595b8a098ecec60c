"""Are the committed stubs what the extension is?"""

from __future__ import annotations

import stubs


def test_the_stubs_are_fresh() -> None:
    assert stubs.difference() == "", "right would be ./dev stubs"
