"""The bot of Cribbage."""

from koloda.bots.bot import Bot

from .brain import BRAIN

BOT = Bot(brain=BRAIN)
