"""PettingZoo's own checks over every game, and what the numbers mean: actions, observations, rewards, turns."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

from koloda import BadOption, IllegalMove, Match, find_game
from koloda.env import BatchEnv, GymEnv, Rules, TableEnv, env
from koloda.games.registry import our_games
from koloda.testing import Case, spread_cases

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where pygame is installed, PettingZoo imports environments that it deprecates
    from pettingzoo.test import api_test, render_test, seed_test

IDS = sorted(game.info.id for game in our_games())
ALL = os.environ.get("KOLODA_ALL") == "1"
CASES = [case for game in our_games() for case in spread_cases(game)] if ALL else []
CYCLES = 400 if ALL else 30


@pytest.fixture(autouse=True)
def _warnings_of_their_tests() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo warns of any observation that is not a picture or whose rewards come at the end only.
        warnings.filterwarnings("ignore", category=UserWarning, module="pettingzoo")
        yield


@pytest.mark.parametrize("game", IDS)
def test_pettingzoo_accepts_it(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, seed=1), num_cycles=CYCLES)
    seed_test(lambda: env(game), num_cycles=CYCLES)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.skipif(not ALL, reason="KOLODA_ALL=1 tries every option set; the kit checks their numbers in every suite")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pettingzoo_accepts_every_option_set(case: Case) -> None:
    api_test(env(case.game_id, case.seats, case.options, seed=1), num_cycles=100)
    seed_test(lambda: env(case.game_id, case.seats, case.options), num_cycles=30)


@pytest.mark.parametrize("game", IDS)
def test_pettingzoo_accepts_the_pictures(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(game, seed=1, render_mode=render_mode, most_moves=6))
    assert find_game(game).info.names.en in capsys.readouterr().out


def test_a_whole_match_by_number_is_the_same_match_by_text() -> None:
    table = TableEnv("cribbage", 2, {"rules": "standard"}, seed="numbers", keeps_record=True)
    table.reset()
    rng = np.random.default_rng(3)
    for agent in table.agent_iter():
        observation, _, ended, cut, _ = table.last()
        if ended or cut:
            table.step(None)
            continue
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        assert agent in table.possible_agents
    replayed = Match.replay(table.match.record())
    assert replayed.result == table.match.result is not None


def test_large_sets_are_entered_card_by_card() -> None:
    table = TableEnv("cribbage", 2, seed="steps")
    table.reset()
    move = table.match.legal(0)[-1]
    steps = table.action_numbers(move, "seat_0")
    assert [table.action_text(step, "seat_0") for step in steps[:2]] == ["discard", f"card {move.split()[1]}"]
    assert steps[-1] == table.rules.actions.done
    before = table.observe("seat_0")
    table.step(steps[0])
    after = table.observe("seat_0")
    names = table.rules.layout.names()
    changed = [names[i] for i in np.flatnonzero(before["observation"] != after["observation"])]
    assert changed == [f"entered {steps[0]}"], "the agent sees what it has entered so far"
    assert (table.observe("seat_1")["action_mask"] == 0).all()


def test_what_one_seat_has_chosen_in_secret_is_not_observed_by_another() -> None:
    seen: set[bytes] = set()
    for choice in range(3):
        table = TableEnv("kitten", 4, {"version": "light"}, seed="secret")
        table.reset()
        assert table.match.turn.kind == "together" and table.agent_selection == "seat_0"
        legal = np.flatnonzero(table.observe("seat_0")["action_mask"])
        table.step(int(legal[choice % len(legal)]))
        assert table.agent_selection == "seat_1"
        seen.add(table.observe("seat_1")["observation"].tobytes())
    assert len(seen) == 1


def test_in_a_free_turn_seats_are_asked_in_turn_and_may_wait() -> None:
    table = TableEnv("the-gang", 3, seed="free")
    table.reset()
    assert table.match.turn.kind == "free"
    asked = []
    for _ in range(2):
        asked.append(table.agent_selection)
        assert table.observe(table.agent_selection)["action_mask"][0] == 1
        table.step(0)
    asked.append(table.agent_selection)
    assert sorted(asked) == table.possible_agents and table.match.move_number == 0
    assert table.observe(asked[-1])["action_mask"][0] == 0, "somebody must move"
    table.step(table.action_numbers("take 2", asked[-1])[0])
    assert table.match.move_number == 1 and table.agent_selection == asked[0]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = TableEnv("pairs", 2, seed="illegal")
    table.reset()
    eight = table.action_numbers("eight", "seat_0")[0]
    before = table.observe("seat_0")["observation"].tobytes()
    with pytest.raises(IllegalMove, match="eight"):
        table.step(eight)
    with pytest.raises(IllegalMove):
        table.step(0)
    assert table.observe("seat_0")["observation"].tobytes() == before
    wrapped = env("pairs", 2, seed="illegal")
    wrapped.reset()
    agent = wrapped.agent_selection
    wrapped.step(eight)
    assert wrapped.rewards[agent] == -1.0


def test_rewards_of_an_unknown_kind() -> None:
    with pytest.raises(BadOption, match="places"):
        Rules("pairs", 2, None, "money")


def test_seeds_of_the_environment() -> None:
    def firsts(seed: Any, resets: list[Any]) -> list[bytes]:
        table = TableEnv("pairs", 4, seed=seed)
        found = []
        for again in resets:
            table.reset(seed=again)
            found.append(table.observe("seat_0")["observation"].tobytes())
        return found

    one, two, three = firsts("s", [None, None, 5])
    assert [one, two] == firsts("s", [None, None]) and one != two
    assert firsts(5, [None]) == [three], "a seed means the same in either place"
    assert firsts(None, [None]) != firsts(None, [None])


def test_the_games_are_registered_with_both_libraries() -> None:
    learner = gymnasium.make("koloda/pairs-v1", seats=3, bots="random")
    observation, _ = learner.reset(seed=1)
    assert observation["action_mask"].any() and learner.unwrapped.rules.seats == 3  # type: ignore[attr-defined]
    table = pettingzoo.make("aec", "koloda/cribbage-v3", seats=2, options={"rules": "standard"})
    table.reset(seed=1)
    assert table.possible_agents == ["seat_0", "seat_1"]
    known = {name for name in gymnasium.registry if name.startswith("koloda/")}
    assert len(known) >= len(IDS) and known <= set(pettingzoo.aec_registry)


def test_the_programs_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "env.md").read_text(encoding="utf-8")
    programs = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    for program in programs:
        exec(compile(program, "docs/env.md", "exec"), {"__name__": "document"})
    assert len(programs) == 2 and 0 <= float(capsys.readouterr().out) <= 1


def test_settings_that_do_not_exist() -> None:
    with pytest.raises(BadOption, match="render mode"):
        TableEnv("pairs", render_mode="smoke")
    with pytest.raises(BadOption, match="normal"):
        GymEnv("pairs", bots="genius")
    with pytest.raises(BadOption, match="No agent"):
        TableEnv("pairs").action_text(0, "seat_9")


class AnyAction(GymEnv):
    """Gymnasium's checker knows no masks: an illegal action is the first legal one to it."""

    def step(self, action: Any) -> Any:
        legal = self.asker.legal()
        return super().step(action if action in legal else legal[0])


