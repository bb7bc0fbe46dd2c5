import { useSignal } from '@preact/signals';
import type { WaveReport, WaveReports } from '../../../contract/fleet-wave.ts';
import { COMMA } from '../../language.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { catchUp, useResource } from '../ask.ts';
import { Entry, Form } from '../form.tsx';
import { send } from '../session.ts';
import { t } from '../texts/fleet.ts';

type List = keyof typeof t.fleet.waves.lists;
const LISTS = Object.keys(t.fleet.waves.lists) as List[];
/** Lists whose stations are named: somebody has to look at them. */
const NAMED: readonly List[] = ['refused', 'failed'];

/** Upgrade waves of an operator: who is asked for which version, how far it is, and the way to take it back. */
export function Waves() {
  const answer = useResource<WaveReports>(() => '/api/waves', 30);
  const [version, share, group] = [useSignal(''), useSignal('10'), useSignal('')];
  const ask = async (): Promise<string> => {
    const to = group.value.trim();
    const wave = { version: version.value.trim(), share: Number(share.value), group: to === '' ? null : to };
    await send('POST', '/api/waves', wave);
    catchUp.value++;
    return t.fleet.manage.done;
  };
  const takeBack = async (id: string): Promise<null> => {
    await send('DELETE', `/api/waves/${id}`);
    catchUp.value++;
    return null;
  };
  const rows = answer.value.value?.waves ?? [];
  return (
    <>
      <h2>{t.fleet.waves.title}</h2>
      <Form label={t.fleet.waves.title} go={t.fleet.waves.ask} send={ask}>
        <Entry label={t.fleet.waves.version} value={version.value} set={(one) => (version.value = one)} />
        <Entry label={t.fleet.waves.share} value={share.value} set={(one) => (share.value = one)} />
        <Entry label={t.fleet.manage.group} value={group.value} set={(one) => (group.value = one)} isNeeded={false} />
      </Form>
      {rows.length > 0 && (
        <DataTable
          class="texts"
          needs="wide"
          caption={t.fleet.waves.title}
          columns={[
            { head: t.fleet.waves.version, cell: ({ wave }: WaveReport) => wave.version },
            { head: t.fleet.manage.group, cell: ({ wave }) => wave.group ?? t.fleet.waves.everybody },
            { head: t.fleet.waves.share, cell: ({ wave }) => stateOf(wave) },
            { head: t.fleet.audit.more, cell: (report) => LISTS.flatMap((list) => told(report, list)).join(COMMA) },
            {
              head: t.fleet.manage.what,
              cell: ({ wave: { id, ended_ts } }) =>
                ended_ts === null && (
                  <Form label={t.fleet.waves.back} go={t.fleet.waves.back} send={() => takeBack(id)}>
                    {null}
                  </Form>
                ),
            },
          ]}
          rows={rows}
        />
      )}
    </>
  );
}

function stateOf({ share, paused, ended_ts }: WaveReport['wave']): string {
  if (ended_ts !== null) return t.fleet.waves.ended;
  return paused === null ? String(share) : `${share} · ${t.fleet.waves.paused}`;
}

/** `3 refused (a, b, c)`; nothing where nobody is in a list. */
function told(report: WaveReport, list: List): string[] {
  const logins = report[list];
  if (logins.length === 0) return [];
  const names = NAMED.includes(list) ? ` (${logins.join(COMMA)})` : '';
  return [`${logins.length} ${t.fleet.waves.lists[list]}${names}`];
}
