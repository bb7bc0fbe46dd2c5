import type { Alarm } from '../../../contract/alarms.ts';
import { restOf } from '../../alarm-bar/rest.ts';
import { t } from '../../texts/alarms.ts';
import { ORDER, StateSign, StateWord } from './signs.tsx';

const rank = ({ state }: Alarm): number => ORDER.indexOf(state);

export const inOrder = (alarms: readonly Alarm[]): Alarm[] =>
  [...alarms].sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));

interface Props {
  of: readonly Alarm[];
  chosen: string | null;
  choose: (id: string) => void;
  add: () => void;
}

/** Alarms with their states, the loudest first. */
export function List({ of, chosen, choose, add }: Props) {
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
      <button type="button" class="button add" onClick={add}>
        {t.alarms.add}
      </button>
    </nav>
  );
}
