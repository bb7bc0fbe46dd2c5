import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { DAY_S } from '../../../base/durations.ts';
import { axisFor } from '../../charts/scale.ts';
import { whenResized } from '../../charts/size.ts';
import { GUTTER } from '../../charts/time-frame.tsx';
import { place, zone } from '../../data/station.ts';
import { number } from '../../format.ts';
import { nights } from '../../theme/sun.ts';
import { theme } from '../../theme/theme.ts';
import { timeTicks } from '../../time-ticks.ts';
import type { Columns, Panel, Skipped, WeatherPanel } from './columns.ts';
import type { Window } from './window.ts';

const SHADE_UP_TO_S = 45 * DAY_S;

interface Props {
  panel: Panel | WeatherPanel;
  label: string;
  data: ReadonlySignal<Columns>;
  window: ReadonlySignal<Window>;
  /** Moments at which a calibration cut the series. */
  cuts: ReadonlySignal<number[]>;
  /** Values that are flagged as wrong: drawn hollow, and no reason to widen the axis. */
  skipped: ReadonlySignal<readonly Skipped[]>;
  withTimes: boolean;
  leastSpan: number;
}

interface Paint {
  tone: string;
  band: string;
  grid: string;
  night: string;
  muted: string;
  cut: string;
  unit: number;
}

const unitOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize) / 13;

function paintOf(element: Element): Paint {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const tone = style.getPropertyValue('--tone').trim();
  return {
    tone,
    band: `${tone}2b`, // 17 %
    grid: colour('--grid'),
    night: colour('--night'),
    muted: colour('--muted'),
    cut: colour('--edge-line'),
    unit: unitOf(element),
  };
}

/** A thin canvas: the mean as a line in the tint of its extremes, nights behind, calibrations across. It shows, and moves nothing by itself. */
export function Plot({ panel, label, data, window, cuts, skipped, withTimes, leastSpan }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const paint = useRef<Paint | null>(null);

  useEffect(() => {
    const element = ref.current!;
    const draw = (): void => {
      plot.current?.destroy();
      paint.current = paintOf(element);
      plot.current = new uPlot(
        optionsFor(element, paint, { window, cuts, skipped, withTimes, leastSpan }),
        data.peek(),
        element,
      );
      plot.current.setScale('x', { min: window.peek().fromS, max: window.peek().toS });
    };
    draw();
    const stop = whenResized(element, () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === 0) return;
      // Letters and gutters grow with the page's ruler, and uPlot takes their size at birth only.
      if (paint.current?.unit !== unitOf(element)) draw();
      else if (plot.current?.width !== width || plot.current.height !== height)
        plot.current?.setSize({ width, height });
    });
    return () => {
      stop();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);

  useSignalEffect(() => {
    const columns = data.value;
    plot.current?.batch(() => {
      plot.current?.setData(columns, false);
      const { fromS, toS } = window.peek();
      plot.current?.setScale('x', { min: fromS, max: toS });
    });
  });
  useSignalEffect(() => {
    const { fromS, toS } = window.value;
    plot.current?.setScale('x', { min: fromS, max: toS });
  });
  useSignalEffect(() => {
    void theme.value;
    void cuts.value;
    void skipped.value;
    void place.value;
    if (!ref.current || !plot.current) return;
    paint.current = paintOf(ref.current);
    plot.current.redraw(true, true);
  });
  return <div ref={ref} class={`history-plot tone-${panel}`} role="img" aria-label={label} />;
}

