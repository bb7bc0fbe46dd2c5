import { signal, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { FleetStation } from '../../../contract/fleet.ts';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { useSize } from '../../kit/charts/size.ts';
import { figure, number } from '../../kit/format.ts';
import { focusable } from '../../kit/parts/focusable.ts';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { units } from '../../kit/settings.ts';
import { isSilent, isSuspect, nowS, stations } from '../fleet.ts';
import { toStation } from '../route.ts';
import { t } from '../texts/fleet.ts';
import { coastlines, type Line } from './coast.ts';
import { drawn } from './drawn.ts';
import { bounded, closer, moved, type Place, type Sight, sightOf, toPixels } from './projection.ts';

type Shown = Target | 'health';
const shown = signal<Shown>('temperature');
/** Null: all of them, however the picture's size changes. */
const looked = signal<Sight | null>(null);

const STEP_PX = 80;
const ZOOM = 1.6;
/** Size of a number beside a dot, in units of the map. */
const NUMBER = { width: 40, height: 17 };
const KEYS: Record<string, (sight: Sight) => Sight> = {
  ArrowLeft: (sight) => moved(sight, -STEP_PX, 0),
  ArrowRight: (sight) => moved(sight, STEP_PX, 0),
  ArrowUp: (sight) => moved(sight, 0, -STEP_PX),
  ArrowDown: (sight) => moved(sight, 0, STEP_PX),
  '+': (sight) => closer(sight, ZOOM),
  '-': (sight) => closer(sight, 1 / ZOOM),
};

interface Placed {
  station: FleetStation;
  place: Place;
}
const placed = (all: readonly FleetStation[]): Placed[] =>
  all.flatMap((station) =>
    station.revoked || station.latitude === null || station.longitude === null
      ? []
      : [{ station, place: { lat: station.latitude, lon: station.longitude } }],
  );

export function FleetMap() {
  const [ref, size] = useSize<HTMLDivElement>();
  const land = useSignal<readonly Line[]>([]);
  useEffect(() => {
    coastlines().then(
      (lines) => (land.value = lines),
      (error: unknown) => console.warn(error), // dots without land are still a map
    );
  }, []);
  const on = useComputed(() => placed(stations.value));
  const all = useComputed(() => on.value.map(({ place }) => place));
  const sight = useComputed(() => size.value && (looked.value ?? sightOf(all.value, size.value)));
  const coast = useComputed(() => (sight.value && size.value ? drawn(land.value, sight.value, size.value) : ''));
  const change = (by: (sight: Sight) => Sight): void => {
    if (sight.value) looked.value = by(sight.value);
  };
  const held = useRef<{ x: number; y: number } | null>(null);
  const placeless = stations.value.filter(({ revoked }) => !revoked).length - on.value.length;
  return (
    <section>
      <div class="row">
        <SegmentsOf label={t.fleet.map.show} of={shown} choices={{ ...t.targets, health: t.fleet.columns.health }} />
        <span class="row">
          <Button label={t.fleet.map.closer} sign="M2 6h8M6 2v8" press={() => change(KEYS['+']!)} />
          <Button label={t.fleet.map.farther} sign="M2 6h8" press={() => change(KEYS['-']!)} />
          <Button
            label={t.fleet.map.all}
            sign="M2 4.5V2h2.5M7.5 2H10v2.5M10 7.5V10H7.5M4.5 10H2V7.5"
            press={() => (looked.value = null)}
          />
        </span>
      </div>
      <div
        class={`map ${shown.value === 'health' ? '' : `tone-${shown.value}`}`}
        ref={ref}
        role="application"
        aria-label={t.fleet.map.label({ n: number(on.value.length) })}
        {...focusable}
        onKeyDown={(event) => {
          const key = KEYS[event.key];
          if (!key) return;
          event.preventDefault();
          change(key);
        }}
        onWheel={(event) => {
          event.preventDefault();
          change((now) => closer(now, event.deltaY < 0 ? 1.2 : 1 / 1.2));
        }}
        onPointerDown={({ clientX: x, clientY: y }) => (held.current = { x, y })}
        onPointerMove={(event) => {
          const from = held.current;
          if (!from || event.buttons === 0) return;
          held.current = { x: event.clientX, y: event.clientY };
          change((now) => bounded(moved(now, from.x - event.clientX, from.y - event.clientY)));
        }}
        onPointerUp={() => (held.current = null)}
      >
        {size.value && sight.value && (
          <svg viewBox={`0 0 ${size.value.width} ${size.value.height}`} aria-hidden="true">
            <path class="land" d={coast.value} />
            <Dots on={on.value} sight={sight.value} size={size.value} />
          </svg>
        )}
      </div>
      <p class="muted">
        {t.fleet.map.source}
        {placeless > 0 && ` · ${t.fleet.map.placeless({ n: placeless })}`}
      </p>
    </section>
  );
}

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
  on: Placed[];
  sight: Sight;
  size: { width: number; height: number; unit: number };
}
function Dots({ on, sight, size }: DotsProps) {
  const at = toPixels(sight, size);
  const inSight = on
    .map(({ station, place }) => ({ station, ...at(place) }))
    .filter(({ x, y }) => x > -20 && y > -20 && x < size.width + 20 && y < size.height + 20);
  const values = shown.value === 'health' ? null : TARGETS.find((target) => target === shown.value)!;
  const known = values ? inSight.flatMap(({ station }) => station[values] ?? []) : [];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const numbers = values ? readable(inSight, values, size.unit) : new Set();
  return (
    <>
      {inSight.map(({ station, x, y }) => {
        const value = values ? station[values] : null;
        const isOld = isSilent(station, nowS.value);
        const depth = value === null ? 0 : 0.25 + (0.75 * (value - low)) / (high - low || 1);
        return (
          <a key={station.id} href={toStation(station.id)} tabindex={-1}>
            <title>{station.name}</title>
            <circle
              class={`dot ${isOld ? 'silent' : values ? 'valued' : `is-${station.health}`} ${isSuspect(station) ? 'suspect' : ''}`}
              cx={x}
              cy={y}
              r={5.5 * size.unit}
              {...(values && !isOld && value !== null && { 'fill-opacity': depth.toFixed(2) })}
            />
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

const Button = ({ label, sign, press }: { label: string; sign: string; press: () => void }) => (
  <button type="button" class="button square" aria-label={label} title={label} onClick={press}>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <path d={sign} />
    </svg>
  </button>
);
