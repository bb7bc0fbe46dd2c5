import { useSignal } from '@preact/signals';
import type { WaveReport, WaveReports } from '../../../contract/fleet-wave.ts';
import { number } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { Answered } from '../answered.tsx';
import { useResource } from '../ask.ts';
import { Entry, NumberEntry, numberIn } from '../fields.tsx';
import { groups } from '../fleet.ts';
import { Form } from '../form.tsx';
import { toStation } from '../route.ts';
import { change } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';

type List = keyof typeof t.fleet.waves.lists;
const LISTS = Object.keys(t.fleet.waves.lists) as List[];

/** Upgrade waves of an operator: who is asked for which version, how far it is, and the ways to pause it and to take it back. */
export function Waves() {
  const answer = useResource<WaveReports>(() => '/api/waves', 30);
  const [version, share, group] = [useSignal(''), useSignal('10'), useSignal('')];
  const ask = async (): Promise<string> => {
    const to = group.value.trim();
    const wave = { version: version.value.trim(), share: numberIn(share), group: to === '' ? null : to };
    await change('POST', '/api/waves', wave);
    return t.fleet.manage.done;
  };
  return (
    <>
      <h2>{t.fleet.waves.title}</h2>
      <Form label={t.fleet.waves.title} go={t.fleet.waves.ask} send={ask}>
        <Entry label={t.fleet.columns.version} of={version} />
        <NumberEntry label={t.fleet.waves.share} of={share} isWhole={false} />
        <Entry label={t.fleet.manage.group} of={group} isNeeded={false} suggested={groups.value} />
      </Form>
      <Answered of={answer}>
        {({ waves }) => (
          <TextsTable
            caption={t.fleet.waves.title}
            columns={[
              { head: t.fleet.columns.version, cell: ({ wave }) => wave.version },
              { head: t.fleet.manage.group, cell: ({ wave }) => wave.group ?? t.fleet.waves.everybody },
              { head: t.fleet.waves.share, cell: ({ wave }) => stateOf(wave) },
              { head: t.fleet.views.list, cell: (report) => <Stations of={report} /> },
              {
                head: t.fleet.manage.what,
                cell: ({ wave }) => wave.ended_ts === null && <Deeds key={wave.id} of={wave} />,
              },
            ]}
            rows={waves}
          />
        )}
      </Answered>
    </>
  );
}

function Deeds({ of: { id, paused } }: { of: WaveReport['wave'] }) {
  const path = `/api/waves/${id}`;
  const go = paused === null ? t.fleet.waves.pause : t.fleet.waves.resume;
  return (
    <div class="row">
      <Form label={go} send={() => change('PATCH', path, { paused: paused === null })} />
      <Form label={t.fleet.waves.back} send={() => change('DELETE', path)} deletes={id} sure={t.fleet.waves.sure} />
    </div>
  );
}

function stateOf({ share, paused, ended_ts }: WaveReport['wave']): string {
  if (ended_ts !== null) return t.fleet.waves.ended;
  if (paused === null) return String(share);
  return `${share} · ${paused === 'failures' ? t.fleet.waves.stopped : t.fleet.waves.paused}`;
}

/** Numbers of stations by their progress, and which ones. A wave may have all of the fleet, so they are drawn only once they are opened. */
function Stations({ of }: { of: WaveReport }) {
  const isOpen = useSignal(false);
  const lists = LISTS.filter((list) => of[list].length > 0);
  return (
    <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{lists.map((list) => `${number(of[list].length)} ${t.fleet.waves.lists[list]}`).join(COMMA)}</summary>
      {isOpen.value &&
        lists.map((list) => (
          <p key={list}>
            {t.fleet.waves.lists[list]}:{' '}
            {of[list].map((id, i) => (
              <>
                {i > 0 && COMMA}
                <a href={toStation(id)}>{id}</a>
              </>
            ))}
          </p>
        ))}
    </details>
  );
}
