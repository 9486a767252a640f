/**
 * What this browser remembers between visits. A browser that forbids it still plays; it only forgets.
 */

/**
 * Return what was remembered under a key, or the fallback.
 * @template Value
 * @param {string} key
 * @param {Value} fallback
 * @returns {Value}
 */
export function recall(key, fallback) {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    return typeof fallback === "string" ? /** @type {Value} */ (text) : JSON.parse(text);
  } catch {
    return fallback;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // Full or forbidden: the choice holds until the page is left.
  }
}
