import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Frame } from '../../kit/charts/frame.ts';
import { gappedBand } from '../../kit/charts/gapped-band.ts';
import { gappedLine } from '../../kit/charts/path.ts';
import { TimeFrame } from '../../kit/charts/time-frame.tsx';
import { place, zone } from '../../kit/data/station.ts';
import { ticksIn } from '../../kit/time-ticks.ts';
import { type Columns, kindOf, type Panel, type Skipped } from './columns.ts';
import type { Window } from './window.ts';

interface Props {
  panel: Panel;
  label: string;
  data: ReadonlySignal<Columns>;
  window: ReadonlySignal<Window>;
  /** Moments at which a calibration cut the series. */
  cuts: ReadonlySignal<number[]>;
  /** Values that are flagged as wrong: drawn hollow, and no reason to widen the axis. */
  skipped: ReadonlySignal<readonly Skipped[]>;
  withTimes: boolean;
}

const FOOT_WITHOUT_TIMES = 6;
/** A path's figures have one decimal: a value is drawn by the thousandth. */
const PER_UNIT = 1000;

/** Panel of History: the mean as a line in the tint of its extremes, calibrations across. It shows, and moves nothing by itself. */
export function Plot({ panel, label, data, window, cuts, skipped, withTimes }: Props) {
  const { fromS, toS } = window.value;
  const columns = data.value;
  const [ts, ...values] = columns;
  const first = ts.findIndex((tS) => tS >= fromS);
  const end = ts.findLastIndex((tS) => tS <= toS) + 1;
  const seen = first < 0 ? [] : values.map((column) => column.slice(first, end));
  return (
    <TimeFrame
      class={`history-plot tone-${panel}`}
      label={label}
      kind={kindOf(panel)}
      {...{ fromS, toS }}
      known={seen}
      ticks={withTimes ? ticksIn(zone.value) : () => []}
      place={place.value}
      {...(!withTimes && { foot: FOOT_WITHOUT_TIMES })}
    >
      {(frame) => {
        const { x, y, unit, plot } = frame;
        const radius = 3 * unit;
        const within = (tS: number): boolean => tS >= fromS && tS <= toS;
        return (
          <>
            <Series {...{ panel, data, frame }} />
            {skipped.value
              .filter(({ tS }) => within(tS))
              .map(({ tS, value }) => (
                <circle
                  key={tS}
                  class="skipped"
                  cx={x(tS)}
                  // Beyond the axis it stands at its edge.
                  cy={Math.min(plot.bottom - radius, Math.max(plot.top + radius, y(value)))}
                  r={radius}
                />
              ))}
            {cuts.value.filter(within).map((tS) => (
              <line key={tS} class="cut" x1={x(tS)} x2={x(tS)} y1={plot.top} y2={plot.bottom} />
            ))}
          </>
        );
      }}
    </TimeFrame>
  );
}

/** The same path with a point that stands alone as a dot: round ends make one of a line that goes nowhere. */
const dotted = (path: string): string => path.replace(/M[^ML]+(?=M|$)/g, '$&h0');

/** Line and band of the series. Their paths are made once for an answer: a hand that moves the window moves them by a matrix alone. */
function Series({ panel, data, frame: { x, y, plot } }: Pick<Props, 'panel' | 'data'> & { frame: Frame }) {
  const paths = useComputed(() => {
    const [ts, mean, low, high] = data.value;
    const [startS = 0] = ts;
    const points = (column: readonly (number | null)[]) =>
      ts.map((tS, i) => {
        const value = column[i] ?? null;
        return value === null ? null : { x: tS - startS, y: value * PER_UNIT };
      });
    return { startS, line: dotted(gappedLine(points(mean))), band: gappedBand(points(high), points(low)) };
  });
  const { startS, line, band } = paths.value;
  const { left, top, right, bottom } = plot;
  const matrix = [x(1) - x(0), 0, 0, (y(1) - y(0)) / PER_UNIT, x(startS), y(0)].join(' ');
  const clip = `plot-${panel}`;
  return (
    <>
      <clipPath id={clip}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      <g clip-path={`url(#${clip})`}>
        <g transform={`matrix(${matrix})`}>
          <path class="band" d={band} />
          <path class="past" d={line} vector-effect="non-scaling-stroke" />
        </g>
      </g>
    </>
  );
}
