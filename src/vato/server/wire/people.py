"""Members: how somebody becomes one, proves to be one, and sees to their account."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from vato.server.wire.fields import Body, Name, sent

Encoded = Annotated[str, Field(min_length=1, max_length=8_000, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes as base64url, without padding."""
KeyId = Annotated[str, Field(min_length=1, max_length=1_400, pattern=r"^[A-Za-z0-9_-]+$")]
Password = Annotated[str, Field(max_length=1_000)]


class NewPasskey(Body):
    """A passkey that a browser has just made, as its `AuthenticatorAttestationResponse` has it."""

    id: KeyId
    client_data: Encoded
    attestation: Encoded


class UsedPasskey(Body):
    """A passkey that was used, as a browser's `AuthenticatorAssertionResponse` has it."""

    id: KeyId
    client_data: Encoded
    authenticator_data: Encoded
    signature: Encoded


class SignUpByPassword(Body):
    """Somebody who becomes a member with a password."""

    name: Name
    password: Password


class SignUpByPasskey(Body):
    """Somebody who becomes a member with a passkey."""

    name: Name
    passkey: NewPasskey


class SignIn(Body):
    """Somebody who says that they are a member."""

    games: bool = True
    """Whether the games that were played on this device before, by nobody's name, are the member's from now on"""


class SignInByPassword(SignIn):
    """A member by name and password."""

    name: Name
    password: Password


class SignInByPasskey(SignIn):
    """A member by a passkey, which says who they are."""

    passkey: UsedPasskey


class SignInByCode(SignIn):
    """A member by name and one of their recovery codes, which is good once."""

    name: Name
    code: Annotated[str, Field(max_length=200)]


class ChangePassword(Body):
    """A password instead of the one before, or the first one."""

    password: Password


class AddPasskey(Body):
    """Another passkey of a member."""

    passkey: NewPasskey


@sent
class Challenge(TypedDict):
    """What a passkey is made or used for, once and within five minutes."""

    challenge: str
    """Bytes as base64url."""
    place: str
    """The name of this server to which a passkey belongs (`rp.id`)."""
    user: str
    """For whom a new one would be (`user.id`), bytes as base64url."""


@sent
class Me(TypedDict):
    """Who somebody is here."""

    member: bool
    name: str
    """Empty for a visitor."""
    games: int
    """How many games were played on this device by nobody's name."""


@sent
class Closed(TypedDict):
    """What a member is told nothing about while a rated game of theirs goes on."""

    games: list[str]
    """No engine, no tables and no book of these."""


@sent
class Joined(TypedDict):
    """A new member."""

    name: str
    codes: list[str]
    """Recovery codes to be printed: they are told once."""


@sent
class Codes(TypedDict):
    """New recovery codes, instead of all before: they are told once."""

    codes: list[str]


@sent
class SignedIn(TypedDict):
    """A member who has signed in, or done something about their account."""

    name: str


@sent
class PasskeyEntry(TypedDict):
    """A passkey of a member."""

    id: str
    device: str
    """Where it was made, in words such as `Firefox, Linux`."""
    created: int


@sent
class SessionEntry(TypedDict):
    """A device on which a member is signed in."""

    id: str
    device: str
    created: int
    seen: int
    """When it was last used, to the hour."""
    here: bool
    """Whether it is the one that asks."""


@sent
class Account(TypedDict):
    """What is known about a member; the member alone sees it."""

    name: str
    created: int
    password: bool
    """Whether there is one."""
    codes: int
    """How many recovery codes are left."""
    passkeys: list[PasskeyEntry]
    sessions: list[SessionEntry]
    fresh: bool
    """Whether they signed in lately enough to change what proves who they are."""
    moderator: bool
    """Whether they see to what is reported."""
