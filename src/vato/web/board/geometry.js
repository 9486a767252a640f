/**
 * Where things lie in the picture as it is seen now, from either side of the board. Knows the layout, draws nothing.
 */

/** @typedef {import("../types").Layout} Layout @typedef {{x: number, y: number}} Spot */

/** How much of the frame a narrow board gives up, so that its points lie far enough apart for a thumb. */
const NARROW_CROP = 0.3;

/**
 * A board as seen: positions of its points, turned by half a circle where it is flipped, and by a quarter where it stands
 * upright: what is its lower side then lies on the left.
 */
export class View {
  /**
   * @param {Layout} layout
   * @param {boolean} flipped
   * @param {boolean} narrow
   * @param {boolean} upright
   */
  constructor(layout, flipped, narrow, upright) {
    this.layout = layout;
    this.flipped = flipped;
    this.upright = upright;
    /** How large all of it is, with the whole frame. */
    this.full = upright ? { width: layout.height, height: layout.width } : { width: layout.width, height: layout.height };
    this.crop = narrow ? layout.border * NARROW_CROP : 0;
    /** @type {Map<string, Spot>} */
    this.spots = new Map(layout.points.map(({ name, x, y }) => [name, this.turned({ x, y })]));
    this.spacing = closest([...this.spots.values()]);
    /** How far from a point it can still be touched: as far as the neighbours leave room. */
    this.touch = Math.max(layout.piece.reach, this.spacing / 2) * 1.15;
  }

  get width() {
    return this.full.width - 2 * this.crop;
  }

  get height() {
    return this.full.height - 2 * this.crop;
  }

  /** The part of the picture that is seen, as SVG's viewBox. */
  get box() {
    return `${this.crop} ${this.crop} ${this.width} ${this.height}`;
  }

  /**
   * Return where a spot of the layout is seen.
   * @param {Spot} spot
   * @returns {Spot}
   */
  turned({ x, y }) {
    const { width, height } = this.layout;
    const spot = this.flipped ? { x: width - x, y: height - y } : { x, y };
    return this.upright ? { x: height - spot.y, y: spot.x } : spot;
  }

  /**
   * Return where a point is seen.
   * @param {string} name
   * @returns {Spot}
   */
  spot(name) {
    const spot = this.spots.get(name);
    if (!spot) throw new Error(`the layout has no point ${name}`);
    return spot;
  }

  /**
   * Return a heading as it is seen.
   * @param {number} heading
   */
  heading(heading) {
    return (heading + (this.flipped ? 180 : 0) + (this.upright ? 90 : 0)) % 360;
  }

  /**
   * Return the point nearest to a spot, if it is near enough to be meant.
   * @param {Spot} spot
   * @param {number} [within]
   * @returns {string | null}
   */
  nearest(spot, within = this.touch) {
    let found = null;
    let least = within;
    for (const [name, { x, y }] of this.spots) {
      const away = Math.hypot(x - spot.x, y - spot.y);
      if (away <= least) [found, least] = [name, away];
    }
    return found;
  }

  /**
   * Return the next point in a direction, for those who go by keys: the nearest, what lies straight ahead first.
   * @param {string} name
   * @param {number} right
   * @param {number} down
   * @returns {string | null}
   */
  neighbour(name, right, down) {
    const from = this.spot(name);
    let found = null;
    let least = Infinity;
    for (const [other, { x, y }] of this.spots) {
      const ahead = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down - (y - from.y) * right);
      if (ahead <= 0 || aside > ahead) continue;
      const cost = ahead + 2 * aside;
      if (cost < least) [found, least] = [other, cost];
    }
    return found;
  }

  /** Return the points in reading order, row by row as seen. */
  get rows() {
    /** @type {Map<number, string[]>} */
    const rows = new Map();
    for (const [name, { y }] of this.spots) {
      const line = Math.round(y);
      rows.set(line, [...(rows.get(line) ?? []), name]);
    }
    const columns = [...new Set([...this.spots.values()].map(({ x }) => Math.round(x)))].sort((a, b) => a - b);
    return [...rows.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, names]) =>
        names
          .map((name) => ({ name, column: columns.indexOf(Math.round(this.spot(name).x)) + 1 }))
          .sort((a, b) => a.column - b.column),
      );
  }
}

/**
 * Return the least distance between any two spots.
 * @param {Spot[]} spots
 */
function closest(spots) {
  let least = Infinity;
  spots.forEach((one, index) => {
    for (const other of spots.slice(index + 1)) least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
  });
  return least;
}

/**
 * Return the spot at a distance from `start` on the way to `end`.
 * @param {Spot} start
 * @param {Spot} end
 * @param {number} distance
 * @returns {Spot}
 */
export function along(start, end, distance) {
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  return { x: start.x + (distance * (end.x - start.x)) / length, y: start.y + (distance * (end.y - start.y)) / length };
}

/**
 * Return the path data of straight strokes through spots.
 * @param {Spot[]} spots
 */
export function strokes(spots) {
  return spots.map(({ x, y }, index) => `${index ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

/**
 * Return the path data of an arrow's head with its tip at `tip`, seen from `from`.
 * @param {Spot} from
 * @param {Spot} tip
 * @param {number} size
 */
export function head(from, tip, size) {
  const length = Math.hypot(tip.x - from.x, tip.y - from.y) || 1;
  const [right, down] = [(tip.x - from.x) / length, (tip.y - from.y) / length];
  const corner = (/** @type {number} */ back, /** @type {number} */ side) => ({
    x: tip.x - back * size * right - side * size * down,
    y: tip.y - back * size * down + side * size * right,
  });
  return `${strokes([tip, corner(1.15, 0.72), corner(1.15, -0.72)])}Z`;
}

/**
 * Return the path data of a five-pointed star.
 * @param {Spot} middle
 * @param {number} radius
 */
export function star(middle, radius) {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const reach = index % 2 ? radius * 0.44 : radius;
    const angle = (index * Math.PI) / 5;
    return { x: middle.x + reach * Math.sin(angle), y: middle.y - reach * Math.cos(angle) };
  });
  return `${strokes(corners)}Z`;
}

/**
 * Return the path data of a diagonal cross.
 * @param {Spot} middle
 * @param {number} arm
 */
export function cross({ x, y }, arm) {
  return `M${x - arm} ${y - arm}L${x + arm} ${y + arm}M${x + arm} ${y - arm}L${x - arm} ${y + arm}`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;
