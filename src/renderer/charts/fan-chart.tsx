import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../texts/page.ts';
import type { Tick } from '../time.ts';
import { FrameLines } from './axes.tsx';
import { decimalsFor, type Fan, fan } from './fan.ts';
import type { FanData } from './fan-data.ts';
import { useSize } from './size.ts';

interface Props {
  data: () => FanData;
  tone: 'temperature' | 'humidity' | 'pressure';
  label: string;
  ticks: (fromS: number, toS: number, most: number) => Tick[];
  nights: (fromS: number, toS: number) => Array<[number, number]>;
  /** A number on the axis or above a ring. */
  write: (value: number, decimals: number) => string;
  /** At least so many behind the point of the numbers above the rings. */
  markDecimals?: number;
  gutter?: number;
  /** Design pixels between rings; as wide as between numbers unless told. */
  ringSpacing?: number;
  watermark?: string;
  /** Lines that stand where there is nothing to draw yet. */
  emptyPast?: string;
  emptyFuture?: string;
  emptyWhole?: string;
  /** Layer drawn over it, on its own scales. */
  over?: (drawn: Fan & { unit: number }) => ComponentChildren;
}

const SPACING = 36;

/** Past solid, future dashed inside its band, "now" a hairline between them. Repaints when its data change, not before. */
export function FanChart(props: Props) {
  const [ref, size] = useSize<HTMLDivElement>();
  const drawing = useComputed(() => {
    if (!size.value) return null;
    const { unit, width, height } = size.value;
    const data = props.data();
    const model = fan({
      ...data,
      ...size.value,
      gutterPx: (props.gutter ?? 26) * unit,
      spacingPx: SPACING * unit,
      ringSpacingPx: (props.ringSpacing ?? SPACING) * unit,
    });
    const { plot } = model;
    const labelled = model.marks.filter((mark) => mark.labelY !== null).map((mark) => mark.entry.mu!);
    return {
      ...model,
      unit,
      data,
      markDecimals: decimalsFor(labelled, props.markDecimals ?? 0),
      width,
      height,
      nights: props.nights(data.fromS, data.toS),
      ticks: props.ticks(data.fromS, data.toS, (plot.right - plot.left) / (70 * unit)),
    };
  });
  const d = drawing.value;
  return (
    <div class={`chart tone-${props.tone}`} ref={ref}>
      {d && (
        <svg role="img" aria-label={props.label} viewBox={`0 0 ${d.width} ${d.height}`}>
          <FrameLines
            axis={d.axis}
            x={d.x}
            y={d.y}
            plot={d.plot}
            unit={d.unit}
            ticks={d.ticks}
            nights={d.nights}
            write={props.write}
          />
          {props.watermark && (
            <g font-size={Math.min(30 * d.unit, (d.plot.right - d.plot.left) / 9)}>
              <text
                class="watermark"
                x={(d.plot.left + d.plot.right) / 2}
                y={d.plot.bottom - 10 * d.unit}
                text-anchor="middle"
              >
                {props.watermark}
              </text>
            </g>
          )}
          <g class={d.data.isForecastOld ? 'old' : ''}>
            <path class="band" d={d.band} />
            <path class="band" d={d.inner} />
            <path class="band provisional" d={d.provisional} />
          </g>
          <line class="now-line" x1={d.x(d.data.nowS)} x2={d.x(d.data.nowS)} y1={d.plot.top} y2={d.plot.bottom} />
          <text class="now-word" x={d.x(d.data.nowS) + 5 * d.unit} y={d.plot.top + 11 * d.unit}>
            {t.chart.now}
          </text>
          <path class="said" d={d.said} />
          <path class="past" d={d.past} />
          <g class={d.data.isForecastOld ? 'old' : ''}>
            <path class="future" d={d.future} />
            {d.marks.map((mark) => (
              <g key={mark.entry.horizon_s}>
                <circle class="ring" cx={mark.x} cy={mark.y} r={3.6 * d.unit} />
                {mark.labelY !== null && (
                  <text class="figure" x={mark.x} y={mark.labelY} text-anchor="middle">
                    {props.write(mark.entry.mu!, d.markDecimals)}
                  </text>
                )}
              </g>
            ))}
          </g>
          {d.dot && (
            <circle
              class={d.dot.isFresh ? 'live-dot' : 'last-dot old'}
              cx={d.dot.x}
              cy={d.dot.y}
              r={(d.dot.isFresh ? 4.4 : 3.8) * d.unit}
            />
          )}
          <EmptyWords
            text={props.emptyPast}
            x={(d.plot.left + d.x(d.data.nowS)) / 2}
            y={(d.plot.top + d.plot.bottom) / 2}
          />
          <EmptyWords
            text={props.emptyFuture}
            x={(d.x(d.data.nowS) + d.plot.right) / 2}
            y={(d.plot.top + d.plot.bottom) / 2}
          />
          <EmptyWords
            text={props.emptyWhole}
            x={(d.plot.left + d.plot.right) / 2}
            y={(d.plot.top + d.plot.bottom) / 2}
          />
          {props.over?.(d)}
        </svg>
      )}
    </div>
  );
}

/** Words where a chart has nothing to draw; the message says where its lines break. */
const EmptyWords = ({ text = '', x, y }: { text: string | undefined; x: number; y: number }) => (
  <text class="empty" y={y} dy="-0.6em" text-anchor="middle">
    {text.split('\n').map((line, i) => (
      <tspan key={line} x={x} dy={i === 0 ? '0' : '1.45em'}>
        {line}
      </tspan>
    ))}
  </text>
);
