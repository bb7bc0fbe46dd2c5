import { useRef } from 'preact/hooks';
import { minuteS, time } from '../../kit/data/station.ts';
import { Icon } from '../../kit/icons.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { t } from '../texts/history.ts';
import type { HistoryModel } from './model.ts';
import { UNITS, type Unit, unitOf, unitWindow } from './units.ts';

const SWIPE_PX = 40;

/** Day, month or year by one tap, and the one before or after by another or by a swipe. "After" is dimmed at the present, never gone. */
export function Stepper({ model }: { model: HistoryModel }) {
  const downX = useRef<number | null>(null);
  const shown = model.resting.value;
  const { calendar, shortDay, dayAndMonth, monthAndYear } = time.value;
  const unit = model.preset.value ? null : unitOf(shown, calendar);
  const firstS = model.records.value.value?.coverage.first_ts ?? null;
  const last = Math.min(shown.toS - 1, minuteS.value);
  const choose = (next: Unit): void => model.show(unitWindow(next, calendar.dayAt(last), calendar));
  // A stretch that is no unit is turned by days.
  const turned = unit ?? 'day';
  const from = calendar.dayAt(unit ? shown.fromS : last);
  const before = unitWindow(turned, from, calendar, -1);
  const after = unitWindow(turned, from, calendar, 1);
  const isFirst = firstS !== null && before.toS <= firstS;
  const isLast = after.fromS > minuteS.value;
  const go = (by: -1 | 1): void => {
    if (by < 0 ? !isFirst : !isLast) model.show(by < 0 ? before : after);
  };
  const name = {
    day: (tS: number) => `${shortDay(tS)} ${dayAndMonth(tS)}`,
    month: monthAndYear,
    year: (tS: number) => String(calendar.fields(tS).year),
  };
  const label = name[turned](unit ? shown.fromS : last);
  return (
    <div
      class="stepper"
      onPointerDown={({ clientX }) => (downX.current = clientX)}
      onPointerUp={({ clientX, currentTarget }) => {
        const movedPx = clientX - (downX.current ?? clientX);
        downX.current = null;
        const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
        if (Math.abs(movedPx) >= SWIPE_PX) go(movedPx > 0 === isRtl ? 1 : -1);
      }}
    >
      <Segments<Unit> label={t.units.label} value={unit} choose={choose} choices={t.units} order={UNITS} />
      <span class="tools">
        <Turn words={t.units.before} isEnd={isFirst} go={() => go(-1)} isBack />
        <b class="stepped" aria-live="polite">
          {label}
        </b>
        <Turn words={t.units.after} isEnd={isLast} go={() => go(1)} />
      </span>
    </div>
  );
}

interface TurnProps {
  words: string;
  /** End of the record or the present: dimmed, in its place. */
  isEnd: boolean;
  go: () => void;
  isBack?: boolean;
}

export const Turn = ({ words, isEnd, go, isBack }: TurnProps) => (
  <button type="button" class="button square" aria-label={words} disabled={isEnd} onClick={go}>
    <Icon class="chevron">
      <path d={isBack ? 'm14.5 5-7 7 7 7' : 'm9.5 5 7 7-7 7'} />
    </Icon>
  </button>
);