@pytest.mark.parametrize("game", ["pairs", "the-gang", "cribbage", "kitten"])
def test_a_learner_among_bots(game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    gym = GymEnv(game, seed=2, seat=1, bots="normal", most_moves=40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of large numbers and of what it cannot check
        if game == "pairs":
            check_env(AnyAction(game, seed=2, bots=lambda view, chance: view.legal[0]), skip_render_check=True)
    rng = np.random.default_rng(1)
    observation, info = gym.reset(seed=3)
    ended = cut = False
    reward = 0.0
    while not ended and not cut:
        assert (observation["action_mask"] == info["action_mask"]).all() and observation["action_mask"].any()
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        assert isinstance(gym.action_text(action), str)
        observation, reward, ended, cut, info = gym.step(action)
    assert -1 <= reward <= 1 and (ended or reward == 0)


@pytest.mark.parametrize("game", ["pairs", "cribbage", "the-gang", "tycoon", "troll-guts"])
def test_a_batch_plays_as_single_matches_do(game: str) -> None:
    batch = BatchEnv(game, 3, seed=7)
    looks = batch.reset()
    ended = 0
    for _ in range(150):
        for row, asker in enumerate(batch.batch.askers):
            assert np.flatnonzero(looks.masks[row]).tolist() == asker.legal() and looks.seats[row] == asker.seat
            alone = batch.rules.layout.observe(asker.game, asker.seat, asker.entered)
            assert looks.observations[row].tobytes() == alone
        looks = batch.step(batch.random_actions())
        assert (looks.rewards[~looks.ended] == 0).all()
        ended += int(looks.ended.sum())
    assert batch.moves > 0 and (ended > 0 or game != "pairs")
    again = BatchEnv(game, 3, seed=7).reset()
    assert (again.observations == batch.reset().observations).all() and (again.masks == batch.reset().masks).all()


def test_random_players_reach_every_legal_move() -> None:
    batch = BatchEnv("regent", 300, seats=2, seed=1)
    masks = batch.reset().masks
    chosen = batch.random_actions()
    assert masks[np.arange(300), chosen].all()
    first = [batch.rules.actions.text(int(action), 0).split()[0] for action in chosen]
    assert set(first) == {"attack", "draw", "fold", "gift", "look"}
