import { useSignal } from '@preact/signals';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { forecast, nerd, outlook, scorecard } from '../../data/station.ts';
import { Problem } from '../../parts/problem.tsx';
import { SegmentsOf } from '../../parts/segments.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { route } from '../../router.ts';
import { t } from '../../texts/forecast.ts';
import { ChanceStrip } from './chances/strip.tsx';
import { HorizonTable } from './horizon-table.tsx';
import { OpenWindow } from './open-window.tsx';
import { OutlookChart } from './outlook-chart.tsx';
import { Reliability } from './reliability.tsx';
import { Scores } from './scores.tsx';
import { SkillOverTime } from './skill-over-time.tsx';
import { Summary } from './summary.tsx';
import { TargetFan } from './target-fan.tsx';
import { WhatItSaid } from './what-it-said.tsx';

const asked = (): Target => TARGETS.find((target) => target === route.peek().params.get('target')) ?? 'temperature';

/** View Forecast: what the models expect, how sure they are, and how well they did. */
export default function Forecast() {
  const bundle = forecast.use();
  scorecard.use();
  outlook.use();
  nerd.use();
  const target = useSignal<Target>(asked());
  const shown = target.value;
  const entries = bundle?.targets[shown] ?? [];
  const isFirstGuess = entries.every(({ provisional }) => provisional === true);
  return (
    <div class={`page tone-${shown}`}>
      <header>
        <h1>{t.views.forecast}</h1>
        <SegmentsOf label={t.inside.target} of={target} choices={t.targets} />
      </header>
      <Problem of={forecast.problem.value} />
      <section {...waitsFor(forecast)}>
        <Summary />
        <TargetFan key={shown} target={shown} />
        {/* Its place is kept: what stands below must not move when it has something to speak of. */}
        <p class={`muted${entries.length > 0 ? '' : ' unknown'}`}>
          {isFirstGuess && bundle ? t.forecast.introYoung : t.forecast.intro}
        </p>
        <ChanceStrip key={`chances-${shown}`} target={shown} />
        {bundle && <HorizonTable target={shown} />}
      </section>
      <OpenWindow />
      <Scores target={shown} />
      <WhatItSaid key={`said-${shown}`} target={shown} />
      <SkillOverTime key={`skill-${shown}`} target={shown} />
      <div class="two">
        <Reliability target={shown} />
        <OutlookChart key={`outlook-${shown}`} target={shown} />
      </div>
    </div>
  );
}
