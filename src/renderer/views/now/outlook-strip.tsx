import { outlook } from '../../data/station.ts';
import { figure, number } from '../../format.ts';
import { Hatching } from '../../parts/hatching.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts.ts';
import { zoneTime } from '../../time.ts';

/** A calendar day has no zone left in it. */
const weekday = (day: string): string => zoneTime('UTC').shortDay(Date.parse(`${day}T12:00Z`) / 1000);

/** Days 2 to 7 are what is usual here, not a forecast; so they lie on hatching and say so. */
export function OutlookStrip() {
  const bundle = outlook.use();
  const days = bundle?.days?.['temperature']?.slice(0, 6) ?? [];
  return (
    <section class="outlook" title={bundle?.caveat}>
      <Hatching />
      <h2>
        {t.now.outlookTitle[0]} <br />
        {t.now.outlookTitle[1]}
      </h2>
      {days.map((day) => (
        <dl class="day" key={day.day}>
          <dt>{weekday(day.day)}</dt>
          <dd>
            <span class="high">{figure('temperature', day.mu_max, units.value, 0)}°</span>
            <span class="low">{figure('temperature', day.mu_min, units.value, 0)}°</span>
          </dd>
        </dl>
      ))}
      {bundle && days.length === 0 && <p class="not-yet">{t.now.outlookNotYet(number(bundle.history_days, 1))}</p>}
    </section>
  );
}
