import { HOUR_S } from '../../../base/durations.ts';
import { isRainOld, live, minuteS, rain, time } from '../../kit/data/station.ts';
import { DASH, figure, number } from '../../kit/format.ts';
import { t } from '../texts/now.ts';
import { hasGauge, Outdoors } from './late-outdoors.ts';
import { Observe, observed } from './observe.tsx';
import type { RainNow } from './saying.ts';

/** Time after which the page asks whether reported rain goes on. */
const ASK_AGAIN_AFTER_S = HOUR_S;
const HARDLY = 0.05;
/** Empty line that keeps the place of the words until the first message. */
const NOTHING = '\u00a0';

/** Chance of rain while it is fresh, and rain that was reported. */
export const rainNow = (): RainNow => ({
  rainChance: isRainOld.value ? null : (rain.value?.rain_probability ?? null),
  rainingSinceS: observed.value?.isWet ? observed.value.sinceS : null,
});

/** Panel of rain: its chance or, after a report, that it rains. */
export function RainPanel() {
  const told = observed.value;
  return (
    <section class={`rain-panel${isRainOld.value ? ' old' : ''}`} aria-label={t.now.rain3h}>
      <h2 class="muted">{t.now.rain3h}</h2>
      {told?.isWet ? <Raining sinceS={told.sinceS} saidS={told.saidS} /> : <Chance />}
      {hasGauge.value ? <Outdoors isGauge /> : <Observe />}
    </section>
  );
}

function Raining({ sinceS, saidS }: { sinceS: number; saidS: number }) {
  return (
    <>
      <div class="rain-figure">
        <p class="value rain-text words">{t.now.raining}</p>
      </div>
      <p class="rain-split muted">
        {t.now.rainingSince({ clock: time.value.clock(sinceS) })}
        {minuteS.value - saidS > ASK_AGAIN_AFTER_S && ` ${t.now.stillRaining}`}
      </p>
    </>
  );
}

function Chance() {
  const chance = figure('probability', rain.value?.rain_probability, 'metric');
  const isKnown = chance !== DASH;
  const [words, why] = splitWords(rain.value);
  return (
    <>
      <div class="rain-figure">
        <p>
          <span class={isKnown ? 'value rain' : 'value muted'}>{chance}</span>
          {isKnown && <span class="unit">%</span>}
        </p>
      </div>
      <p class="rain-split muted" title={why}>
        {words}
      </p>
    </>
  );
}

/** Source of the rain chance: a short label, and the full story as its title. */
function splitWords(now: typeof rain.value): readonly [words: string, why: string] {
  if (!now) return [live.value ? t.now.noRain : NOTHING, ''];
  const percent = (p: number | null): string => (p === null ? DASH : number(100 * p));
  const barometer = percent(now.prior_probability);
  const why = t.now.rainWhy({ barometer, taught: percent(now.model_probability), trust: percent(now.learner_trust) });
  if (now.indoors_caveat) return [t.now.rainIndoors, `${t.now.rainIndoorsWhy} ${why}`];
  // A fresh report counts by itself, long before anything was learned.
  if (!now.word_logit && (now.learner_trust ?? 0) < HARDLY) return [t.now.byBarometer, why];
  const taught = percent(now.word_logit ? now.rain_probability : now.model_probability);
  return [t.now.rainSplit({ barometer, taught }), why];
}
