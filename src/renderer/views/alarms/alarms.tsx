import { useSignal } from '@preact/signals';
import { Problem } from '../../parts/problem.tsx';
import { t } from '../../texts/alarms.ts';
import { latest, meanwhile, outcome, problem, shown } from '../settings/editing.ts';
import { Meanwhile } from '../settings/meanwhile.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { alarms, entries } from './data.ts';
import { Editor } from './editor.tsx';
import { inOrder, List } from './list.tsx';
import { Shelf } from './shelf.tsx';

/** Narrower than this the list and the editor take turns. */
const isWide = matchMedia('(min-width: 1000px)');

/** View Alarms: what warns, whether it can be trusted, and how it is changed by touch. */
export default function Alarms() {
  alarms.use();
  latest.use();
  const chosen = useSignal<string | null>(null);
  const isAdding = useSignal(false);
  const all = alarms.value.value?.alarms ?? [];
  const touched = new Set(entries.value.map(({ id }) => id));
  const listed = inOrder(all.filter(({ id, enabled }) => enabled || touched.has(id)));
  const alarm = all.find(({ id }) => id === chosen.value) ?? (isWide.matches ? listed[0] : undefined);
  const hasNews = problem.value !== null || outcome.value !== null;
  return (
    <div class={`page alarms${chosen.value === null ? '' : ' opened'}`}>
      <header>
        <h1>{t.views.alarms}</h1>
      </header>
      <Problem of={alarms.problem.value} />
      {alarms.value.value && (
        <div class="alarm-columns">
          <List
            of={listed}
            chosen={alarm?.id ?? null}
            choose={(id) => (chosen.value = id)}
            add={() => (isAdding.value = true)}
          />
          {alarm ? (
            <Editor key={alarm.id} alarm={alarm} back={() => (chosen.value = null)} />
          ) : (
            listed.length === 0 && <p class="empty-note">{t.alarms.none}</p>
          )}
        </div>
      )}
      {shown.value && hasNews && <SaveBar settings={shown.value} />}
      {meanwhile.value && <Meanwhile of={meanwhile.value} />}
      {isAdding.value && (
        <Shelf
          of={all.filter((one) => !listed.includes(one))}
          open={(id) => (chosen.value = id)}
          close={() => (isAdding.value = false)}
        />
      )}
    </div>
  );
}
