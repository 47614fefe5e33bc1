"""The numbers in the brain of Sweep are those that its command fits; some of the deals give nearly the same."""

from __future__ import annotations

import pytest

from koloda.bots.sweep import brain as sweep
from koloda.bots.sweep.fit_odds import SEED, WEIGHT_NAMES, Cells, collect, fit, main, solved


def test_a_known_law_is_found_again() -> None:
    cells: Cells = {(own, rival, seats): [1000, 500] for own in range(4) for rival in range(4) for seats in (3, 4)}
    assert fit(cells) == pytest.approx([0.0, 0.0, 0.0, 0.0], abs=1e-6)
    for (own, rival, _), met in cells.items():
        met[1] = 900 if own > rival else 100
    weights = fit(cells)
    assert weights[0] > 1 and weights[1] > 1 and weights[2] < 0 and abs(weights[3]) < 1e-6


def test_equations_are_solved() -> None:
    assert solved([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0]) == pytest.approx([1, 2, 3])


def test_a_part_of_the_deals_gives_nearly_the_numbers_of_the_brain() -> None:
    fitted = [fit(cells) for cells in collect(100, SEED)]
    for index, name in enumerate(WEIGHT_NAMES[:3]):
        for left, shipped in enumerate(getattr(sweep, name)[:6]):
            assert fitted[left][index] == pytest.approx(shipped, abs=0.2), (name, left)


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(WEIGHT_NAMES)
    assert all(line.count(",") == 7 for line in lines)
