import { number } from '../format.ts';
import type { Tick } from '../time.ts';
import type { Axis, Scale } from './scale.ts';

export type Write = (value: number, decimals: number) => string;
export interface Plot {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface Props {
  axis: Axis;
  x: Scale;
  y: Scale;
  plot: Plot;
  unit: number;
  ticks: readonly Tick[];
  nights: readonly (readonly [number, number])[];
  write?: Write | undefined;
}

/** Degrees on an axis: its title names the unit. */
export const degrees: Write = (value, decimals) => `${number(value, decimals)}°`;

/** Nights, the lines of the value axis behind their numbers, and round times below: what every time chart stands on. */
export const FrameLines = ({ axis, x, y, plot, unit, ticks, nights, write = number }: Props) => (
  <>
    {nights.map(([fromS, toS]) => (
      <rect
        key={fromS}
        class="night-shade"
        x={x(fromS)}
        width={x(toS) - x(fromS)}
        y={plot.top}
        height={plot.bottom - plot.top}
      />
    ))}
    {axis.ticks.map((value) => (
      <g key={value}>
        <line class="grid-line" x1={plot.left} x2={plot.right} y1={y(value)} y2={y(value)} />
        <text x={plot.left - 6 * unit} y={y(value)} dy="0.36em" text-anchor="end">
          {write(value, axis.decimals)}
        </text>
      </g>
    ))}
    {ticks.map(({ tS, label }) => (
      <text
        key={tS}
        x={x(tS)}
        y={plot.bottom + 17 * unit}
        // The last one would be cut by the edge.
        text-anchor={x(tS) > plot.right - 12 * unit ? 'end' : 'middle'}
      >
        {label}
      </text>
    ))}
  </>
);
