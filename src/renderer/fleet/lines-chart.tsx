import type { Target } from '../../contract/names.ts';
import { leastSpanOf } from '../charts/least-span.ts';
import { gappedLine, withGaps } from '../charts/path.ts';
import { extent } from '../charts/scale.ts';
import { TimeFrame } from '../charts/time-frame.tsx';
import { inUnits, unitOf } from '../format.ts';
import { units } from '../settings.ts';
import { timeTicks } from '../time-ticks.ts';
import { zone } from './fleet.ts';

interface Series {
  ts: readonly number[];
  values: ReadonlyArray<number | null>;
}
interface Props {
  target: Target;
  label: string;
  fromS: number;
  toS: number;
  /** Neighbours farther apart than this are not joined. */
  widestS: number;
  /** The first in the colour of its quantity, the second dashed beside it. */
  series: readonly Series[];
}

/** Line chart of one or two series over the same time. */
export function LinesChart({ target, label, fromS, toS, series, widestS }: Props) {
  const convert = (value: number | null): number | null =>
    value === null ? null : inUnits(target, value, units.value);
  const columns = series.map(({ values }) => values.map(convert));
  return (
    <TimeFrame
      class={`tone-${target}`}
      label={label}
      fromS={fromS}
      toS={toS}
      bounds={extent(...columns)}
      leastSpan={2 * leastSpanOf(target, units.value)}
      ticks={(from, to, most) => timeTicks(from, to, zone, most)}
    >
      {({ x, y }) =>
        series.map(({ ts }, i) => (
          <path
            key={i}
            class={i === 0 ? 'past' : 'past second'}
            d={gappedLine(
              withGaps(ts, columns[i]!, widestS).map(({ tS, value }) =>
                value === null || tS < fromS || tS > toS ? null : { x: x(tS), y: y(value) },
              ),
            )}
          />
        ))
      }
    </TimeFrame>
  );
}

/** Chart title: `Temperature, °C`. */
export const withItsUnit = (name: string, target: Target): string => `${name}, ${unitOf(target, units.value)}`;
