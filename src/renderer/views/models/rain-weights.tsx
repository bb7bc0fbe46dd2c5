import { rain as chance, models } from '../../data/station.ts';
import { DASH, number, share } from '../../format.ts';
import { Facts } from '../../parts/facts.tsx';
import { t } from '../../texts/models.ts';
import { t as ofNow } from '../../texts/now.ts';
import { featureName } from '../nerd/names.ts';
import { withoutWord } from './last-word.ts';

/** Effect of the last label on the chance of rain; none after a day. */
function moved(now: typeof chance.value): string {
  const { rain_probability: p, word_logit: word } = now ?? {};
  return p && word ? t.models.moved({ from: share(withoutWord(p, word)), to: share(p) }) : DASH;
}

/** The coefficients of the rain model as bars from a middle line. */
export function RainWeights() {
  const rain = models.value.value?.precipitation;
  if (!rain) return null;
  const largest = Math.max(0.1, ...rain.coefficients.map((c) => Math.abs(c.weight ?? 0)));
  return (
    <section class="tone-rain">
      <h2>{t.models.rainModel}</h2>
      <p class="muted">{rain.coefficients.length > 0 ? t.models.rainIntro : t.models.rainEmpty}</p>
      {chance.value?.indoors_caveat && <p>{ofNow.now.rainIndoorsWhy}</p>}
      <Facts
        of={[
          [t.models.barometerSays, share(chance.value?.prior_probability)],
          [t.models.experienceSays, share(chance.value?.model_probability)],
          [t.models.experienceCounts, share(chance.value?.learner_trust)],
          [t.models.lastWord, moved(chance.value)],
          [t.models.strong, number(rain.strong_labels)],
          [t.models.weak, number(rain.weak_labels)],
          [t.models.logloss, number(rain.logloss_ewma, 3)],
        ]}
      />
      <ul class="bars" aria-label={t.models.rainLabel}>
        {rain.coefficients.map(({ feature, weight }) => {
          const share = (50 * Math.abs(weight ?? 0)) / largest;
          return (
            <li key={feature}>
              <span>{featureName(feature)}</span>
              <svg aria-hidden="true">
                <rect
                  class="bar"
                  x={`${(weight ?? 0) < 0 ? 50 - share : 50}%`}
                  width={`${share}%`}
                  y="20%"
                  height="60%"
                  rx="2"
                />
                <line class="middle" x1="50%" x2="50%" y1="0" y2="100%" />
              </svg>
              <span class="figure">{number(weight, 2, true)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
