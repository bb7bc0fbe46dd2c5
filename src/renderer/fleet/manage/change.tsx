import { type Signal, useSignal } from '@preact/signals';
import type { KeysAnswer } from '../../../contract/fleet-people.ts';
import { PUBLIC_FIELDS, type PublicField } from '../../../contract/names.ts';
import { catchUp } from '../ask.ts';
import { Entry, Form, Pick } from '../form.tsx';
import { may, send } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { keys } from './keys.tsx';

type Deed = keyof typeof t.fleet.manage.deeds;

/** Deeds with a text of their own. */
const LABELS: Partial<Record<Deed, string>> = {
  name: t.fleet.login.name,
  place: t.fleet.manage.place,
  group: t.fleet.manage.group,
  relog: t.fleet.manage.login,
  erase: t.fleet.manage.login,
};
const OF_TEACHERS: readonly Deed[] = ['name', 'place'];
const OF_ONE: readonly Deed[] = ['name', 'relog', 'erase'];

const fieldName = (field: PublicField): string => (field === 'place' ? t.fleet.manage.place : t.targets[field]);

/** Action for all chosen stations. */
export function Change({ chosen }: { chosen: Signal<ReadonlySet<string>> }) {
  const deed = useSignal<Deed>('place');
  const text = useSignal('');
  const fields = useSignal<readonly PublicField[]>(['temperature', 'humidity', 'pressure', 'place']);
  const logins = [...chosen.value];
  const isOperator = may('enrol-stations') === 'all';
  const deeds = Object.fromEntries(
    Object.entries(t.fleet.manage.deeds).filter(([one]) => isOperator || OF_TEACHERS.includes(one as Deed)),
  ) as Partial<Record<Deed, string>>;
  const label = LABELS[deed.value];
  const apply = async (): Promise<string> => {
    const key = await done(deed.value, logins, text.value, fields.value);
    if (key.length > 0) keys.value = key;
    [chosen.value, text.value] = [new Set(), ''];
    catchUp.value++;
    return t.fleet.manage.done;
  };
  return (
    <>
      <Form
        label={t.fleet.manage.what}
        go={t.fleet.manage.apply}
        send={apply}
        isShut={logins.length === 0 || (OF_ONE.includes(deed.value) && logins.length > 1)}
      >
        <Pick label={t.fleet.manage.what} value={deed.value} of={deeds} set={(one) => (deed.value = one)} />
        {label !== undefined && (
          <Entry label={label} value={text.value} set={(one) => (text.value = one)} isNeeded={deed.value !== 'group'} />
        )}
        {deed.value === 'publish' &&
          PUBLIC_FIELDS.map((field) => (
            <label key={field} class="tick">
              <input
                type="checkbox"
                checked={fields.value.includes(field)}
                onChange={({ currentTarget: { checked } }) => {
                  const others = fields.value.filter((one) => one !== field);
                  fields.value = checked ? [...others, field] : others;
                }}
              />
              {fieldName(field)}
            </label>
          ))}
      </Form>
      <p class="muted">{t.fleet.manage.hints[deed.value]}</p>
      <p role="status">{t.fleet.manage.chosen({ n: logins.length })}</p>
    </>
  );
}

async function done(
  deed: Deed,
  logins: string[],
  text: string,
  fields: readonly PublicField[],
): Promise<KeysAnswer['keys']> {
  const to = '/api/manage/stations';
  if (deed === 'name' || deed === 'place') await send('POST', `${to}/tend`, { logins, [deed]: text });
  else if (deed === 'group') await send('POST', `${to}/group`, { logins, group: text.trim() === '' ? null : text });
  else if (deed === 'publish') await send('POST', `${to}/publish`, { logins, fields });
  else if (deed === 'erase') await send('POST', `/api/fleet/${logins[0]}/erase`, { login: text.trim() });
  else if (deed === 'withdraw') await send('POST', `${to}/publish`, { logins, fields: null });
  else {
    const more = deed === 'relog' ? { login: text } : {};
    return (await send<KeysAnswer>('POST', `${to}/keys`, { logins, deed, ...more })).keys;
  }
  return [];
}
