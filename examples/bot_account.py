"""A bot account: sits where it is invited, moves at random, survives restarts. python bot_account.py ADDRESS TOKEN"""

import asyncio
import contextlib
import json
import random
import sys
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


async def play(address: str, headers: dict[str, str], table: str, seat: int) -> None:
    async for socket in connect(f"{address.replace('http', 'ws', 1)}/ws/{table}", additional_headers=headers):
        view: dict[str, Any] = {}
        with contextlib.suppress(ConnectionClosed):  # then connect() comes again, and the first view is whole
            async for told in (json.loads(frame) async for frame in socket):
                if told.get("retry") == 0 or told.get("reason") in ("not-asked", "seat-taken"):
                    return  # nobody wants it here any more
                if told["t"] == "table" and told["you"] is None and "waits" not in told:
                    await socket.send(json.dumps({"t": "sit", "seat": seat}))
                view |= {"match": told["match"]} if told["t"] == "table" else told
                if view.get("legal") and told["t"] in ("view", "change", "refused"):
                    await asyncio.sleep(0.5)  # people want to see what happens
                    move = {"id": str(random.random()), "match": view["match"], "n": view["n"]}
                    await socket.send(json.dumps({"t": "move", "move": random.choice(view["legal"]), **move}))


async def main(address: str, token: str) -> None:
    headers, tasks = {"authorization": f"Bearer {token}"}, dict[str, asyncio.Task[None]]()
    while True:  # all invitations and seats are told anew: nothing need be remembered
        await asyncio.sleep(1)
        with contextlib.suppress(httpx.TransportError):
            async with httpx.AsyncClient(timeout=30).stream(
                "GET", f"{address}/api/bot/events", headers=headers
            ) as events:
                async for told in (json.loads(line[6:]) async for line in events.aiter_lines() if line[:6] == "data: "):
                    if told["table"] not in tasks or tasks[told["table"]].done():
                        tasks[told["table"]] = asyncio.create_task(play(address, headers, told["table"], told["seat"]))


asyncio.run(main(*sys.argv[1:]))
