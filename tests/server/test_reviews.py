"""Reviews run in the background, serve everybody who asks, and have limits."""

from __future__ import annotations

import pytest

from koloda.server.networks import Asker
from koloda.server.thinking import reviews as reviews_module
from koloda.server.thinking.pool import ThinkingPool
from koloda.server.thinking.reviews import MAX_REVIEWS_PER_PERSON, NoReview, Reviews

from .kit import SOON_SECONDS, bot_record, until, with_pool

GAME = "hawthorn"


def test_a_review_runs_in_the_background_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    record = bot_record(GAME, most=12)

    async def story(pool: ThinkingPool) -> None:
        reviews = Reviews(pool)
        assert reviews.begin("m", record, 0, Asker("ann", "")).state == "running"
        assert reviews.begin("m", record, 0, Asker("bob", "")).state == "running"
        await until(lambda: reviews.get("m", 0).state != "running", SOON_SECONDS)
        state = reviews.get("m", 0)
        assert state.state == "done" and state.done == state.total == len(
            state.review.decisions if state.review else []
        )
        assert state.total > 0
        assert reviews.begin("m", record, 0, Asker("ann", "")) == state, "a review that is done was begun again"

    with_pool(story)


def test_a_review_ends_when_nobody_wants_it_any_more() -> None:
    record = bot_record(GAME)

    async def story(pool: ThinkingPool) -> None:
        reviews = Reviews(pool)
        reviews.begin("m", record, 0, Asker("ann", ""))
        reviews.begin("m", record, 0, Asker("bob", ""))
        await until(lambda: reviews.get("m", 0).done > 0, SOON_SECONDS)
        assert reviews.cancel("m", 0, "ann").state == "running"
        stopped = reviews.cancel("m", 0, "bob")
        assert stopped.state == "cancelled" and 0 < stopped.done < stopped.total
        assert stopped.review is not None and len(stopped.review.decisions) == stopped.done
        assert reviews.begin("m", record, 0, Asker("ann", "")).state == "running"
        await reviews.stop()
        assert reviews.get("m", 0).state == "cancelled"

    with_pool(story)


def test_reviews_have_limits() -> None:
    record = bot_record(GAME)

    async def story(pool: ThinkingPool) -> None:
        reviews = Reviews(pool)
        for number in range(MAX_REVIEWS_PER_PERSON):
            reviews.begin(f"m{number}", record, 0, Asker("ann", f"192.0.2.{number}"))
        with pytest.raises(NoReview):
            reviews.begin("more", record, 0, Asker("ann", ""))
        assert reviews.begin("more", record, 0, Asker("bob", "")).state == "running"
        with pytest.raises(NoReview):
            reviews.get("other", 0)
        await reviews.stop()

    with_pool(story)


def test_no_address_has_all_the_reviews() -> None:
    record = bot_record(GAME)

    async def story(pool: ThinkingPool) -> None:
        reviews = Reviews(pool)
        begun: list[str] = []
        for network in range(3):
            for number in range(12):
                address, match = f"2001:db8:1:{network}::{number}", f"m{network}-{number}"
                try:
                    reviews.begin(match, record, 0, Asker(match, address))
                    begun.append(match)
                except NoReview as refused:
                    assert refused.reason == "too-many-reviews"
        assert begun == [f"m0-{number}" for number in range(10)] + [f"m1-{number}" for number in range(4)]
        assert reviews.begin("mine", record, 0, Asker("ann", "192.0.2.1")).state == "running", "others still get theirs"
        await reviews.stop()

    with_pool(story)


def test_only_the_latest_reviews_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MAX_KEPT_REVIEWS", 2)
    record = bot_record(GAME, most=3)

    async def story(pool: ThinkingPool) -> None:
        reviews = Reviews(pool)
        for number in range(4):
            name = f"m{number}"
            reviews.begin(name, record, 0, Asker("ann", ""))
            await until(lambda name=name: reviews.get(name, 0).state == "done", SOON_SECONDS)  # type: ignore[misc]
        assert [match for match, _ in reviews._jobs] == ["m2", "m3"]

    with_pool(story)
