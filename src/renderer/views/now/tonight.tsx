import { HOUR_S } from '../../../base/durations.ts';
import type { Tonight as Answer } from '../../../contract/forecast.ts';
import { forecast, minuteS, time } from '../../data/station.ts';
import { DASH, figure, number, unitOf } from '../../format.ts';
import { Reading } from '../../parts/reading.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/now.ts';
import { aboutHour, tonight as answer, isRough, MOST_CERTAIN } from './tonight-answer.ts';
import { FROST_WORTH_SAYING } from './words.ts';

/** Tonight's low with its hour and the chance of frost, else the next high. Without frost if it already freezes. */
export function Tonight() {
  const told = answer.use();
  const frost = told?.frost;
  const fromS = frost && !isRough() && frost.chance >= FROST_WORTH_SAYING ? (frost.from_ts ?? 0) : 0;
  return (
    <dl class={`tonight${forecast.isOld.value || answer.isOld.value ? ' old' : ''}`}>
      <Extreme label={t.tonight.low} of={told?.low} />
      {frost && fromS > minuteS.value + HOUR_S ? (
        <Reading
          label={t.tonight.frost({ clock: aboutHour(frost.by_ts) })}
          value={number(100 * Math.min(MOST_CERTAIN, frost.chance))}
          unit="%"
        >
          <span class="aside">{t.tonight.from({ clock: aboutHour(fromS) })}</span>
        </Reading>
      ) : (
        <Extreme label={isTomorrow(told?.high) ? t.tonight.highTomorrow : t.tonight.highToday} of={told?.high} />
      )}
    </dl>
  );
}

type Known = Answer['low'] | undefined;

const isTomorrow = (high: Known): boolean => {
  const { calendar } = time.value;
  return !!high && calendar.dayAt(high.about_ts) > calendar.dayAt(minuteS.value);
};

const Extreme = ({ label, of }: { label: string; of: Known }) => (
  <Reading
    label={label}
    value={of ? figure('temperature', of.value, units.value, 0) : DASH}
    unit={unitOf('temperature', units.value)}
    tone="temperature"
  >
    {of && <span class="aside">{t.tonight.about({ clock: aboutHour(of.about_ts) })}</span>}
  </Reading>
);
