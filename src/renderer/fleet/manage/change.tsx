import { type Signal, useSignal } from '@preact/signals';
import type { KeepAnswer, KeysAnswer } from '../../../contract/fleet-people.ts';
import type { PublicField } from '../../../contract/names.ts';
import { number } from '../../kit/format.ts';
import { groups, time } from '../fleet.ts';
import { Entry, Form, Pick, Ticks } from '../form.tsx';
import { change, may } from '../session.ts';
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
  keep: t.fleet.manage.days,
};
const MAY_BE_EMPTY: readonly Deed[] = ['group', 'keep'];
const OF_TEACHERS: readonly Deed[] = ['name', 'place'];
const OF_ONE: readonly Deed[] = ['name', 'relog', 'erase'];

const FIELDS: Record<PublicField, string> = { ...t.targets, place: t.fleet.manage.place };

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
  /** Logins and days whose preview of deletion has been shown. */
  const asked = JSON.stringify([logins, text.value]);
  const told = useSignal('');
  const isTold = deed.value !== 'keep' || text.value.trim() === '' || told.value === asked;
  const apply = async (): Promise<string> => {
    if (!isTold) {
      const { before_ts, values } = await keep(logins, text.value, true);
      told.value = asked;
      return t.fleet.manage.willDelete({ day: time.dateAndClock(before_ts ?? 0), values: number(values) });
    }
    const key = await done(deed.value, logins, text.value, fields.value);
    if (key.length > 0) keys.value = key;
    [chosen.value, text.value] = [new Set(), ''];
    return t.fleet.manage.done;
  };
  return (
    <>
      <Form
        label={t.fleet.manage.what}
        go={isTold ? t.fleet.manage.apply : t.fleet.add.check}
        send={apply}
        isShut={logins.length === 0 || (OF_ONE.includes(deed.value) && logins.length > 1)}
      >
        <Pick label={t.fleet.manage.what} of={deed} choices={deeds} />
        {label !== undefined && (
          <Entry
            label={label}
            of={text}
            isNeeded={!MAY_BE_EMPTY.includes(deed.value)}
            suggested={deed.value === 'group' ? groups.value : []}
          />
        )}
        {deed.value === 'publish' && <Ticks label={t.fleet.manage.deeds.publish} of={fields} choices={FIELDS} />}
      </Form>
      <p class="muted">{t.fleet.manage.hints[deed.value]}</p>
      <p role="status">{t.fleet.manage.chosen({ n: logins.length })}</p>
    </>
  );
}

const keep = (logins: string[], days: string, isDry: boolean): Promise<KeepAnswer> =>
  change<KeepAnswer>('POST', '/api/manage/stations/keep', {
    logins,
    days: days.trim() === '' ? null : Number(days),
    dry_run: isDry,
  });

async function done(
  deed: Deed,
  logins: string[],
  text: string,
  fields: readonly PublicField[],
): Promise<KeysAnswer['keys']> {
  const to = '/api/manage/stations';
  if (deed === 'name' || deed === 'place') await change('POST', `${to}/tend`, { logins, [deed]: text });
  else if (deed === 'group') await change('POST', `${to}/group`, { logins, group: text.trim() === '' ? null : text });
  else if (deed === 'publish') await change('POST', `${to}/publish`, { logins, fields });
  else if (deed === 'keep') await keep(logins, text, false);
  else if (deed === 'erase') await change('POST', `/api/fleet/${logins[0]}/erase`, { login: text.trim() });
  else if (deed === 'withdraw') await change('POST', `${to}/publish`, { logins, fields: null });
  else {
    const more = deed === 'relog' ? { login: text } : {};
    return (await change<KeysAnswer>('POST', `${to}/keys`, { logins, deed, ...more })).keys;
  }
  return [];
}
