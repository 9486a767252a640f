/**
 * All visible words: the message catalogue of the chosen language, plural forms, numbers and dates.
 * Nothing else in the app holds a sentence.
 */

import { recall, remember } from "./memory.js";

/** @typedef {import("./wire").Messages} Messages @typedef {import("./wire").Language} Language */

const STORED = "vato.language";
const LAST = "vato.spoken";

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
 * @param {Record<string, string | number>} [values]
 */
export function named(key, fallback, values = {}) {
  return known(key, values) ?? fallback;
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
    if (typeof value === "number") return formatNumber(value);
    // A name or a move runs its own way, whatever stands around it.
    return catalogue.direction === "rtl" ? `\u2068${value}\u2069` : value;
  });
}

/**
 * Return a number as the language writes it, with a minus sign where many languages have a hyphen; no line breaks before
 * its unit.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(value, options) {
  return new Intl.NumberFormat(withBoardDigits(), options).format(value).replace("-", "\u2212").replaceAll(" ", "\u00a0");
}

/**
 * Return a date as people say it: the time today, else the day.
 * @param {number} moment in milliseconds
 */
export function formatDate(moment) {
  const date = new Date(moment);
  const today = new Date().toDateString() === date.toDateString();
  const style = /** @type {Intl.DateTimeFormatOptions} */ (today ? { timeStyle: "short" } : { dateStyle: "medium" });
  return new Intl.DateTimeFormat(withBoardDigits(region()), style).format(date);
}

/**
 * Return a moment to be there at: the time, with the day unless that is today.
 * @param {number} moment in milliseconds
 */
export function formatMoment(moment) {
  const date = new Date(moment);
  const today = new Date().toDateString() === date.toDateString();
  const style = /** @type {Intl.DateTimeFormatOptions} */ ({ timeStyle: "short", ...(today ? {} : { dateStyle: "medium" }) });
  return new Intl.DateTimeFormat(withBoardDigits(region()), style).format(date);
}

/**
 * Return the day of a moment, also today.
 * @param {number} moment in milliseconds
 */
export const formatDay = (moment) =>
  new Intl.DateTimeFormat(withBoardDigits(region()), { dateStyle: "medium" }).format(new Date(moment));

const MINUTE = 60_000;
/** What a time is told in, from the largest on: each with how many milliseconds it has, and how long its word is. */
const UNITS = /** @type {const} */ ([
  ["day", 1440 * MINUTE, "long"],
  // Not narrow: that is a Latin letter in languages which have none.
  ["hour", 60 * MINUTE, "short"],
  ["minute", MINUTE, "short"],
]);

/**
 * Return a long time as people say it, in its two largest units: 2 days 3 hr.
 * @param {number} length in milliseconds
 */
export function formatDuration(length) {
  const first = Math.max(0, UNITS.findIndex(([, size]) => length >= size));
  const parts = UNITS.slice(first, first + 2).map(([unit, size, unitDisplay], place) => {
    const count = Math.floor((place === 0 ? length : length % (UNITS[first]?.[1] ?? length)) / size);
    return count === 0 && place > 0 ? "" : formatNumber(count, { style: "unit", unit, unitDisplay });
  });
  return parts.filter(Boolean).join(" ");
}

/** Return the language as the browser's own regions have it: English dates are not American everywhere. */
const region = () =>
  navigator.languages.find((wish) => wish.startsWith(`${catalogue.language}-`)) ?? catalogue.language;

/**
 * Return a language with the digits that stand on the board and in every move.
 * @param {string} [spoken]
 */
const withBoardDigits = (spoken = catalogue.language) => `${spoken}-u-nu-latn`;

/**
 * Return what reads from left to right in every language, such as a board's size, so that it does.
 * @param {string} text
 */
export const leftToRight = (text) => (catalogue.direction === "rtl" ? `\u2066${text}\u2069` : text);

/**
 * Return a phrase as a sentence begins: with a capital letter.
 * @param {string} phrase
 */
export function sentence(phrase) {
  const [first = ""] = phrase;
  // In Greek a word loses its accent only where all of it is in capitals, which the locale's own way takes for granted.
  const capital = catalogue.language === "el" ? first.toUpperCase() : first.toLocaleUpperCase(catalogue.language);
  return capital + phrase.slice(first.length);
}

/** Return the code of the language that was spoken last, if any was: most likely it is spoken again. */
export const spokenLast = () => recall(LAST, "");

/**
 * Choose the language: the one asked for before, else the first of the browser's that the server offers.
 * @param {Language[]} offered
 */
export function chooseLanguage(offered) {
  const codes = offered.map((entry) => entry.code);
  const wishes = [recall(STORED, ""), ...navigator.languages];
  for (const wish of wishes) {
    const found = matching(wish, codes);
    if (found) return found;
  }
  return codes[0] ?? "en";
}

/**
 * Return the code that suits a wish best: the same, in the same script, or of the same language.
 * @param {string} wish such as `zh-TW`
 * @param {string[]} codes
 */
function matching(wish, codes) {
  if (codes.includes(wish)) return wish;
  try {
    const { language, script } = new Intl.Locale(wish).maximize();
    const suitable = [`${language}-${script}`, language];
    return codes.find((code) => suitable.includes(code)) ?? codes.find((code) => code.startsWith(`${language}-`));
  } catch {
    return undefined; // not a language at all, as what was remembered long ago may be
  }
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
  remember(LAST, code);
  if (chosen) remember(STORED, code);
}
