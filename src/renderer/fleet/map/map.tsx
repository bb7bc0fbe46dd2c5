import { signal, useComputed, useSignal } from '@preact/signals';
import type { TargetedPointerEvent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { FleetStation } from '../../../contract/fleet.ts';
import type { Point } from '../../kit/charts/path.ts';
import { useSize } from '../../kit/charts/size.ts';
import { number } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { focusable } from '../../kit/parts/focusable.ts';
import { SegmentsOf } from '../../kit/parts/segments.tsx';
import { TARGET_NAMES } from '../../kit/target-names.ts';
import { stations } from '../fleet.ts';
import { t } from '../texts/fleet.ts';
import { coastlines, type Line } from './coast.ts';
import { Dots, type Placed, type Shown } from './dots.tsx';
import { drawn } from './drawn.ts';
import { Fingers } from './fingers.ts';
import { closer, moved, type Sight, sightOf } from './projection.ts';

const shown = signal<Shown>('temperature');
/** Viewport that the reader chose. Null: all stations, whatever the picture's size. */
const looked = signal<Sight | null>(null);

const STEP_PX = 80;
/** A finger that only touches a dot may move by so much. */
const TREMOR_PX = 8;
const ZOOM = 1.6;
const KEYS: Record<string, (sight: Sight) => Sight> = {
  ArrowLeft: (sight) => moved(sight, -STEP_PX, 0),
  ArrowRight: (sight) => moved(sight, STEP_PX, 0),
  ArrowUp: (sight) => moved(sight, 0, -STEP_PX),
  ArrowDown: (sight) => moved(sight, 0, STEP_PX),
  '+': (sight) => closer(sight, ZOOM),
  '-': (sight) => closer(sight, 1 / ZOOM),
};

const placed = (all: readonly FleetStation[]): Placed[] =>
  all.flatMap((station) =>
    station.revoked || station.latitude === null || station.longitude === null
      ? []
      : [{ station, lat: station.latitude, lon: station.longitude }],
  );

function pointOf({ currentTarget, clientX, clientY }: TargetedPointerEvent<HTMLElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

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
  const sight = useComputed(() => size.value && (looked.value ?? sightOf(on.value, size.value)));
  const coast = useComputed(() => (sight.value && size.value ? drawn(land.value, sight.value, size.value) : ''));
  const change = (by: (sight: Sight) => Sight): void => {
    if (sight.value) looked.value = by(sight.value);
  };
  const fingers = useMemo(() => new Fingers(), []);
  const placeless = stations.value.filter(({ revoked }) => !revoked).length - on.value.length;
  return (
    <section>
      <div class="row">
        <SegmentsOf label={t.fleet.map.show} of={shown} choices={{ ...TARGET_NAMES, health: t.fleet.columns.health }} />
        <span class="row">
          <Sign label={t.chart.closer} sign="M2 6h8M6 2v8" press={() => change(KEYS['+']!)} />
          <Sign label={t.chart.farther} sign="M2 6h8" press={() => change(KEYS['-']!)} />
          <Sign
            label={t.fleet.allStations}
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
          if (!key || event.altKey || event.ctrlKey || event.metaKey) return; // with these, Back and the zoom of the browser
          event.preventDefault();
          change(key);
        }}
        onWheel={(event) => {
          event.preventDefault();
          // In notches of a mouse, of which a trackpad sends small parts. A pinch arrives as a wheel with Ctrl and a fifth of the way.
          const notches = (event.deltaY * (event.ctrlKey ? 5 : 1)) / 100;
          if (notches !== 0) change((now) => closer(now, 1.2 ** -Math.max(-1, Math.min(1, notches))));
        }}
        onPointerDown={(event) => fingers.down(event.pointerId, pointOf(event), event.isPrimary)}
        onPointerMove={(event) => {
          const by = event.buttons > 0 && fingers.move(event.pointerId, pointOf(event));
          if (by) change(by);
        }}
        onPointerUp={({ pointerId }) => fingers.up(pointerId)}
        onPointerCancel={({ pointerId }) => fingers.up(pointerId)}
        onPointerLeave={({ pointerId }) => fingers.up(pointerId)} // a mouse may be let go outside
        // A dot by which the map was dragged is no link that was followed.
        onClickCapture={(event) => fingers.draggedPx > TREMOR_PX && event.preventDefault()}
        onDragStart={(event) => event.preventDefault()}
      >
        {size.value && sight.value && (
          <svg viewBox={`0 0 ${size.value.width} ${size.value.height}`} aria-hidden="true">
            <path class="land" d={coast.value} />
            <Dots on={on.value} shown={shown.value} sight={sight.value} size={size.value} />
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

const Sign = ({ label, sign, press }: { label: string; sign: string; press: () => void }) => (
  <Button
    kind="square"
    aria-label={label}
    title={label}
    onClick={press}
    name={
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={sign} />
      </svg>
    }
  />
);
