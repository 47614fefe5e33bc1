"""Passkeys: a key that somebody's device keeps; the server has its public half and knows no secret.

The library takes a third of a second to load, so it is loaded when the first passkey is made or used, beside the event
loop: whoever asks first has not had their share by that.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from importlib import import_module
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from koloda.core.errors import KolodaError
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.person_book import Passkey

CHALLENGE_BYTES = 32
CHALLENGE_SECONDS = 300.0
MAX_PASSKEYS = 10
SITE_NAME = "Koloda"


class BadPasskey(KolodaError):
    """What a browser says of a passkey does not fit."""


class Site(NamedTuple):
    """The address of the page, as a browser tells it; keys count for its host."""

    origin: str

    @property
    def host(self) -> str:
        """Without the port."""
        return urlsplit(self.origin).hostname or ""


async def load() -> None:
    """Before anything else is done here."""
    await asyncio.to_thread(import_module, "webauthn")


def new_challenge() -> str:
    """What a device has to sign."""
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(secrets.token_bytes(CHALLENGE_BYTES))


def to_register(site: Site, person: str, name: str, known: list[Passkey], challenge: str) -> dict[str, Any]:
    """What a browser is asked so that it makes a passkey; not one more where it has one."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = generate_registration_options(
        rp_id=site.host,
        rp_name=SITE_NAME,
        user_id=person.encode("utf-8"),
        user_name=name or SITE_NAME,
        user_display_name=name or SITE_NAME,
        challenge=base64url_to_bytes(challenge),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known],
    )
    return _json(options_to_json(options))


def registered(site: Site, person: str, label: str, challenge: str, credential: dict[str, Any]) -> Passkey:
    """The passkey that a browser has made."""
    from webauthn import verify_registration_response
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except Exception as error:  # whatever a stranger's bytes do to the library
        raise BadPasskey("no-passkey", REFUSALS["no-passkey"]) from error
    now, key = time.time(), bytes_to_base64url(made.credential_id)
    return Passkey(key, person, made.credential_public_key.hex(), label, now, now, made.sign_count)


def to_sign_in(site: Site, challenge: str) -> dict[str, Any]:
    """What a browser is asked so that it shows whichever passkey it has for this site."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers import base64url_to_bytes

    options = generate_authentication_options(rp_id=site.host, challenge=base64url_to_bytes(challenge))
    return _json(options_to_json(options))


def used(site: Site, passkey: Passkey, challenge: str, credential: dict[str, Any]) -> Passkey | None:
    """The passkey after it was used; None if the answer is not by it."""
    from webauthn import verify_authentication_response
    from webauthn.helpers import base64url_to_bytes

    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=bytes.fromhex(passkey.public_key),
            credential_current_sign_count=passkey.uses,
        )
    except Exception:  # whatever a stranger's bytes do to the library
        return None
    return passkey._replace(uses=verified.new_sign_count, seen=time.time())


def _json(text: str) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(text)
    return options
