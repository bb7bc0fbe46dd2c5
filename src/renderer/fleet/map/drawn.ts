import type { Line } from './coast.ts';
import { type Sight, toPixels } from './projection.ts';

/** Points closer than this to the one before add nothing but work. */
const LEAST_PX = 0.7;
/** Land beyond the edges is drawn so far that a fill closes outside the picture. */
const BEYOND_PX = 40;

/** The land that is in sight, as the `d` of a path. A coast wholly on one side of the picture is left out. */
export function drawn(lines: readonly Line[], sight: Sight, size: { width: number; height: number }): string {
  const at = toPixels(sight, size);
  const pieces: string[] = [];
  for (const line of lines) {
    let [west, east, south, north] = [180, -180, 90, -90];
    for (let i = 0; i < line.length; i += 2) {
      const [lon, lat] = [line[i]!, line[i + 1]!];
      if (lon < west) west = lon;
      if (lon > east) east = lon;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
    }
    const [nw, se] = [at({ lon: west, lat: north }), at({ lon: east, lat: south })];
    if (se.x < -BEYOND_PX || se.y < -BEYOND_PX || nw.x > size.width + BEYOND_PX || nw.y > size.height + BEYOND_PX)
      continue;
    if (se.x - nw.x < LEAST_PX && se.y - nw.y < LEAST_PX) continue;
    pieces.push(piece(line, at));
  }
  return pieces.join('');
}

function piece(line: Line, at: ReturnType<typeof toPixels>): string {
  let path = '';
  let last = { x: Number.NaN, y: Number.NaN };
  for (let i = 0; i < line.length; i += 2) {
    const { x, y } = at({ lon: line[i]!, lat: line[i + 1]! });
    if (Math.abs(x - last.x) < LEAST_PX && Math.abs(y - last.y) < LEAST_PX) continue;
    path += `${path === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    last = { x, y };
  }
  return `${path}Z`;
}
