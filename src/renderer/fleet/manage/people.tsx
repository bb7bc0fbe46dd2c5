import { useSignal } from '@preact/signals';
import type { PasswordAnswer, PeopleAnswer } from '../../../contract/fleet-people.ts';
import { COMMA } from '../../language.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { catchUp, useResource } from '../ask.ts';
import { Entry, Form, Pick } from '../form.tsx';
import { send } from '../session.ts';
import { t } from '../texts/fleet.ts';

const DEEDS = ['add', 'set', 'password', 'remove'] as const;
type Deed = (typeof DEEDS)[number];
const NAMES: Record<Deed, string> = {
  add: t.fleet.people.add,
  set: t.fleet.people.role,
  password: t.fleet.login.newPassword,
  remove: t.fleet.manage.deeds.remove,
};
type Role = keyof typeof t.fleet.roles;
const roleName = (role: string): string => t.fleet.roles[role as Role] ?? role;

/** People who may log in: who they are, and one change at a time. */
export function People() {
  const all = useResource<PeopleAnswer>(() => '/api/manage/people', 30);
  const deed = useSignal<Deed>('add');
  const [name, role, groups] = [useSignal(''), useSignal<Role>('viewer'), useSignal('')];
  const hasRole = deed.value === 'add' || deed.value === 'set';
  const go = async (): Promise<string> => {
    const list = groups.value
      .split(/[,،;]/)
      .map((one) => one.trim())
      .filter(Boolean);
    const standing = hasRole ? { role: role.value, groups: role.value === 'teacher' ? list : [] } : {};
    const made = await send<PasswordAnswer>('POST', '/api/manage/people', {
      deed: deed.value,
      name: name.value,
      ...standing,
    });
    name.value = '';
    catchUp.value++;
    return made.password === null
      ? t.fleet.manage.done
      : t.fleet.people.password({ name: made.name, password: made.password });
  };
  return (
    <section>
      <Form label={t.fleet.views.people} go={t.fleet.manage.apply} send={go}>
        <Pick label={t.fleet.manage.what} value={deed.value} of={NAMES} set={(one) => (deed.value = one)} />
        <Entry label={t.fleet.login.name} value={name.value} set={(one) => (name.value = one)} />
        {hasRole && (
          <Pick label={t.fleet.people.role} value={role.value} of={t.fleet.roles} set={(one) => (role.value = one)} />
        )}
        {hasRole && role.value === 'teacher' && (
          <Entry label={t.fleet.people.groups} value={groups.value} set={(one) => (groups.value = one)} />
        )}
      </Form>
      <DataTable
        class="texts"
        needs="wide"
        caption={t.fleet.views.people}
        columns={[
          {
            head: t.fleet.login.name,
            cell: (person) => (
              <button type="button" class="link" onClick={() => (name.value = person.name)}>
                <bdi>{person.name}</bdi>
              </button>
            ),
          },
          { head: t.fleet.people.role, cell: (person) => roleName(person.role) },
          { head: t.fleet.manage.group, cell: (person) => person.groups.join(COMMA) },
        ]}
        rows={all.value.value?.people ?? []}
      />
    </section>
  );
}
