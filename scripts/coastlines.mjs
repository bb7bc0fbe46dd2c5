// node scripts/coastlines.mjs LAND-50M.JSON: makes static/coast/coast.txt, what a fleet is drawn on. Natural Earth's land in 1:50
// million, as the npm package world-atlas carries it ("npm pack" it and unpack land-50m.json); a megabyte of tools that nobody else needs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** What is closer to the line than this is left out, and what is smaller is no island: degrees. */
const TOLERANCE = 0.026;
const STEP = 0.01;

const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write('usage: node scripts/coastlines.mjs LAND-50M.JSON\n');
  process.exit(1);
}
const { arcs, transform } = JSON.parse(readFileSync(source, 'utf8'));
const { scale, translate } = transform;

/** Topojson tells each point by its distance from the one before, in steps of `scale`. */
const unpack = (arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
};

/** Douglas & Peucker (1973): the point farthest from a straight line stays if it is far enough, and parts the line in two. */
function thinned(points, from = 0, to = points.length - 1) {
  const [[ax, ay], [bx, by]] = [points[from], points[to]];
  const length = Math.hypot(bx - ax, by - ay);
  let [farthest, most] = [from, 0];
  for (let i = from + 1; i < to; i++) {
    const [x, y] = points[i];
    const off =
      length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
    if (off > most) [farthest, most] = [i, off];
  }
  if (most <= TOLERANCE) return [points[from], points[to]];
  return [...thinned(points, from, farthest).slice(0, -1), ...thinned(points, farthest, to)];
}

/** Numbers as letters, five bits in each, the lowest first (Google's polylines); those that go on are the later half. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const letters = (value) => {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  let text = '';
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += LETTERS[32 + (rest % 32)];
  return text + LETTERS[rest];
};

const lines = arcs
  .map(unpack)
  .map((points) => thinned(points))
  .filter((points) => points.length > 2)
  .map((points) => {
    let [x, y] = [0, 0];
    return points
      .map(([lon, lat]) => {
        const [nx, ny] = [Math.round(lon / STEP), Math.round(lat / STEP)];
        const text = letters(nx - x) + letters(ny - y);
        [x, y] = [nx, ny];
        return text;
      })
      .join('');
  });
const folder = join(root, 'static/coast');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'coast.txt'), `${lines.join('\n')}\n`);
writeFileSync(
  join(folder, 'LICENSE.txt'),
  `Coastlines: Made with Natural Earth (naturalearthdata.com), land in 1:50 million, in the public domain.
Taken from the npm package world-atlas (c) 2013-2019 Michael Bostock, ISC licence, and made smaller by scripts/coastlines.mjs.
`,
);
process.stdout.write(`${lines.length} coastlines, ${lines.join('\n').length + 1} bytes\n`);
