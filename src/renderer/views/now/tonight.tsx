import { HOUR_S } from '../../../base/durations.ts';
import type { Tonight as Answer } from '../../../contract/forecast.ts';
import { forecast, minuteS, resource, time } from '../../data/station.ts';
import { DASH, figure, number, unitOf } from '../../format.ts';
import { units } from '../../settings.ts';
import { t } from '../../texts/now.ts';

const answer = resource<Answer>(() => '/api/forecast/tonight', 300);

/** Below it frost is no question of this night: the next high stands in its place. */
const WORTH_SAYING = 0.05;
/** The next hour is now. */
const SOON_S = HOUR_S;
/** Nobody knows the next night for certain. */
const MOST = 0.99;

/** A forecast of hours has no minutes. */
const about = (tS: number): string => {
  const { clock, calendar } = time.value;
  const { minute } = calendar.fields(tS);
  return clock(tS + (minute < 30 ? -minute : 60 - minute) * 60);
};

/** What the night brings: its low with its hour, and frost, if it may come; else the next high. */
export function Tonight() {
  const told = answer.use();
  const { low = null, high = null, frost = null } = told ?? {};
  // Where it freezes already, nobody asks whether it will.
  const isFrostToCome = frost !== null && frost.chance >= WORTH_SAYING && (frost.from_ts ?? 0) > minuteS.value + SOON_S;
  return (
    <dl class={`tonight${forecast.isOld.value || answer.isOld.value ? ' old' : ''}`}>
      <Answered label={t.tonight.low} of={low} />
      {isFrostToCome ? (
        <div class="reading">
          <dt>{t.tonight.frost({ clock: about(frost.by_ts) })}</dt>
          <dd>
            <span class="value">{number(100 * Math.min(MOST, frost.chance))}</span>
            <span class="unit">%</span>
            <span class="aside">{t.tonight.from({ clock: about(frost.from_ts!) })}</span>
          </dd>
        </div>
      ) : (
        <Answered label={isToday(high) ? t.tonight.highToday : t.tonight.highTomorrow} of={high} />
      )}
    </dl>
  );
}

const isToday = (high: Answer['high']): boolean =>
  high === null || time.value.calendar.dayAt(high.about_ts) === time.value.calendar.dayAt(minuteS.value);

function Answered({ label, of }: { label: string; of: Answer['low'] }) {
  return (
    <div class="reading">
      <dt>{label}</dt>
      <dd>
        <span class={`value ${of === null ? 'muted' : 'temperature'}`}>
          {of === null ? DASH : figure('temperature', of.value, units.value, 0)}
        </span>
        {of !== null && (
          <>
            <span class="unit">{unitOf('temperature', units.value)}</span>
            <span class="aside">{t.tonight.about({ clock: about(of.about_ts) })}</span>
          </>
        )}
      </dd>
    </div>
  );
}
