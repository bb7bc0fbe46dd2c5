import { useSignal } from '@preact/signals';
import type { PasswordAnswer, PeopleAnswer } from '../../../contract/fleet-people.ts';
import { COMMA } from '../../kit/language.ts';
import { Answered } from '../answered.tsx';
import { useResource } from '../ask.ts';
import { Entry, SelectEntry } from '../fields.tsx';
import { groups as known } from '../fleet.ts';
import { beginAction, Form } from '../form.tsx';
import { change } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { TextsTable } from '../texts-table.tsx';

const DEEDS = {
  add: t.fleet.people.add,
  set: t.fleet.people.role,
  password: t.fleet.login.newPassword,
  remove: t.fleet.manage.deeds.remove,
};
type Role = keyof typeof t.fleet.roles;

/** Names with commas between them. */
const listed = (text: string): string[] =>
  text
    .split(/[,،;]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Fields of a role and of a teacher's groups, and what they say. */
export function useStanding() {
  const [role, groups] = [useSignal<Role>('viewer'), useSignal('')];
  const isTeacher = role.value === 'teacher';
  const fields = (
    <>
      <SelectEntry label={t.fleet.people.role} of={role} choices={t.fleet.roles} />
      {isTeacher && <Entry label={t.fleet.people.groups} of={groups} suggested={known.value} />}
    </>
  );
  return { role, groups, fields, said: { role: role.value, groups: isTeacher ? listed(groups.value) : [] } };
}

/** People who may log in: who they are, and one change at a time. */
export function People() {
  const all = useResource<PeopleAnswer>(() => '/api/manage/people', 30);
  const [deed, name] = [useSignal<keyof typeof DEEDS>('add'), useSignal('')];
  const { role, groups, fields, said } = useStanding();
  const hasRole = deed.value === 'add' || deed.value === 'set';
  const go = async () => {
    const wanted = { deed: deed.value, name: name.value, ...(hasRole && said) };
    const { password, ...made } = await change<PasswordAnswer>('POST', '/api/manage/people', wanted);
    name.value = '';
    return password === null ? t.fleet.manage.done : { secret: t.fleet.people.password({ ...made, password }) };
  };
  const choose = (person: PeopleAnswer['people'][number]): void => {
    beginAction();
    if (deed.value === 'add') deed.value = 'set';
    [name.value, role.value, groups.value] = [person.name, person.role, person.groups.join(COMMA)];
  };
  return (
    <section>
      <Form label={t.fleet.views.people} go={t.fleet.manage.apply} send={go}>
        <SelectEntry label={t.fleet.manage.what} of={deed} choices={DEEDS} />
        <Entry label={t.headings.name} of={name} />
        {hasRole && fields}
      </Form>
      <Answered of={all}>
        {({ people }) => (
          <TextsTable
            caption={t.fleet.views.people}
            columns={[
              {
                head: t.headings.name,
                cell: (person) => (
                  <button type="button" class="link" onClick={() => choose(person)}>
                    <bdi>{person.name}</bdi>
                  </button>
                ),
              },
              { head: t.fleet.people.role, cell: (person) => t.fleet.roles[person.role] },
              { head: t.fleet.manage.group, cell: (person) => person.groups.join(COMMA) },
            ]}
            rows={people}
          />
        )}
      </Answered>
    </section>
  );
}
