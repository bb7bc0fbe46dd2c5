import type { Models as Learned } from '../../../contract/models.ts';
import { MEMBERS, TARGETS } from '../../../contract/names.ts';
import { units } from '../../kit/browser-choices.ts';
import { models } from '../../kit/data/of-views.ts';
import { rain as chance, status } from '../../kit/data/station.ts';
import { DASH, figure, number, share, stepOf, stepSize, unitOf } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { leadText } from '../../kit/lead-text.ts';
import { Aged } from '../../kit/parts/aged.tsx';
import { DataTable } from '../../kit/parts/data-table.tsx';
import { type Fact, Facts } from '../../kit/parts/facts.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { Weights, WeightsLegend } from '../../kit/parts/weights.tsx';
import { featureName } from '../nerd/names.ts';
import { t } from '../texts/models.ts';
import { t as ofNow } from '../texts/now.ts';
import { LabelList } from './labels/label-list.tsx';
import { withoutWord } from './last-word.ts';
import { Training } from './training.tsx';
import { Calibration } from './wizard/wizard.tsx';

/** View Models: what the station learned, and what you can teach it. */
export default function Models() {
  models.use();
  status.use();
  return (
    <Page view="models" head={<p class="muted">{t.models.intro}</p>} problem={models.problem.value}>
      <Calibration />
      <div class="two">
        <Training />
        <Aged by={[models.isOld]}>
          <Usual />
        </Aged>
      </div>
      <LabelList />
      <Aged by={[models.isOld]}>
        <RainWeights />
        <Members />
      </Aged>
    </Page>
  );
}

function Usual() {
  const state = models.value.value?.climatology;
  return (
    <section>
      <h2>
        {t.models.usual}
        <span class="plain">
          {COMMA}
          {state?.ready ? t.models.usualReady : t.models.usualNotReady}
        </span>
      </h2>
      <p class="muted">{t.models.usualIntro}</p>
      <Facts
        of={[
          [t.inside.knownDays, number(state?.history_days, 1)],
          [t.models.annual, state ? (state.annual_terms ? t.models.yes : t.models.no) : DASH],
          ...TARGETS.map(
            (target): Fact => [
              t.models.leftOver({ target }),
              figure(stepOf(target), state?.residual_std[target], units.value).replace('+', '±'),
              unitOf(stepOf(target), units.value),
            ],
          ),
        ]}
      />
    </section>
  );
}

/** Effect of the last label on the chance of rain; none after a day. */
function moved(now: typeof chance.value): string {
  const { rain_probability: p, word_logit: word } = now ?? {};
  return p && word ? t.models.moved({ from: share(withoutWord(p, word)), to: share(p) }) : DASH;
}

/** The coefficients of the rain model as bars from a middle line. */
function RainWeights() {
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
          [t.models.labels.title, share(chance.value?.model_probability)],
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
          const x = (weight ?? 0) < 0 ? 50 - share : 50;
          return (
            <li key={feature}>
              <span>{featureName(feature)}</span>
              <svg aria-hidden="true">
                <rect class="bar" x={`${x}%`} width={`${share}%`} y="20%" height="60%" rx="2" />
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

type Diagnostics = Learned['nowcast'][number];

/** Weights and scores of the members at each horizon. */
function Members() {
  const heads = models.value.value?.nowcast ?? [];
  if (heads.length === 0) return null;
  return (
    <section>
      <div class="section-head">
        <h2>{t.models.members}</h2>
        <WeightsLegend />
      </div>
      <div class="two wide">
        {TARGETS.map((target) => (
          <div key={target} class={`tone-${target}`}>
            <h3 class={`${target}-text`}>{t.quantities[target]}</h3>
            <DataTable
              caption={t.labelled({ label: t.models.members, text: t.quantities[target] })}
              columns={[
                { head: t.inside.horizon, cell: (head) => leadText(head.horizon_s) },
                { head: t.inside.weights, cell: (head) => <Weights of={head.weights} /> },
                { head: t.inside.updates, cell: (head) => number(head.n_updates) },
                ...MEMBERS.map((member) => ({
                  head: `${t.models.mae[member]} ${unitOf(stepOf(target), units.value)}`,
                  cell: (head: Diagnostics) => stepSize(target, head.member_mae[member], units.value),
                })),
                { head: t.inside.held, cell: (head) => share(head.coverage, 1) },
              ]}
              rows={heads.filter((head) => head.target === target)}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
