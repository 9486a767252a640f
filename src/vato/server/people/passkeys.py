"""Passkeys: a challenge that is good once, and what a browser made of it, verified by webauthn.

A passkey belongs to the name by which the server is reached, and browsers know none for a bare address.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    RegistrationCredential,
)

from vato.server.http.refusals import Refusal
from vato.server.wire import people as wire

CHALLENGE_MS = 5 * 60 * 1000


def refused() -> Refusal:
    """Return the refusal of a passkey, whatever is wrong with it."""
    return Refusal("This passkey could not be used; try again.", code="not_proved", status=403)


@dataclass(frozen=True)
class Place:
    """By which address somebody came, which the guard has seen to be one of ours."""

    origin: str
    name: str

    @classmethod
    def of(cls, connection: HTTPConnection) -> Place:
        """Return where a request came to."""
        origin = connection.headers.get("origin") or f"{connection.url.scheme}://{connection.headers.get('host', '')}"
        return cls(origin, urlsplit(origin).hostname or "")


@dataclass(frozen=True)
class Passkey:
    """What is kept of a passkey."""

    id: str
    public_key: str
    uses: int
    """As its device counts them; many do not."""


def challenge_of(client_data: str) -> str:
    """Return the challenge that a browser says it answered, which nobody has verified."""
    try:
        return bytes_to_base64url(parse_client_data_json(base64url_to_bytes(client_data)).challenge)
    except Exception as error:  # garbage fails in as many ways as there are formats
        raise refused() from error


def hashed(text: str) -> str:
    """Return what the database knows of a challenge."""
    return hashlib.sha256(text.encode()).hexdigest()


def handle(member: str) -> str:
    """Return what a device keeps of a member with their passkey: so that another one of theirs takes its place."""
    return bytes_to_base64url(member.encode())


def made(sent: wire.NewPasskey, challenge: str, place: Place) -> Passkey:
    """Return a new passkey, if it was made for this challenge and place by somebody who proved to be there."""
    try:
        response = AuthenticatorAttestationResponse(
            client_data_json=base64url_to_bytes(sent.client_data),
            attestation_object=base64url_to_bytes(sent.attestation),
        )
        verified = verify_registration_response(
            credential=RegistrationCredential(sent.id, base64url_to_bytes(sent.id), response),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=place.name,
            expected_origin=place.origin,
            require_user_verification=True,
        )
    except Exception as error:  # garbage fails in as many ways as there are formats
        raise refused() from error
    key = bytes_to_base64url(verified.credential_public_key)
    return Passkey(bytes_to_base64url(verified.credential_id), key, verified.sign_count)


def used(sent: wire.UsedPasskey, known: Passkey, challenge: str, place: Place) -> Passkey:
    """Return a passkey after this use, if it was used for this challenge and place."""
    try:
        response = AuthenticatorAssertionResponse(
            client_data_json=base64url_to_bytes(sent.client_data),
            authenticator_data=base64url_to_bytes(sent.authenticator_data),
            signature=base64url_to_bytes(sent.signature),
        )
        verified = verify_authentication_response(
            credential=AuthenticationCredential(sent.id, base64url_to_bytes(sent.id), response),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=place.name,
            expected_origin=place.origin,
            credential_public_key=base64url_to_bytes(known.public_key),
            credential_current_sign_count=known.uses,
            require_user_verification=True,
        )
    except Exception as error:  # garbage fails in as many ways as there are formats
        raise refused() from error
    return Passkey(known.id, known.public_key, verified.new_sign_count)
