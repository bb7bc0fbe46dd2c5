import type { Point } from '../../kit/charts/path.ts';

export interface Place {
  lon: number;
  lat: number;
}
/** Viewport of the map: its centre, and degrees of latitude per pixel. Points of the picture are in pixels from its middle. */
export interface Sight extends Place {
  degreesPerPx: number;
}

const CLOSEST = 0.02 / 800; // some 2 km across the picture
const FARTHEST = 180 / 200;
const MARGIN = 1.25;
/** Smallest extent of the map: a single station, or a fleet in one street, is shown with the land around it. */
const LEAST_DEGREES = 1;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Equirectangular projection, true along the parallel of the middle: shapes are right where the reader looks. */
const squeeze = ({ lat }: Place): number => Math.max(0.1, Math.cos(radians(lat)));

export function toPixels(sight: Sight, { width, height }: { width: number; height: number }) {
  const k = squeeze(sight) / sight.degreesPerPx;
  return ({ lon, lat }: Place): Point => ({
    x: width / 2 + (lon - sight.lon) * k,
    y: height / 2 - (lat - sight.lat) / sight.degreesPerPx,
  });
}

/** Viewport with all places, and some room around them. */
export function sightOf(places: readonly Place[], { width, height }: { width: number; height: number }): Sight {
  const lons = places.map(({ lon }) => lon);
  const lats = places.map(({ lat }) => lat);
  const [west, east] = places.length ? [Math.min(...lons), Math.max(...lons)] : [-170, 170];
  const [south, north] = places.length ? [Math.min(...lats), Math.max(...lats)] : [-55, 72];
  const middle = { lon: (west + east) / 2, lat: (south + north) / 2 };
  const across = ((east - west) * squeeze(middle)) / width;
  const upright = (north - south) / height;
  const least = LEAST_DEGREES / Math.min(width, height);
  return bounded({ ...middle, degreesPerPx: Math.max(across * MARGIN, upright * MARGIN, least) });
}

export const bounded = ({ lon, lat, degreesPerPx }: Sight): Sight => ({
  lon: Math.min(180, Math.max(-180, lon)),
  lat: Math.min(85, Math.max(-85, lat)),
  degreesPerPx: Math.min(FARTHEST, Math.max(CLOSEST, degreesPerPx)),
});

const placeAt = (sight: Sight, { x, y }: Point): Place => ({
  lon: sight.lon + (x * sight.degreesPerPx) / squeeze(sight),
  lat: sight.lat - y * sight.degreesPerPx,
});

/** By so many pixels to the east and to the south. */
export const moved = (sight: Sight, dx: number, dy: number): Sight =>
  bounded({ ...sight, ...placeAt(sight, { x: dx, y: dy }) });

export const closer = (sight: Sight, factor: number): Sight =>
  bounded({ ...sight, degreesPerPx: sight.degreesPerPx / factor });

/** Drag and pinch: the place that was under `from` comes under `to`, with the picture `factor` times as large. */
export function pinched(sight: Sight, from: Point, to: Point, factor: number): Sight {
  const place = placeAt(sight, from);
  const { degreesPerPx } = closer(sight, factor);
  const lat = place.lat + to.y * degreesPerPx;
  const lon = place.lon - (to.x * degreesPerPx) / squeeze({ ...place, lat });
  return bounded({ lon, lat, degreesPerPx });
}
