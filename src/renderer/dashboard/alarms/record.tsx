import type { InputHTMLAttributes } from 'preact';
import { time } from '../../kit/data/station.ts';
import { t } from '../texts/alarms.ts';
import type { Look } from './tally.ts';

export interface Bar {
  tS: number;
  value: number;
  came: boolean | null;
}

/** Threshold under a finger: its bounds, its value and the text of one. */
export interface Hand {
  from: number;
  to: number;
  step: number;
  on: number;
  write: (value: number) => string;
  isDisabled: boolean;
  /** While the handle moves, and when it is let go. */
  moving: (on: number) => void;
  move: (on: number) => void;
}

type Looks = Pick<InputHTMLAttributes, 'class' | 'aria-orientation'>;

/** Slider of a threshold. */
export const Threshold = ({ from, to, step, on, write, isDisabled, moving, move, ...rest }: Hand & Looks) => (
  <input
    {...rest}
    type="range"
    min={from}
    max={to}
    step={step}
    value={on}
    disabled={isDisabled}
    aria-label={t.alarms.threshold}
    aria-valuetext={write(on)}
    onInput={({ currentTarget }) => moving(Number(currentTarget.value))}
    onChange={({ currentTarget }) => move(Number(currentTarget.value))}
  />
);

interface Props {
  /** Its bounds are those of the axis. */
  hand: Hand;
  bars: readonly Bar[];
  ticks: readonly number[];
  /** Warns below the line instead of above it. */
  isBelow?: boolean;
  lookOf: (bar: Bar) => Look;
  /** Word for the last one while it is not over: tonight, or today. */
  open: string;
}

const PERCENT = 100;

/** Record under a threshold that a finger moves. Each night or day is a bar; its shape says whether the alarm would have been right. */
export function RecordChart({ hand, bars, ticks, isBelow, lookOf, open }: Props) {
  const { from, to, on, write } = hand;
  const y = (value: number): number => PERCENT - (PERCENT * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const at = y(on);
  const slot = PERCENT / Math.max(1, bars.length);
  const last = bars.at(-1);
  const middle = bars[Math.floor(bars.length / 2)];
  const day = (bar: Bar | undefined): string => (bar ? time.value.dayAndMonth(bar.tS) : '');
  const base = y(0);
  const longest = Math.max(...ticks.map((tick) => write(tick).length));
  return (
    <figure class="record" aria-label={t.alarms.recordLabel} style={{ '--axis': `${longest}ch` }}>
      <div class="record-axis muted small" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockStart: `${y(tick)}%` }}>
            {write(tick)}
          </span>
        ))}
      </div>
      <svg class="record-plot" aria-hidden="true">
        <rect class="beyond" width="100%" y={isBelow ? `${at}%` : 0} height={`${isBelow ? PERCENT - at : at}%`} />
        {ticks.map((tick) => (
          <line key={tick} class="grid" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
        ))}
        {bars.map((bar, i) => {
          const top = Math.min(y(bar.value), base);
          return (
            <rect
              key={bar.tS}
              class={`bar ${lookOf(bar)}`}
              x={`${slot * (i + 0.22)}%`}
              width={`${slot * 0.56}%`}
              y={`${top}%`}
              height={`${Math.max(0.6, Math.abs(base - y(bar.value)))}%`}
            />
          );
        })}
        <line class="threshold" x2="100%" y1={`${at}%`} y2={`${at}%`} />
      </svg>
      <div class="record-handle">
        <Threshold {...hand} aria-orientation="vertical" />
        <output style={{ insetBlockStart: `${at}%` }} aria-hidden="true">
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <path d="m4 6.5 6-5 6 5" />
          </svg>
          {write(on)}
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <path d="m4 1.5 6 5 6-5" />
          </svg>
        </output>
      </div>
      <p class="record-days muted small" aria-hidden="true">
        <span>{day(bars[0])}</span>
        <span>{bars.length > 4 ? day(middle) : ''}</span>
        <span>{last?.came === null ? open : bars.length > 1 ? day(last) : ''}</span>
      </p>
    </figure>
  );
}

/** Words of the bars by their look. */
export const Legend = ({ of }: { of: Readonly<Record<Exclude<Look, 'quiet'>, string>> }) => (
  <p class="legend record-legend">
    {Object.entries(of).map(([look, words]) => (
      <span key={look}>
        <svg viewBox="0 0 12 14" aria-hidden="true">
          <rect class={`bar ${look}`} x="1" y="1" width="10" height="12" />
        </svg>
        {words}
      </span>
    ))}
  </p>
);
