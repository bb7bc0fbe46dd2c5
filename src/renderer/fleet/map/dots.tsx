import type { FleetStation } from '../../../contract/fleet.ts';
import type { Target } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { figure } from '../../kit/format.ts';
import { isSilent, isSuspect, nowS } from '../fleet.ts';
import { SHAPES } from '../health.tsx';
import { toStation } from '../route.ts';
import { type Place, type Sight, toPixels } from './projection.ts';

/** Quantity that the dots show. */
export type Shown = Target | 'health';
export interface Placed extends Place {
  station: FleetStation;
}

/** Size of a number beside a dot, in units of the map. */
const NUMBER = { width: 40, height: 17 };

interface InSight {
  station: FleetStation;
  x: number;
  y: number;
}

/** Chooses which labels to draw: of two that overlap, the one that does not fit its neighbours, else the first. */
function readable(inSight: readonly InSight[], target: Target, unit: number): Set<FleetStation> {
  const said = inSight.filter(({ station }) => station[target] !== null);
  const inOrder = [...said].sort((a, b) => Number(isSuspect(b.station)) - Number(isSuspect(a.station)));
  const written: InSight[] = [];
  for (const one of inOrder) {
    const isFree = written.every(
      ({ x, y }) => Math.abs(x - one.x) >= NUMBER.width * unit || Math.abs(y - one.y) >= NUMBER.height * unit,
    );
    if (isFree) written.push(one);
  }
  return new Set(written.map(({ station }) => station));
}

interface DotsProps {
  on: readonly Placed[];
  shown: Shown;
  sight: Sight;
  size: { width: number; height: number; unit: number };
}
/** Stations in sight: a dot each, and their numbers as far as they can be read. */
export function Dots({ on, shown, sight, size }: DotsProps) {
  const at = toPixels(sight, size);
  const inSight = on
    .map((one) => ({ station: one.station, ...at(one) }))
    .filter(({ x, y }) => x > -20 && y > -20 && x < size.width + 20 && y < size.height + 20);
  const values = shown === 'health' ? null : shown;
  const known = values ? inSight.flatMap(({ station }) => station[values] ?? []) : [];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const numbers = values ? readable(inSight, values, size.unit) : new Set();
  return (
    <>
      {inSight.map(({ station, x, y }) => {
        const value = values ? station[values] : null;
        const isOld = isSilent(station, nowS.value);
        const depth = value === null ? 0 : 0.25 + (0.75 * (value - low)) / (high - low || 1);
        const kind = isOld ? 'silent' : values ? 'valued' : `is-${station.health}`;
        const look = `dot ${kind} ${isSuspect(station) ? 'suspect' : ''}`;
        return (
          <a key={station.id} href={toStation(station.id)} tabindex={-1}>
            <title>{station.name}</title>
            {values ? (
              <circle
                class={look}
                cx={x}
                cy={y}
                r={5.5 * size.unit}
                {...(!isOld && value !== null && { 'fill-opacity': depth.toFixed(2) })}
              />
            ) : (
              <path
                class={look}
                d={SHAPES[station.health]}
                transform={`translate(${x} ${y}) scale(${1.3 * size.unit}) translate(-5 -5)`}
              />
            )}
          </a>
        );
      })}
      {/* Above all dots: one that is drawn later would cover the number of one before. */}
      {values &&
        inSight.map(({ station, x, y }) => {
          const value = station[values];
          return (
            value !== null &&
            numbers.has(station) && (
              <text key={station.id} x={x} y={y - 9 * size.unit} text-anchor="middle">
                {figure(values, value, units.value)}
              </text>
            )
          );
        })}
    </>
  );
}
