import type { Target } from '../../contract/names.ts';
import { units } from '../kit/browser-choices.ts';
import type { FrameOf } from '../kit/charts/frame.ts';
import { gappedLine } from '../kit/charts/path.ts';
import { TimeFrame } from '../kit/charts/time-frame.tsx';
import { unitOf } from '../kit/format.ts';
import { COMMA } from '../kit/language.ts';
import { ticksIn } from '../kit/time-ticks.ts';
import { zone } from './fleet.ts';

interface Props extends Pick<FrameOf, 'leastSpan' | 'floor' | 'fromS' | 'toS'> {
  /** Kind of the values, or the least span of numbers that have none. */
  of: FrameOf['kind'];
  tone: string;
  label: string;
  /** Neighbours farther apart than this are not joined. */
  widestS: number;
  ts: readonly number[];
  /** The first in the colour of its quantity, the second dashed beside it. */
  columns: FrameOf['known'];
}

/** Line chart of one or two series over the same time. */
export const LinesChart = ({ of, tone, ts, columns, widestS, ...frame }: Props) => (
  <TimeFrame {...frame} class={`tone-${tone}`} kind={of} known={columns} ticks={ticksIn(zone)}>
    {({ points }) =>
      columns.map((column, i) => (
        <path key={i} class={i === 0 ? 'past' : 'past second'} d={gappedLine(points(ts, column, widestS))} />
      ))
    }
  </TimeFrame>
);

/** Chart title: `Temperature, °C`. */
export const withItsUnit = (name: string, target: Target): string => `${name}${COMMA}${unitOf(target, units.value)}`;
