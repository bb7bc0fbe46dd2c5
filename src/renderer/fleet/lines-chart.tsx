import type { Target } from '../../contract/names.ts';
import { Grid, Times } from '../charts/axes.tsx';
import { gappedLine, withGaps } from '../charts/path.ts';
import { axisFor, extent, linear } from '../charts/scale.ts';
import { useSize } from '../charts/size.ts';
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

const LEAST_SPAN = { temperature: 4, humidity: 12, pressure: 4 };

/** Line chart of one or two series over the same time. */
export function LinesChart(props: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const { target, fromS, toS, series, widestS } = props;
  const d = size.value;
  const convert = (value: number | null): number | null =>
    value === null ? null : inUnits(target, value, units.value);
  const columns = series.map(({ values }) => values.map(convert));
  const range = extent(...columns);
  if (!d || !range) return <div class={`chart tone-${target}`} ref={ref} />;
  const plot = { left: 46 * d.unit, right: d.width - 6 * d.unit, top: 8 * d.unit, bottom: d.height - 25 * d.unit };
  const axis = axisFor(range[0], range[1], 4, LEAST_SPAN[target]);
  const x = linear(fromS, toS, plot.left, plot.right);
  const y = linear(axis.from, axis.to, plot.bottom, plot.top);
  const paths = series.map(({ ts }, i) =>
    gappedLine(
      withGaps(ts, columns[i]!, widestS).map(({ tS, value }) =>
        value === null || tS < fromS || tS > toS ? null : { x: x(tS), y: y(value) },
      ),
    ),
  );
  const ticks = timeTicks(fromS, toS, zone, (plot.right - plot.left) / (70 * d.unit));
  return (
    <div class={`chart tone-${target}`} ref={ref}>
      <svg role="img" aria-label={props.label} viewBox={`0 0 ${d.width} ${d.height}`}>
        <Grid axis={axis} y={y} left={plot.left} right={plot.right} unit={d.unit} />
        <Times ticks={ticks} x={x} y={plot.bottom + 17 * d.unit} />
        {paths.map((path, i) => (
          <path key={i} class={i === 0 ? 'past' : 'past second'} d={path} />
        ))}
      </svg>
    </div>
  );
}

/** Chart title: `Temperature, °C`. */
export const withItsUnit = (name: string, target: Target): string => `${name}, ${unitOf(target, units.value)}`;
