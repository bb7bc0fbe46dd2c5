import type { ComponentChildren } from 'preact';
import type { Target } from '../../../contract/names.ts';
import { t } from '../texts/page.ts';
import { decimalsFor, type Fan, fan, knownOf } from './fan.ts';
import type { FanData } from './fan-data.ts';
import type { Frame, FrameOf } from './frame.ts';
import { TimeFrame } from './time-frame.tsx';

interface Props extends Pick<FrameOf, 'ticks' | 'place' | 'gutter'> {
  data: FanData;
  of: Target;
  label: string;
  /** Least decimals of the numbers above the rings. */
  markDecimals?: number;
  /** Design pixels between rings; if absent, as many as between numbers. */
  ringSpacing?: number;
  watermark?: string;
  /** Texts where there is nothing to draw yet. */
  emptyPast?: string;
  emptyFuture?: string;
  emptyWhole?: string;
  /** Layers on its scales: below its curve and figures, and over them. */
  under?: (frame: Frame) => ComponentChildren;
  over?: (frame: Frame, drawn: Fan) => ComponentChildren;
}

/** Past solid, future dashed inside its band, "now" a hairline between them. */
export function FanChart({ data, of, ringSpacing, markDecimals = 0, ...props }: Props) {
  const { fromS, toS, nowS } = data;
  const old = data.isForecastOld ? 'old' : '';
  return (
    <TimeFrame
      {...props}
      {...{ fromS, toS }}
      class={`tone-${of}`}
      kind={of}
      known={knownOf(data)}
      // For the numbers above the band.
      headRoom={14}
    >
      {(frame) => {
        const { x, unit, plot } = frame;
        const d = fan(data, frame, ringSpacing);
        const labelled = d.marks.filter((mark) => mark.labelY !== null).map((mark) => frame.of(mark.entry.mu!));
        const decimals = Math.min(2, decimalsFor(labelled, markDecimals));
        const nowX = x(nowS);
        const middle = (plot.left + plot.right) / 2;
        // Message in place of a line, with its own line breaks.
        const words = (text: string | undefined, from: number, to: number) =>
          text && (
            <text class="empty" y={(plot.top + plot.bottom) / 2} dy="-0.6em" text-anchor="middle">
              {text.split('\n').map((line, i) => (
                <tspan key={line} x={(from + to) / 2} dy={i && '1.45em'}>
                  {line}
                </tspan>
              ))}
            </text>
          );
        return (
          <>
            {props.watermark && (
              <g font-size={Math.min(30 * unit, (plot.right - plot.left) / 9)}>
                <text class="watermark" x={middle} y={plot.bottom - 10 * unit} text-anchor="middle">
                  {props.watermark}
                </text>
              </g>
            )}
            <g class={old}>
              <path class="band" d={d.band} />
              <path class="band" d={d.inner} />
              <path class="band provisional" d={d.provisional} />
            </g>
            <line class="now-line" x1={nowX} x2={nowX} y1={plot.top} y2={plot.bottom} />
            <text class="now-word" x={nowX + 5 * unit} y={plot.top + 11 * unit}>
              {t.chart.now}
            </text>
            {props.under?.(frame)}
            <path class="said" d={d.said} />
            <path class="past" d={d.past} />
            <g class={old}>
              <path class="future" d={d.future} />
              {d.marks.map((mark) => (
                <g key={mark.entry.horizon_s}>
                  <circle class="ring" cx={mark.x} cy={mark.y} r={3.6 * unit} />
                  {mark.labelY !== null && (
                    <text class="figure" x={mark.x} y={mark.labelY} text-anchor="middle">
                      {frame.write(frame.of(mark.entry.mu!), decimals)}
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
                r={(d.dot.isFresh ? 4.4 : 3.8) * unit}
              />
            )}
            {words(props.emptyPast, plot.left, nowX)}
            {words(props.emptyFuture, nowX, plot.right)}
            {words(props.emptyWhole, plot.left, plot.right)}
            {props.over?.(frame, d)}
          </>
        );
      }}
    </TimeFrame>
  );
}
