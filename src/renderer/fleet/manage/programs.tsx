import { useSignal } from '@preact/signals';
import type { ProgramsAnswer, TokenAnswer } from '../../../contract/fleet-people.ts';
import { DASH } from '../../kit/format.ts';
import { COMMA } from '../../kit/language.ts';
import { Answered } from '../answered.tsx';
import { useResource } from '../ask.ts';
import { Entry, NumberEntry, numberIn } from '../fields.tsx';
import { time } from '../fleet.ts';
import { Form } from '../form.tsx';
import { change } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';
import { useStanding } from './people.tsx';

const PATH = '/api/manage/programs';

/** Tokens of programs: who has one, a new one, and the end of one. */
export function Programs() {
  const all = useResource<ProgramsAnswer>(() => PATH, 30);
  const [name, days] = [useSignal(''), useSignal('365')];
  const { fields, said } = useStanding();
  const add = async () => {
    const wanted = { deed: 'add', name: name.value, ...said, days: numberIn(days) };
    const { token } = await change<TokenAnswer>('POST', PATH, wanted);
    const made = { name: name.value, token: token ?? '' };
    name.value = '';
    return { secret: t.fleet.programs.token(made) };
  };
  const revoke = (name: string) => () => change('POST', PATH, { deed: 'remove', name });
  return (
    <section>
      <h2>{t.fleet.programs.title}</h2>
      <p class="muted">{t.fleet.programs.how}</p>
      <Form label={t.fleet.programs.title} go={t.fleet.programs.add} send={add}>
        <Entry label={t.headings.name} of={name} />
        {fields}
        <NumberEntry label={t.fleet.programs.days} of={days} />
      </Form>
      <Answered of={all}>
        {({ programs }) => (
          <TextsTable
            caption={t.fleet.programs.title}
            columns={[
              { head: t.headings.name, cell: (one) => <bdi>{one.name}</bdi> },
              { head: t.fleet.people.role, cell: (one) => t.fleet.roles[one.role] },
              { head: t.fleet.manage.group, cell: (one) => one.groups.join(COMMA) },
              { head: t.fleet.programs.until, cell: (one) => (one.stands ? time.dateAndClock(one.until_ts) : DASH) },
              { head: t.fleet.alerts.by, cell: (one) => one.by !== null && <bdi>{one.by}</bdi> },
              {
                head: t.fleet.manage.what,
                cell: (one) => <Form label={t.fleet.programs.revoke} send={revoke(one.name)} deletes={one.name} />,
              },
            ]}
            rows={programs}
          />
        )}
      </Answered>
    </section>
  );
}
