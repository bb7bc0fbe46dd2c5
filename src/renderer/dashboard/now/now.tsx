import type { Tonight as Answer, Outlook } from '../../../contract/forecast.ts';
import { units } from '../../kit/browser-choices.ts';
import { tonight as answer, forecast, isStale, minuteS, recent, resource, telemetry } from '../../kit/data/station.ts';
import { DASH, figure } from '../../kit/format.ts';
import { Arrow, wayOf } from '../../kit/icons.tsx';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { zoneTime } from '../../kit/time.ts';
import { degrees } from '../degrees.ts';
import { t } from '../texts/now.ts';
import { withStyles } from '../view-styles.ts';
import { Hero, isLong } from './hero.tsx';
import { hasWeather, Outdoors } from './late-outdoors.ts';
import { Next24 } from './next24.tsx';
import { RainPanel } from './rain-panel.tsx';
import { Reading } from './reading.tsx';
import { Spoken } from './spoken.tsx';
import { aboutHour, isRough, isTomorrow, overFor, uncertain } from './tonight-answer.ts';
import { FROST_WORTH_SAYING, hasHour, isFrostToCome, skyWord, tendency3h, tendencyWord } from './weather-words.ts';

/** Glanceable across the room: how warm it is, what tonight brings, the rain; then smaller figures, the next day and the usual week. */
export default function Now() {
  return (
    <div class="now">
      <h1 class="sr-only">{t.views.now}</h1>
      <div class={`hero-row${isLong.value ? ' long' : ''}`}>
        <Hero />
        <Tonight />
        <RainPanel />
      </div>
      <Readings />
      <Spoken />
      <Next24 />
      <OutlookStrip />
    </div>
  );
}

/** Learning progress comes when it is wanted: a station learns for its first days, and is looked at for years. */
const Learning = lazyPart(withStyles(() => import('../../kit/parts/learning.tsx')));

/** The outlook's fields that the strip shows. */
const outlook = resource<Outlook>(() => '/api/outlook?target=temperature', 900);

/** A calendar day has no zone left in it. */
const weekday = (day: string): string => zoneTime('UTC').shortDay(Date.parse(day) / 1000);

/** Days 2 to 7 are what is usual here, not a forecast; so they lie on hatching and say so. */
function OutlookStrip() {
  const bundle = outlook.use();
  const days = (bundle?.days?.['temperature'] ?? []).slice(0, 6).map(({ day, mu_max, mu_min }) => ({
    day,
    high: degrees(mu_max, 0),
    low: degrees(mu_min, 0),
  }));
  const [first] = days;
  const isMonotonous = first && days.every(({ high, low }) => high === first.high && low === first.low);
  const title = bundle && days.length === 0 ? t.now.learningTitle : t.now.outlookTitle;
  return (
    <section class={`outlook hatched${outlook.isOld.value ? ' old' : ''}`} title={bundle?.caveat}>
      <h2 class="muted">{title.split('\n').map((line, i) => [i > 0 && <br />, line, ' '])}</h2>
      {isMonotonous ? (
        <p class="not-yet">{t.now.outlookSame({ high: first.high, low: first.low })}</p>
      ) : (
        days.map(({ day, high, low }) => (
          <dl class="day" key={day}>
            <dt class="muted">{weekday(day)}</dt>
            <dd class="high">
              <span class="sr-only">{t.now.byDay} </span>
              {high}
            </dd>
            <dd class="low muted">
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

const STILL_PCT_PER_H = 0.5;

function Readings() {
  const now = telemetry.value;
  const rate = now?.rates.humidity_pct_per_h;
  const rateText = figure('humidityRate', rate, units.value);
  const stepHpa = tendency3h(now, recent.pressure.value.value);
  const sky = skyWord(now?.derived.cloud_index, now?.derived.solar_elevation);
  const hasProbe = typeof now?.outdoor_c === 'number';
  return (
    <dl class={`readings${isStale.value ? ' old' : ''}`}>
      <Reading label={t.quantities.humidity} kind="humidity" of={now?.humidity} tone="humidity">
        {rateText !== DASH && (
          <span class="aside">
            <Arrow way={wayOf(rate, STILL_PCT_PER_H)} /> <span>{rateText}/h</span>
          </span>
        )}
      </Reading>
      <Reading label={t.quantities.seaLevel} kind="pressure" of={now?.pressure} tone="pressure">
        <span class="aside" title={t.quantities.tendency}>
          {stepHpa === null
            ? DASH
            : `${t.tendency[tendencyWord(stepHpa)]} ${figure('pressureStep', stepHpa, units.value)}`}
        </span>
      </Reading>
      {hasWeather.value ? (
        <Outdoors />
      ) : (
        <>
          <Reading
            label={hasProbe ? t.quantities.outdoor : t.quantities.wetBulb}
            kind="temperature"
            of={hasProbe ? now.outdoor_c : now?.derived.wet_bulb}
          />
          <Reading label={t.quantities.light} kind="light" of={now?.lux}>
            <span class="aside">{sky && t.sky[sky]}</span>
          </Reading>
          <Reading label={t.quantities.vapourDeficit} kind="vapour" of={now?.derived.vpd_hpa} />
        </>
      )}
    </dl>
  );
}

/** Tonight's low with its hour and the chance of frost, else the next high. Without frost if it already freezes. */
function Tonight() {
  const told = answer.use();
  const frost = told?.frost;
  const fromS = frost && !isRough() && frost.chance >= FROST_WORTH_SAYING ? (frost.from_ts ?? 0) : 0;
  return (
    <dl class={`tonight${forecast.isOld.value || answer.isOld.value ? ' old' : ''}`}>
      <Extreme label={t.tonight.low} of={told?.low} />
      {frost && isFrostToCome(fromS, minuteS.value) ? (
        <Reading
          label={t.tonight.frost({ clock: aboutHour(frost.by_ts) })}
          kind="probability"
          of={uncertain(frost.chance)}
        >
          <span class="aside">{t.tonight.from({ clock: aboutHour(fromS) })}</span>
        </Reading>
      ) : (
        <Extreme label={isTomorrow(told?.high) ? t.tonight.highTomorrow : t.tonight.highByDay} of={told?.high} />
      )}
    </dl>
  );
}

const Extreme = ({ label, of }: { label: string; of: Answer['low'] | undefined }) => (
  <Reading label={label} kind="temperature" of={of?.value} decimals={0} tone="temperature">
    {of && hasHour(of, minuteS.value) && (
      <span class="aside">{overFor(of.about_ts) ?? t.tonight.about({ clock: aboutHour(of.about_ts) })}</span>
    )}
  </Reading>
);
