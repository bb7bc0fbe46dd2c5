import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ALARM_STATES } from '../../../contract/alarm-names.ts';
import type { Alarm } from '../../../contract/alarms.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { route } from '../../kit/router.ts';
import { alarms } from '../alarm-bar/loud.ts';
import { restOf } from '../alarm-bar/rest.ts';
import { latest } from '../settings/editing.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { t } from '../texts/alarms.ts';
import { CHOSEN, choose, isWide } from './chosen.ts';
import { entries } from './data.ts';
import { Editor } from './editor.tsx';
import { Shelf } from './shelf.tsx';
import { StateSign, StateWord } from './signs.tsx';

/** View Alarms: what warns, whether it can be trusted, and how it is changed by touch. */
export default function Alarms() {
  alarms.use();
  latest.use();
  /** Alarm last in the editor. It stays there beside the list, whatever goes to the top of that. */
  const last = useRef<string | null>(null);
  const isAdding = useSignal(false);
  const all = alarms.value.value?.alarms ?? [];
  const touched = new Set(entries.value.map(({ id }) => id));
  const listed = all
    .filter(({ id, enabled }) => enabled || touched.has(id))
    .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
  const named = (name: string | null): Alarm | undefined => all.find(({ id }) => id === name);
  const chosen = named(route.value.params.get(CHOSEN));
  const alarm = chosen ?? (isWide.value ? (named(last.current) ?? listed[0]) : undefined);
  if (alarm) last.current = alarm.id;
  return (
    <Page view="alarms" class={`alarms${chosen ? ' opened' : ''}`} problem={alarms.problem.value}>
      <div {...waitsFor(alarms)} hidden />
      {alarms.value.value && (
        <div class="alarm-columns">
          <List of={listed} chosen={alarm?.id} add={() => (isAdding.value = true)} />
          {alarm ? (
            <Editor key={alarm.id} alarm={alarm} />
          ) : (
            listed.length === 0 && <p class="empty-note">{t.alarms.none}</p>
          )}
        </div>
      )}
      <SaveBar />
      {isAdding.value && (
        <Shelf of={all.filter((one) => !listed.includes(one))} close={() => (isAdding.value = false)} />
      )}
    </Page>
  );
}

const rank = ({ state }: Alarm): number => ALARM_STATES.indexOf(state);

interface Props {
  of: readonly Alarm[];
  chosen: string | undefined;
  add: () => void;
}

/** Alarms with their states, the loudest first. */
function List({ of, chosen, add }: Props) {
  return (
    <nav class="alarm-list" aria-label={t.views.alarms}>
      <ul>
        {of.map((alarm) => (
          <li key={alarm.id}>
            <button
              type="button"
              class={`alarm-row is-${alarm.state}`}
              aria-current={alarm.id === chosen ? 'true' : undefined}
              onClick={() => choose(alarm.id)}
            >
              <StateSign of={alarm.state} />
              <span class="named">
                <b>
                  <bdi>{alarm.title}</bdi>
                </b>
                <small>{restOf(alarm)}</small>
              </span>
              <StateWord of={alarm.state} />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="add" name={t.alarms.add} onClick={add} />
    </nav>
  );
}
