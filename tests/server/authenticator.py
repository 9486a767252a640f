"""A device with passkeys for the tests: it answers challenges as a browser would, or as somebody who cheats."""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey, and how often it was used."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.flags = PRESENT | VERIFIED
        self.uses = 0
        self._id = os.urandom(32)
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def id(self) -> str:
        return bytes_to_base64url(self._id)

    def make(self, challenge: dict[str, str]) -> dict[str, str]:
        """Return what a browser sends of a new passkey."""
        point = self._key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + cbor2.dumps(public)
        data = self._data(challenge["place"], ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return {
            "id": self.id,
            "client_data": bytes_to_base64url(self._client("webauthn.create", challenge)),
            "attestation": bytes_to_base64url(attestation),
        }

    def use(self, challenge: dict[str, str]) -> dict[str, str]:
        """Return what a browser sends when the passkey is used."""
        self.uses += 1
        data, client = self._data(challenge["place"]), self._client("webauthn.get", challenge)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": self.id,
            "client_data": bytes_to_base64url(client),
            "authenticator_data": bytes_to_base64url(data),
            "signature": bytes_to_base64url(signature),
        }

    def _data(self, place: str, more: int = 0) -> bytes:
        return hashlib.sha256(place.encode()).digest() + bytes([self.flags | more]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: dict[str, str]) -> bytes:
        said: dict[str, Any] = {"type": kind, "challenge": challenge["challenge"], "origin": self.origin}
        assert base64url_to_bytes(challenge["challenge"])
        return json.dumps(said).encode()
