import { useSignal } from '@preact/signals';
import type { AlertsAnswer, ReceiverAnswer } from '../../../contract/fleet-people.ts';
import { COMMA } from '../../kit/language.ts';
import { ProblemLine } from '../../kit/parts/problem.tsx';
import { Answered } from '../answered.tsx';
import { useResource } from '../ask.ts';
import { Entry, SelectEntry, Ticks } from '../fields.tsx';
import { groups, time } from '../fleet.ts';
import { Form } from '../form.tsx';
import { toStation } from '../route.ts';
import { change, may, session } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';

const KIND_NAMES = t.fleet.alerts.kinds;
type Kind = keyof typeof KIND_NAMES;
const { hub: _, ...STATION_KINDS } = KIND_NAMES;
const kindName = (kind: string): string => KIND_NAMES[kind as Kind] ?? kind;
type Way = keyof typeof t.fleet.alerts.ways;
const { webhook } = t.fleet.alerts.ways;

/** Alerts that fire now, and who is told: of all stations, or of a teacher's groups. */
export function Alerts() {
  const answer = useResource<AlertsAnswer>(() => '/api/manage/alerts', 30);
  return <Answered of={answer}>{(known) => <Known of={known} />}</Answered>;
}

function Known({ of: known }: { of: AlertsAnswer }) {
  return (
    <>
      <section>
        <h2>{t.fleet.alerts.now}</h2>
        {known.problem !== null && <ProblemLine text={known.problem} />}
        <TextsTable
          caption={t.fleet.alerts.now}
          none={t.fleet.alerts.nothing}
          columns={[
            {
              head: t.fleet.columns.name,
              cell: ({ station, name }) =>
                station === null ? KIND_NAMES.hub : <a href={toStation(station)}>{name}</a>,
            },
            { head: t.fleet.alerts.kind, cell: ({ kind }) => kindName(kind) },
            { head: t.fleet.manage.group, cell: ({ group }) => group },
            { head: t.headings.since, cell: ({ since_ts }) => time.dateAndClock(since_ts) },
          ]}
          rows={known.firing}
        />
      </section>
      <section>
        <h2>{t.fleet.alerts.receivers}</h2>
        <NewReceiver hasMail={known.has_mail} />
        <Receivers of={known.receivers} />
      </section>
    </>
  );
}

function NewReceiver({ hasMail }: { hasMail: boolean }) {
  const mine = session.value?.groups ?? [];
  const choice = groups.value.filter((one) => may('set-alerts') === 'all' || mine.includes(one));
  if (choice.length === 0) return <p class="muted">{t.fleet.alerts.noGroup}</p>;
  return <ReceiverForm choice={choice} hasMail={hasMail} />;
}

function ReceiverForm({ choice, hasMail }: { choice: readonly string[]; hasMail: boolean }) {
  const group = useSignal(choice[0]!);
  const [way, to] = [useSignal<Way>(hasMail ? 'email' : 'webhook'), useSignal('')];
  const kinds = useSignal(Object.keys(STATION_KINDS) as ReadonlyArray<keyof typeof STATION_KINDS>);
  const names = Object.fromEntries(choice.map((one) => [one, one]));
  const add = async (): Promise<string> => {
    const receiver = { group: group.value, [way.value]: to.value.trim(), kinds: kinds.value };
    const { is_taken, answer } = await change<ReceiverAnswer>('POST', '/api/manage/alerts', receiver);
    to.value = '';
    return (is_taken ? t.fleet.alerts.tested : t.fleet.alerts.untested)({ answer });
  };
  return (
    <>
      <p class="muted">{hasMail ? t.fleet.alerts.how : t.fleet.alerts.noMail}</p>
      <Form label={t.fleet.alerts.add} send={add} isShut={kinds.value.length === 0}>
        <SelectEntry label={t.fleet.manage.group} of={group} choices={names} />
        <SelectEntry label={t.fleet.alerts.way} of={way} choices={hasMail ? t.fleet.alerts.ways : { webhook }} />
        <Entry label={t.fleet.alerts.to} of={to} />
        <Ticks label={t.fleet.alerts.kind} of={kinds} choices={STATION_KINDS} />
      </Form>
    </>
  );
}

const remove = (id: string) => () => change('POST', '/api/manage/alerts/remove', { id });

const Receivers = ({ of }: { of: AlertsAnswer['receivers'] }) => (
  <TextsTable
    caption={t.fleet.alerts.receivers}
    columns={[
      { head: t.fleet.alerts.to, cell: ({ to }) => <bdi>{to}</bdi> },
      {
        head: t.fleet.manage.group,
        cell: ({ groups }) => (groups.length === 0 ? t.fleet.waves.everybody : groups.join(COMMA)),
      },
      { head: t.fleet.alerts.kind, cell: ({ kinds }) => kinds.map(kindName).join(COMMA) },
      {
        head: t.fleet.alerts.state,
        cell: ({ waiting, last_error }) => last_error ?? (waiting > 0 ? t.fleet.alerts.waiting({ n: waiting }) : ''),
      },
      { head: t.fleet.alerts.by, cell: ({ by }) => (by === null ? 'alerts.yaml' : <bdi>{by}</bdi>) },
      {
        head: t.fleet.manage.what,
        cell: ({ id }) => id !== null && <Form label={t.fleet.manage.deeds.remove} send={remove(id)} deletes={id} />,
      },
    ]}
    rows={of}
  />
);
