/**
 * Drawings of a page as a picture that stands alone: what style sheets say of them is written into it.
 */

/** What a shape may look like, and what it looks like where nothing is said. */
const LOOKS = {
  fill: "rgb(0, 0, 0)",
  "fill-opacity": "1",
  stroke: "none",
  "stroke-opacity": "1",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "stop-color": "rgb(0, 0, 0)",
  "stop-opacity": "1",
};
const LETTERS = { "font-family": "", "font-size": "", "text-anchor": "start", "dominant-baseline": "auto" };
/** What a group may have, too: it does not hand it down to what is in it. */
const ALL = { opacity: "1", transform: "none" };

/**
 * Return drawings that lie upon each other as one picture: an address that holds it.
 * @param {SVGElement[]} drawings in the document, all with the same view
 * @param {string} title
 * @param {{width: number, height: number}} size
 */
export function asPicture(drawings, title, { width, height }) {
  const whole = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const look = { viewBox: `0 0 ${width} ${height}`, width: `${width}`, height: `${height}`, role: "img" };
  for (const [name, value] of Object.entries(look)) whole.setAttribute(name, value);
  const named = document.createElementNS(whole.namespaceURI, "title");
  named.textContent = title;
  whole.append(named, ...drawings.flatMap((drawing) => [...drawing.children].flatMap(seen)));
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`;
}

/**
 * Return a part of a drawing with its looks, if it is seen.
 * @param {Element} part
 * @returns {Element[]}
 */
function seen(part) {
  const style = getComputedStyle(part);
  const inside = [...part.children];
  if (style.display === "none" || (style.visibility === "hidden" && !inside.length)) return [];
  const copy = /** @type {Element} */ (part.cloneNode(!inside.length));
  copy.removeAttribute("class");
  const looks = { ...ALL, ...(inside.length ? {} : LOOKS), ...(part.localName === "text" ? LETTERS : {}) };
  for (const [name, usual] of Object.entries(looks)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) copy.setAttribute(name, value.replaceAll('"', ""));
  }
  copy.append(...inside.flatMap(seen));
  return part.localName === "g" && !copy.hasChildNodes() ? [] : [copy];
}
