import { useComputed } from '@preact/signals';
import type { Outlook } from '../../../contract/forecast.ts';
import { resource } from '../../data/station.ts';
import { figure } from '../../format.ts';
import { lazyPart } from '../../lazy-view.tsx';
import { Hatching } from '../../parts/hatching.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/now.ts';
import { zoneTime } from '../../time.ts';
import { withStyles } from '../../view-styles.ts';

/** Learning progress comes when it is wanted: a station learns for its first days, and is looked at for years. */
const Learning = lazyPart(withStyles(() => import('../../parts/learning.tsx')));

/** The outlook's fields that the strip shows. */
const outlook = resource<Outlook>(() => '/api/outlook?target=temperature', 900);

/** A calendar day has no zone left in it. */
const weekday = (day: string): string => zoneTime('UTC').shortDay(Date.parse(`${day}T12:00Z`) / 1000);

/** Days 2 to 7 are what is usual here, not a forecast; so they lie on hatching and say so. */
export function OutlookStrip() {
  const bundle = outlook.use();
  const days = useComputed(() =>
    (outlook.value.value?.days?.['temperature'] ?? []).slice(0, 6).map(({ day, mu_max, mu_min }) => ({
      day,
      high: `${figure('temperature', mu_max, units.value, 0)}°`,
      low: `${figure('temperature', mu_min, units.value, 0)}°`,
    })),
  ).value;
  const [first] = days;
  const isMonotonous = first && days.every(({ high, low }) => high === first.high && low === first.low);
  const title = bundle && days.length === 0 ? t.now.learningTitle : t.now.outlookTitle;
  return (
    <section class={`outlook${outlook.isOld.value ? ' old' : ''}`} title={bundle?.caveat}>
      <Hatching />
      <h2>{title.split('\n').map((line, i) => [i > 0 && <br />, line, ' '])}</h2>
      {isMonotonous ? (
        <p class="not-yet">{t.now.outlookSame({ high: first.high, low: first.low })}</p>
      ) : (
        days.map(({ day, high, low }) => (
          <dl class="day" key={day}>
            <dt>{weekday(day)}</dt>
            <dd class="high">
              <span class="sr-only">{t.now.byDay} </span>
              {high}
            </dd>
            <dd class="low">
              <span class="sr-only">{t.now.byNight} </span>
              {low}
            </dd>
          </dl>
        ))
      )}
      {bundle && days.length === 0 && <Learning />}
    </section>
  );
}
