import { useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts/history.ts';
import { Charts } from './charts.tsx';
import { Month } from './compare/month.tsx';
import { YearAgo } from './compare/year-ago.tsx';
import { Daily } from './daily.tsx';
import { EventList } from './event-list.tsx';
import { Glance } from './glance/glance.tsx';
import { createHistory } from './model.ts';
import { Others } from './others/late-others.tsx';
import { Presets, RangeBar } from './range-bar.tsx';
import { RecordList } from './record-list.tsx';
import { Stepper } from './stepper.tsx';

const model = createHistory();

/** View History: any time window, at the resolution that is stored. */
export default function History() {
  useEffect(() => model.open(), []);
  const isEmpty = useComputed(() => model.range.value?.n === 0);
  const hasData = useComputed(() => (model.range.value?.n ?? 0) > 0);
  return (
    <div class="page history">
      <header>
        <h1>{t.views.history}</h1>
        <Presets model={model} />
      </header>
      <Glance model={model} />
      <Stepper model={model} />
      <RangeBar model={model} />
      <Problem of={model.problem.value} />
      {isEmpty.value && <p class="empty-note">{t.history.empty}</p>}
      {hasData.value ? <Charts model={model} /> : <div {...waitsFor({ value: model.range, problem: model.problem })} />}
      <Others model={model} />
      <EventList model={model} />
      <YearAgo />
      <Month model={model} />
      <Daily model={model} />
      <RecordList model={model} />
    </div>
  );
}
