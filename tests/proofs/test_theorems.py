"""The proofs in proofs/: what they assume, what of them becomes a program, and that false lemmas cannot be proved."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.proofs import needs_program

PROOFS = Path(__file__).parents[2] / "proofs"
SOURCES = sorted(PROOFS.glob("*.v"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_nothing_is_left_unproved(source: Path) -> None:
    text = re.sub(r"\(\*.*?\*\)", "", source.read_text(), flags=re.DOTALL)
    words = (
        r"Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Primitive|Unset\s+Guard|bypass_check|PrimInt63|Int63"
    )
    assert not re.search(rf"\b({words})\b", text)


def test_only_five_types_become_ocaml_s_own() -> None:
    text = (PROOFS / "Extract.v").read_text()
    assert set(re.findall(r"Extract Inductive (\w+)", text)) == {"bool", "option", "unit", "prod", "list"}
    assert "Constant" not in text
    assert re.findall(r"Require Import ([\w ]+)\.", text) == ["Extraction", "Game Strategy Lines Morris"]


@needs_program
def test_the_theorems_assume_nothing() -> None:
    asked = (PROOFS / "Assumptions.v").read_text().count("Print Assumptions")
    printed = subprocess.run(
        ["make", "--silent", "--no-print-directory", "-C", PROOFS, "assumptions"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.splitlines() == ["Closed under the global context"] * asked
    assert asked >= 10


FALSE_LEMMAS = {
    "pairs may share a cell": ("Lines.v", "distinct paired && forallb", "forallb"),
    "a line without a stone needs no pair": (
        "Lines.v",
        "existsb (owns b a) l || existsb (fun p => memb (fst p) l && memb (snd p) l) pairs",
        "true",
    ),
    "pairs hold although stones fall": (
        "Lines.v",
        "| Pairs pairs => flat_check L && (v =? 0)",
        "| Pairs pairs => (v =? 0)",
    ),
    "threats go on although the other player completes a line": (
        "Lines.v",
        "(weak_rules || negb (existsb (completes_now b1 (other a)) all)) &&",
        "",
    ),
    "what is not threatened is a threat": ("Lines.v", "completes_now b1 a forced && (weak_rules", "(weak_rules"),
    "lemmas hold in misère games": ("Lines.v", "same (turn p) a && negb (misere L) &&", "same (turn p) a &&"),
    "lemmas hold with several stones a turn": ("Lines.v", "Nat.eqb (extra L Second) 0 &&", ""),
    "in the weak game, pairs prove that Maker wins": ("Lines.v", "| Pairs pairs, Second =>", "| Pairs pairs, _ =>"),
    "images need not have the same lines": (
        "Lines.v",
        "is_line all (map (from t) l) && is_line all (map (from u) l)",
        "true",
    ),
    "a play may end with less": (
        "Strategy.v",
        "if v <=? gain a r then play p others found",
        "if true then play p others found",
    ),
    "some moves of the other player need no answer": (
        "Strategy.v",
        "| ms => Some (ms, answers) end",
        "| m :: _ => Some ([m], answers) end",
    ),
    "endless play is as good as a win": ("Strategy.v", "if v <=? gain a (endless R) then", "if true then"),
}
"""For each, the file, what is in it, and what makes it false."""


@needs_program
@pytest.mark.parametrize("name", ["", *FALSE_LEMMAS])
def test_a_false_lemma_does_not_build(name: str, tmp_path: Path) -> None:
    for path in PROOFS.iterdir():
        if path.suffix in (".v", ".vo"):
            shutil.copy2(path, tmp_path)
    file = "Strategy.v"
    if name:
        file, right, wrong = FALSE_LEMMAS[name]
        text = (tmp_path / file).read_text()
        assert text.count(right) == 1
        (tmp_path / file).write_text(text.replace(right, wrong))
    built = subprocess.run(["coqc", "-Q", ".", "Zermelo", file], cwd=tmp_path, capture_output=True, text=True)
    assert (built.returncode == 0) == (name == ""), built.stderr
    if name:  # it is a proof that fails, and not the definition
        line = int(re.findall(r"line (\d+), characters", built.stderr)[0])
        proofs = "\n".join((tmp_path / file).read_text().splitlines()[:line])
        assert proofs.rfind("Proof.") > proofs.rfind("Qed."), built.stderr
        assert proofs.rfind("Proof.") > proofs.rfind("Definition "), built.stderr
