import { HOUR_S } from '../../../base/durations.ts';
import type { Methods as MethodsAnswer } from '../../../contract/models.ts';
import { resource } from '../../kit/data/station.ts';
import { COMMA } from '../../kit/language.ts';
import { Page } from '../../kit/parts/page.tsx';
import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/methods.ts';
import { typeset } from './typeset.ts';

const methods = resource<MethodsAnswer>(() => '/api/methods', HOUR_S);
type StepOf = MethodsAnswer['pipeline'][number];

/** View Methods: how each number is computed, from chip to screen, and where each method fails. */
export default function Methods() {
  const answer = methods.use();
  return (
    <Page view="methods" head={<p class="muted">{t.methods.intro}</p>} problem={methods.problem.value}>
      {answer && (
        <>
          <section>
            <h2>{t.methods.limits}</h2>
            <ul class="limits">
              {answer.honest_limits.map((limit) => (
                <li key={limit}>{limit}</li>
              ))}
            </ul>
          </section>
          {[...Map.groupBy(answer.pipeline, (step) => step.stage)].map(([stage, steps]) => (
            <section key={stage}>
              <h2 class="stage">{stage}</h2>
              {steps.map((step) => (
                <Step key={step.id} step={step} titles={answer} />
              ))}
            </section>
          ))}
          <section>
            <h2>{t.methods.glossary}</h2>
            <dl class="glossary">
              {answer.glossary.map(({ term, meaning }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd class="muted">{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        </>
      )}
    </Page>
  );
}

/** An input or output of a stage. */
const flowName = (name: string): string => named(t.flow, name) ?? name;

function Step({ step, titles }: { step: StepOf; titles: MethodsAnswer }) {
  const next = titles.flow
    .filter(([from]) => from === step.id)
    .map(([, to]) => titles.pipeline.find(({ id }) => id === to)?.title ?? to!);
  const params = Object.entries(step.params);
  return (
    <article class="step">
      <div>
        <h3>{step.title}</h3>
        <p class="muted">{step.technique}</p>
        <p>{step.why}</p>
        {step.math?.map((formula) => (
          <Formula key={formula} text={formula} />
        ))}
        <p>
          <b>{t.methods.failure}</b> {step.failure}
        </p>
      </div>
      <div class="side">
        {step.consumes.length > 0 && (
          <p>
            <span class="muted">{t.methods.takes}</span> {step.consumes.map(flowName).join(COMMA)}
          </p>
        )}
        <p>
          <span class="muted">{t.methods.gives}</span> {step.produces.map(flowName).join(COMMA)}
        </p>
        {next.length > 0 && (
          <p>
            <span class="muted">{t.methods.leadsTo}</span> {next.join(COMMA)}
          </p>
        )}
        {params.length > 0 && (
          <dl class="lines">
            {params.map(([name, value]) => (
              <div key={name}>
                <dt class="muted">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </article>
  );
}

const TAGS = { upright: 'span', italic: 'i', sub: 'sub', sup: 'sup' } as const;

const Formula = ({ text }: { text: string }) => (
  <p class="formula">
    {typeset(text).map(({ text, style }, key) => {
      const Tag = TAGS[style];
      return <Tag key={key}>{text}</Tag>;
    })}
  </p>
);
