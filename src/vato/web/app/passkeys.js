/**
 * Passkeys, as the browser makes and uses them: bytes to text and back, and the same sentence for whatever went wrong.
 */

import { RequestFailed } from "./api.js";
import { t } from "./text.js";

/** @typedef {import("./wire").Challenge} Challenge */

/** The kinds of keys that the server can verify: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const PATIENCE_MS = 5 * 60 * 1000;

/** Whether passkeys can be had here: a browser knows none for an address of numbers, or without https. */
export const hasPasskeys = () =>
  globalThis.isSecureContext && "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/**
 * Make a passkey for whoever the challenge is for.
 * @param {Challenge} given
 * @param {string} name what the browser calls it by
 * @returns {Promise<import("./wire").NewPasskey>}
 */
export async function makePasskey(given, name) {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(given.challenge),
        rp: { id: given.place, name: "vato" },
        user: { id: bytesOf(given.user), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        timeout: PATIENCE_MS,
      },
    }),
  );
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return { id: made.id, client_data: textOf(clientDataJSON), attestation: textOf(attestationObject) };
}

/**
 * Let somebody choose one of their passkeys, and use it.
 * @param {Challenge} given
 * @returns {Promise<import("./wire").UsedPasskey>}
 */
export async function usePasskey(given) {
  const used = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(given.challenge),
        rpId: given.place,
        userVerification: "required",
        timeout: PATIENCE_MS,
      },
    }),
  );
  const { clientDataJSON, authenticatorData, signature } = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  return {
    id: used.id,
    client_data: textOf(clientDataJSON),
    authenticator_data: textOf(authenticatorData),
    signature: textOf(signature),
  };
}

/**
 * @param {() => Promise<Credential | null>} ask
 * @returns {Promise<PublicKeyCredential>}
 */
async function asked(ask) {
  const found = await ask().catch(() => null);
  if (!(found instanceof PublicKeyCredential)) throw new RequestFailed(t("account.no_passkey"), "no_passkey", 0);
  return found;
}

/** @param {string} text base64url */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer} bytes */
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
