import { useSignal } from '@preact/signals';
import { TARGETS, type Target } from '../../../contract/names.ts';
import { forecast, scorecard } from '../../data/station.ts';
import { lazyPart } from '../../lazy-view.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SegmentsOf } from '../../parts/segments.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { WhenNear } from '../../parts/when-near.tsx';
import { route } from '../../router.ts';
import { t } from '../../texts/forecast.ts';
import { ChanceStrip } from './chances/strip.tsx';
import { HorizonTable } from './horizon-table.tsx';
import { OpenWindow } from './open-window.tsx';
import { Summary } from './summary.tsx';
import { TargetFan } from './target-fan.tsx';

const asked = (): Target => TARGETS.find((target) => target === route.peek().params.get('target')) ?? 'temperature';

/** Fetched by who reads on: answers come first. */
const TrackRecord = lazyPart<{ target: Target }>(() => import('./track-record.tsx'));

/** View Forecast: what the models expect, how sure they are, and how well they did. */
export default function Forecast() {
  const bundle = forecast.use();
  scorecard.use();
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
      {bundle && <WhenNear height="900px">{() => <TrackRecord target={shown} />}</WhenNear>}
    </div>
  );
}
