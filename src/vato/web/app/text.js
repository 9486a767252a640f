/**
 * All visible words: the message catalogue of the chosen language, plural forms, numbers and dates.
 * Nothing else in the app holds a sentence.
 */

import { recall, remember } from "./memory.js";

/** @typedef {import("./wire").Messages} Messages @typedef {import("./wire").Language} Language */

const STORED = "vato.language";

/** @type {Messages} */
let catalogue = { language: "en", direction: "ltr", messages: {} };
let plurals = new Intl.PluralRules("en");

/** Return the code of the language the app speaks now. */
export const language = () => catalogue.language;

/**
 * Return a text by its key, with values put in for `{names}`; the plural form follows `values.count`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return known(key, values) ?? key;
}

/**
 * Return a text by its key, or the fallback where the catalogue has none: for names that come from the server.
 * @param {string} key
 * @param {string} fallback
 */
export function named(key, fallback) {
  return known(key, {}) ?? fallback;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
function known(key, values) {
  const message = catalogue.messages[key];
  if (message === undefined || message === "") return undefined;
  const text =
    typeof message === "string"
      ? message
      : (message[plurals.select(Number(values.count ?? 0))] ?? message.other ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}

/**
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(value, options) {
  return new Intl.NumberFormat(catalogue.language, options).format(value);
}

/**
 * Return a date as people say it: the time today, else the day.
 * @param {number} moment in milliseconds
 */
export function formatDate(moment) {
  const date = new Date(moment);
  const today = new Date().toDateString() === date.toDateString();
  const style = /** @type {Intl.DateTimeFormatOptions} */ (today ? { timeStyle: "short" } : { dateStyle: "medium" });
  return new Intl.DateTimeFormat(catalogue.language, style).format(date);
}

/**
 * Return names as a list in the language's own way.
 * @param {string[]} parts
 */
export function formatList(parts) {
  return new Intl.ListFormat(catalogue.language, { type: "unit", style: "narrow" }).format(parts);
}

/**
 * Return a phrase as a sentence begins: with a capital letter.
 * @param {string} phrase
 */
export function sentence(phrase) {
  const [first = ""] = phrase;
  return first.toLocaleUpperCase(catalogue.language) + phrase.slice(first.length);
}

/**
 * Choose the language: the one asked for before, else the first of the browser's that the server offers.
 * @param {Language[]} offered
 */
export function chooseLanguage(offered) {
  const codes = offered.map((entry) => entry.code);
  const wishes = [recall(STORED, ""), ...navigator.languages];
  for (const wish of wishes) {
    const found = codes.find((code) => code === wish) ?? codes.find((code) => code === wish.split("-")[0]);
    if (found) return found;
  }
  return codes[0] ?? "en";
}

/**
 * Speak a language from now on.
 * @param {string} code
 * @param {boolean} [chosen] whether the user chose it
 */
export async function speak(code, chosen = false) {
  const answer = await fetch(`/api/messages/${encodeURIComponent(code)}`);
  if (!answer.ok) throw new Error(String(answer.status));
  catalogue = await answer.json();
  plurals = new Intl.PluralRules(catalogue.language);
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = catalogue.direction;
  if (chosen) remember(STORED, code);
}
