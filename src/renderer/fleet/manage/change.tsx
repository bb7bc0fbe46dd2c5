import { signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { KeepAnswer, KeysAnswer } from '../../../contract/fleet-people.ts';
import type { PublicField } from '../../../contract/names.ts';
import { number } from '../../kit/format.ts';
import { TARGET_NAMES } from '../../kit/target-names.ts';
import { Entry, NumberEntry, SelectEntry, Ticks } from '../fields.tsx';
import { groups, time } from '../fleet.ts';
import { begun, Form } from '../form.tsx';
import { change, may } from '../session.ts';
import { t } from '../texts/fleet.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import { showKeys } from './keys.tsx';

const FIELDS: Record<PublicField, string> = { ...TARGET_NAMES, place: t.headings.place };

interface Props {
  /** Chosen stations. */
  logins: readonly string[];
  done: () => void;
}

/** Form of one action for all chosen stations. */
export function Change({ logins, done }: Props) {
  const name = useSignal<ActionName>('place');
  /** Text of the action. Each action has its own: what was typed for one is not meant for another. */
  const text = useMemo(() => signal(''), [name.value]);
  const fields = useSignal<readonly PublicField[]>(['temperature', 'humidity', 'pressure', 'place']);
  /** Stations and days of which the page says how much would be deleted. Another action clears it, as it clears that sentence. */
  const seen = useSignal('');
  const { label, isOfOne, asks } = ACTIONS[name.value];
  const isOperator = may('enrol-stations') === 'all';
  const choices: Partial<Record<ActionName, string>> = Object.fromEntries(
    Object.entries(t.fleet.manage.deeds).filter(([one]) => isOperator || ACTIONS[one as ActionName].isOfTeachers),
  );
  const [isKeep, isGroup] = [name.value === 'keep', name.value === 'group'];
  const asked = (): string => JSON.stringify([logins, text.value, begun.value]);
  const isReady = !isKeep || text.value === '' || seen.value === asked();
  const apply = async (): Promise<string> => {
    const mine = asked();
    const request = asks({ logins, text: text.value, fields: fields.value, isDry: !isReady });
    if (!isReady) {
      const { before_ts, values } = await change<KeepAnswer>('POST', ...request);
      seen.value = mine;
      return t.fleet.manage.willDelete({ day: time.dateAndClock(before_ts ?? 0), values: number(values) });
    }
    const made = await change<Partial<KeysAnswer> | null>('POST', ...request);
    if (made?.keys) showKeys(made.keys, logins);
    text.value = '';
    done();
    return t.fleet.manage.done;
  };
  return (
    <>
      <Form
        label={t.fleet.manage.what}
        go={isReady ? t.fleet.manage.apply : t.fleet.add.check}
        send={apply}
        isShut={logins.length === 0 || (isOfOne === true && logins.length > 1)}
        {...(name.value === 'remove' && { deletes: logins.join() })}
      >
        <SelectEntry label={t.fleet.manage.what} of={name} choices={choices} />
        {isKeep ? (
          <NumberEntry label={label!} of={text} isNeeded={false} />
        ) : (
          label !== undefined && (
            <Entry label={label} of={text} isNeeded={!isGroup} suggested={isGroup ? groups.value : []} />
          )
        )}
        {name.value === 'publish' && <Ticks label={t.fleet.manage.deeds.publish} of={fields} choices={FIELDS} />}
      </Form>
      <p class="muted">{t.fleet.manage.hints[name.value]}</p>
      <p role="status">{t.fleet.manage.chosen({ n: logins.length })}</p>
    </>
  );
}
