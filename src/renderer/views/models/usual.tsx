import { TARGETS } from '../../../contract/names.ts';
import { models } from '../../data/station.ts';
import { DASH, figure, number, stepOf, unitOf } from '../../format.ts';
import { COMMA } from '../../language.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { units } from '../../settings.ts';
import { t } from '../../texts/models.ts';

export function Usual() {
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
