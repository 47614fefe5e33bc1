"""Routes that say what they take and what they answer, and the OpenAPI description that is made of them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import koloda
from koloda.server.protocol.bodies import Refusal

Handler = Callable[[Request], Awaitable[Response]]
Method = Literal["GET", "POST", "DELETE"]
JSON = "application/json"
REF = "#/components/schemas/{name}"
PATH_PARAMETER = re.compile(r"{(\w+)(?::\w+)?}")
Security = list[dict[str, list[str]]]
PERSON: Security = [{"cookie": []}, {"token": []}]
HOST: Security = [{"host_key": []}]
TITLE = "Koloda, the card table"
ABOUT = (
    "The HTTP side of the table; docs/protocol.md has the socket. Every refusal is a Refusal: its reason is a code "
    "that stays, its sentences are for people."
)


class Query(NamedTuple):
    """A word of the query."""

    name: str
    about: str
    kind: type = str
    required: bool = False


class Operation(NamedTuple):
    """What a route does with a method. ``answer`` and ``body`` are types; None: there is no JSON of that kind."""

    method: Method
    about: str
    answer: Any = None
    body: Any = None
    query: tuple[Query, ...] = ()
    status: int = 200
    media: str = JSON  # of the answer
    whose: Literal["anybody", "person", "bot", "host"] = "anybody"  # who may ask


class DescribedRoute(Route):
    """A route with its operations."""

    def __init__(self, path: str, endpoint: Handler, operations: Sequence[Operation]) -> None:
        super().__init__(path, endpoint, methods=[operation.method for operation in operations])
        self.operations = operations


def route(path: str, endpoint: Handler, *operations: Operation) -> DescribedRoute:
    """A route and what it does."""
    return DescribedRoute(path, endpoint, operations)


def get(about: str, answer: Any = None, *query: Query, **more: Any) -> Operation:
    """An operation that only tells something."""
    return Operation("GET", about, answer, query=query, **more)


def post(about: str, answer: Any, body: Any = None, *query: Query, **more: Any) -> Operation:
    """An operation that does something."""
    return Operation("POST", about, answer, body, query=query, **more)


def delete(about: str, answer: Any, *query: Query, **more: Any) -> Operation:
    """An operation that undoes something."""
    return Operation("DELETE", about, answer, query=query, **more)


def openapi(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The description (OpenAPI 3.1) of all routes that describe themselves."""
    described = [one for one in routes if isinstance(one, DescribedRoute)]
    types = {_key(kind): kind for one in described for operation in one.operations for kind in _types(operation)}
    schemas, components = msgspec.json.schema_components([*types.values(), Refusal], ref_template=REF)
    known = dict(zip([*types, _key(Refusal)], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in described:
        where = paths.setdefault(PATH_PARAMETER.sub(r"{\1}", one.path), {})
        for operation in one.operations:
            where[operation.method.lower()] = _operation(one, operation, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": TITLE,
            "version": koloda.__version__,
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": "koloda"},
                "token": {"type": "http", "scheme": "bearer", "description": "`token` of GET /api/me"},
                "host_key": {"type": "http", "scheme": "bearer", "description": "the host's key"},
            },
        },
    }


def _types(operation: Operation) -> list[Any]:
    queries = [query.kind for query in operation.query]
    return [kind for kind in (operation.answer, operation.body, *queries) if kind is not None]


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(one: DescribedRoute, operation: Operation, known: dict[str, Any]) -> dict[str, Any]:
    answers = {"application/json": {"schema": known[_key(operation.answer)]}} if operation.answer is not None else {}
    if operation.media != JSON:
        answers = {operation.media: {"schema": {"type": "string"}}}
    made: dict[str, Any] = {
        "operationId": f"{one.endpoint.__name__}_{operation.method.lower()}",
        "summary": operation.about,
        "parameters": [*_path_parameters(one.path), *(_parameter(query, known) for query in operation.query)],
        "responses": {
            str(operation.status): {"description": operation.about, "content": answers},
            "default": {
                "description": "A refusal, with its reason",
                "content": {JSON: {"schema": known[_key(Refusal)]}},
            },
        },
    }
    if operation.body is not None:
        made["requestBody"] = {"required": True, "content": {JSON: {"schema": known[_key(operation.body)]}}}
    if operation.whose != "anybody":
        made["security"] = HOST if operation.whose == "host" else PERSON
    return made


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in PATH_PARAMETER.findall(path)
    ]


def _parameter(query: Query, known: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.about,
        "schema": known[_key(query.kind)],
    }
