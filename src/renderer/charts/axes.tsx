import { number } from '../format.ts';
import type { Tick } from '../time.ts';
import type { Axis, Scale } from './scale.ts';

interface GridProps {
  axis: Axis;
  y: Scale;
  left: number;
  right: number;
  unit: number;
  write?: (value: number, decimals: number) => string;
}

/** Degrees on an axis: its title names the unit. */
export const degrees = (value: number, decimals: number): string => `${number(value, decimals)}°`;

/** Lines across a chart at the ticks of its vertical axis, each behind its value. */
export const Grid = ({ axis, y, left, right, unit, write = number }: GridProps) =>
  axis.ticks.map((value) => (
    <g key={value}>
      <line class="grid-line" x1={left} x2={right} y1={y(value)} y2={y(value)} />
      <text x={left - 6 * unit} y={y(value)} dy="0.36em" text-anchor="end">
        {write(value, axis.decimals)}
      </text>
    </g>
  ));

/** Round times below a chart. */
export const Times = ({ ticks, x, y }: { ticks: readonly Tick[]; x: (tS: number) => number; y: number }) =>
  ticks.map(({ tS, label }) => (
    <text key={tS} x={x(tS)} y={y} text-anchor="middle">
      {label}
    </text>
  ));
