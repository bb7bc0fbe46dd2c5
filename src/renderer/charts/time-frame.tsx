import type { ComponentChildren } from 'preact';
import type { Tick } from '../time.ts';
import { FrameLines, type Plot, type Write } from './axes.tsx';
import { axisFor, linear, type Scale } from './scale.ts';
import { useSize } from './size.ts';

export const GUTTER = 46;

export interface Frame {
  x: Scale;
  y: Scale;
  /** A design pixel. */
  unit: number;
  plot: Plot;
}

interface Props {
  label: string;
  /** Classes of the chart, such as its tone. */
  class?: string;
  fromS: number;
  toS: number;
  /** Lowest and highest of what is drawn, in the reader's units. */
  bounds: readonly [number, number] | null;
  leastSpan: number;
  ticks: (fromS: number, toS: number, most: number) => readonly Tick[];
  nights?: readonly (readonly [number, number])[];
  write?: Write;
  /** Besides the frame: patterns, words. */
  before?: ComponentChildren;
  children: (frame: Frame) => ComponentChildren;
}

/** Frame of a time chart: gutter, round values and times, nights and the least span. A view draws only its lines. */
export function TimeFrame({ label, fromS, toS, bounds, leastSpan, children, ...props }: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const d = size.value;
  const classes = `chart ${props.class ?? ''}`;
  if (!d) return <div class={classes} ref={ref} />;
  const { unit, width, height } = d;
  const plot = { left: GUTTER * unit, right: width - 6 * unit, top: 4 * unit, bottom: height - 22 * unit };
  const [low, high] = bounds ?? [0, 1];
  const axis = axisFor(low, high, 4, leastSpan);
  const x = linear(fromS, toS, plot.left, plot.right);
  const y = linear(axis.from, axis.to, plot.bottom, plot.top);
  const ticks = props.ticks(fromS, toS, (plot.right - plot.left) / (74 * unit));
  return (
    <div class={classes} ref={ref}>
      {props.before}
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
        <FrameLines {...{ axis, x, y, plot, unit, ticks }} nights={props.nights ?? []} write={props.write} />
        {children({ x, y, unit, plot })}
      </svg>
    </div>
  );
}