function optionsFor(
  element: HTMLElement,
  paint: { current: Paint | null },
  {
    window,
    cuts,
    skipped,
    withTimes,
    leastSpan,
  }: Pick<Props, 'window' | 'cuts' | 'skipped' | 'withTimes' | 'leastSpan'>,
): uPlot.Options {
  const { unit } = paint.current!;
  const font = `${12 * unit}px Inter, sans-serif`;
  const axis = (low: number | null, high: number | null) => axisFor(low ?? 0, high ?? 1, 4, leastSpan);
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    cursor: { show: false },
    legend: { show: false },
    padding: [6 * unit, 6 * unit, withTimes ? 0 : 6 * unit, 0],
    scales: {
      x: { time: false, auto: false, range: (_u, min, max) => [min ?? window.peek().fromS, max ?? window.peek().toS] },
      y: {
        range: (_u, low, high) => {
          const { from, to } = axis(low, high);
          return [from, to];
        },
      },
    },
    axes: [
      {
        show: withTimes,
        size: 24 * unit,
        gap: 4 * unit,
        font,
        stroke: () => paint.current!.muted,
        grid: { show: false },
        ticks: { show: false },
        splits: (_u, _i, min, max) => ticksOf(min, max).map((tick) => tick.tS),
        values: (u) => ticksOf(u.scales['x']!.min!, u.scales['x']!.max!).map((tick) => tick.label),
      },
      {
        size: GUTTER * unit,
        gap: 6 * unit,
        font,
        stroke: () => paint.current!.muted,
        grid: { stroke: () => paint.current!.grid, width: 1 },
        ticks: { show: false },
        splits: (u) => axisOfScale(u).ticks,
        values: (u, splits) => splits.map((value) => number(value, axisOfScale(u).decimals)),
      },
    ],
    series: [
      {},
      { stroke: () => paint.current!.tone, width: 1.8 * unit, points: { show: false } },
      { stroke: 'transparent', width: 0, points: { show: false } },
      { stroke: 'transparent', width: 0, points: { show: false } },
    ],
    bands: [{ series: [3, 2], fill: () => paint.current!.band }],
    hooks: {
      drawClear: [(u) => shadeNights(u, paint.current!.night)],
      draw: [
        (u) => drawCuts(u, cuts.peek(), paint.current!.cut),
        (u) => drawSkipped(u, skipped.peek(), paint.current!),
      ],
    },
  };

  function ticksOf(fromS: number, toS: number) {
    return timeTicks(fromS, toS, zone.peek(), element.clientWidth / (74 * unit));
  }
  /** The scale is 12 % wider than its data (see axisFor), so the ticks are found again from the inner span. */
  function axisOfScale(u: uPlot) {
    const { min = 0, max = 1 } = u.scales['y'] as { min?: number; max?: number };
    const middle = (min + max) / 2;
    const half = (max - min) / 2 / 1.12;
    return axisFor(middle - half, middle + half, 4, 0);
  }
}

function shadeNights(u: uPlot, colour: string): void {
  const { min, max } = u.scales['x'] as { min: number; max: number };
  if (!place.peek() || max - min > SHADE_UP_TO_S) return;
  u.ctx.fillStyle = colour;
  for (const [fromS, toS] of nights(min, max, place.peek()!)) {
    const left = u.valToPos(fromS, 'x', true);
    u.ctx.fillRect(left, u.bbox.top, u.valToPos(toS, 'x', true) - left, u.bbox.height);
  }
}

/** Hollow points; one beyond the axis stands at its edge. */
function drawSkipped(u: uPlot, points: readonly Skipped[], { tone, unit }: Paint): void {
  const { min, max } = u.scales['x'] as { min: number; max: number };
  const radius = 3 * unit * devicePixelRatio;
  const { top, height } = u.bbox;
  u.ctx.save();
  u.ctx.strokeStyle = tone;
  u.ctx.lineWidth = 1.5 * unit * devicePixelRatio;
  for (const { tS, value } of points) {
    if (tS < min || tS > max) continue;
    const y = Math.min(top + height - radius, Math.max(top + radius, u.valToPos(value, 'y', true)));
    u.ctx.beginPath();
    u.ctx.arc(u.valToPos(tS, 'x', true), y, radius, 0, 2 * Math.PI);
    u.ctx.stroke();
  }
  u.ctx.restore();
}

function drawCuts(u: uPlot, cuts: readonly number[], colour: string): void {
  const { min, max } = u.scales['x'] as { min: number; max: number };
  u.ctx.save();
  u.ctx.strokeStyle = colour;
  u.ctx.lineWidth = devicePixelRatio;
  u.ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
  u.ctx.beginPath();
  for (const tS of cuts) {
    if (tS < min || tS > max) continue;
    const x = Math.round(u.valToPos(tS, 'x', true));
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
  }
  u.ctx.stroke();
  u.ctx.restore();
}
