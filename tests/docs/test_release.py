"""What is released: one version everywhere, and every public name in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zermelo
import zermelo.games
from tests import ROOT

API = ROOT / "docs" / "reference" / "api"


@pytest.mark.parametrize("path", ["CITATION.cff", "conda/recipe.yaml"])
def test_the_version_is_that_of_the_package(path: str) -> None:
    found = re.findall(r'^\s*version: "?(\d[^"\s]*)"?$', (ROOT / path).read_text(), re.MULTILINE)
    assert found == [zermelo.__version__]


@pytest.mark.parametrize("package", [zermelo, zermelo.games], ids=["zermelo", "zermelo.games"])
def test_every_public_name_is_in_the_reference(package: object) -> None:
    named = set(re.findall(r"auto(?:class|function|data):: (?:zermelo\.games\.)?(\w+)$", _api(), re.MULTILINE))
    assert not set(vars(package)["__all__"]) - named


def _api() -> str:
    return "\n".join(path.read_text() for path in sorted(Path(API).glob("*.md")))
