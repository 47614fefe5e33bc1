"""The bot of The Gang: no search, but a policy for each level and an evaluator for advice and review."""

from koloda.bots.bot import Bot

from .evaluator import EVALUATOR
from .policy import POLICIES

BOT = Bot(evaluator=EVALUATOR, policies=POLICIES)
