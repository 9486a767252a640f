/**
 * Makes elements. The one place that turns data into DOM: text goes in as text, never as markup.
 */

/**
 * @typedef {string | number | boolean | null | undefined} Plain
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{class?: string, text?: string | number, value?: string, checked?: boolean, on?: Record<string, (event: any) => void>,
 *            data?: Record<string, Plain>, [attribute: string]: any}} Look
 */

/** What is a property rather than an attribute, because the attribute is only its first value. */
const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "hidden", "open", "readOnly", "indeterminate"]);

/**
 * Return a new element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Look} [look] attributes, and `class`, `text`, `data` (data-*) and `on` (listeners)
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, look = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, look);
  element.append(.../** @type {(Node | string)[]} */ (children.flat().filter(isShown)));
  return element;
}

/**
 * Return a new SVG element.
 * @param {string} tag
 * @param {Look} [look]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function draw(tag, look = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, look);
  element.append(.../** @type {(Node | string)[]} */ (children.filter(isShown)));
  return element;
}

/**
 * Replace all children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(.../** @type {(Node | string)[]} */ (children.flat().filter(isShown)));
}

/**
 * Return the element that a selector finds, which must be there.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function find(root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** @param {Child} child */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * @param {Element} element
 * @param {Look} look
 */
function dress(element, look) {
  for (const [name, value] of Object.entries(look)) {
    if (value === undefined || value === null) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "on")
      for (const [type, listener] of Object.entries(value))
        element.addEventListener(type, /** @type {any} */ (listener));
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (PROPERTIES.has(name)) Reflect.set(element, name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
}
