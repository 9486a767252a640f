/**
 * Web push in this browser: whether it can be had, whether it is on, turning it on and off, and what a click on a notice
 * leads to. Draws nothing.
 */

import { get, post } from "./api.js";
import { recall, remember } from "./memory.js";
import { me } from "./people.js";
import { go } from "./router.js";
import { language } from "./text.js";

/** For whom, and in which language, the server was last told. */
const STORED = "vato.push";
const whose = () => `${me.name} ${language()}`;

/** Whether this server pushes and this browser can be told. */
export const canPush = () =>
  "push" in document.body.dataset && "PushManager" in globalThis && "serviceWorker" in navigator && isSecureContext;

/** Return what this browser has subscribed to, if it has. */
async function current() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export const isOn = async () => canPush() && Notification.permission === "granted" && (await current()) !== null;

/** Ask to be told; returns whether the visitor lets this browser show notices. */
export async function turnOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const registration = await navigator.serviceWorker.ready;
  const { key } = await get("/api/push");
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  await tell(made);
  return true;
}

export async function turnOff() {
  const made = await current();
  if (!made) return;
  await made.unsubscribe();
  remember(STORED, "");
  await post("/api/push/end", { endpoint: made.endpoint });
}

/** Tell the server anew where somebody else has come, or another language; and follow clicks on notices. */
export async function beginPush() {
  if (!canPush()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.open === "string" && data.open.startsWith("/game/")) void go(data.open);
  });
  const made = await current();
  if (made && recall(STORED, "") !== whose()) await tell(made);
}

/** @param {PushSubscription} made */
async function tell(made) {
  const { keys } = made.toJSON();
  await post("/api/push", { endpoint: made.endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" });
  remember(STORED, whose());
}

/** @param {string} key as base64 for addresses */
function bytesOf(key) {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
