import type { ComponentChildren } from 'preact';
import { units } from '../browser-choices.ts';
import { type Frame, type FrameOf, frameOf } from './frame.ts';
import { useSize } from './size.ts';

interface Props extends FrameOf {
  label: string;
  /** Classes of the chart, such as its tone. */
  class?: string;
  children: (frame: Frame) => ComponentChildren;
}

/** Frame of a time chart: nights, the lines of the value axis behind their numbers, and round times below. A view draws only its lines. */
export function TimeFrame({ label, class: more, children, ...of }: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const frame = size.value && frameOf(of, size.value, units.value);
  return (
    <div class={`chart ${more}`} ref={ref}>
      {frame && (
        <svg role="img" aria-label={label} viewBox={`0 0 ${frame.width} ${frame.height}`}>
          <Lines {...frame} />
          {children(frame)}
        </svg>
      )}
    </div>
  );
}

const Lines = ({ axis, ticks, nights, x, level, write, unit, plot }: Frame) => (
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
        <line class="grid-line" x1={plot.left} x2={plot.right} y1={level(value)} y2={level(value)} />
        <text x={plot.left - 6 * unit} y={level(value)} dy="0.36em" text-anchor="end">
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
