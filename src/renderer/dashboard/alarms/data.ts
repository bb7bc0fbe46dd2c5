import { computed, signal } from '@preact/signals';
import type { AlarmChannel } from '../../../contract/alarm-names.ts';
import type { AlarmEntry } from '../../../contract/alarm-rule.ts';
import type { Alarm, AlarmScores } from '../../../contract/alarms.ts';
import type { ConnectionTest } from '../../../contract/connections.ts';
import type { Setting } from '../../../contract/settings.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { resource, work } from '../../kit/data/station.ts';
import { settingIn } from '../settings/draft.ts';
import { draft, editNow, isBusy, shown } from '../settings/editing.ts';

const RULES_KEY = 'alarms.rules';

export const scores = resource<AlarmScores>(() => '/api/alarms/score', 300);

const setting = (key: string): Setting | undefined => settingIn(shown.value, key);

/** Rules as the settings file has them, with what is not saved yet. */
export const entries = computed<readonly AlarmEntry[]>(() => {
  const rules = draft.value.get(RULES_KEY) ?? setting(RULES_KEY)?.value;
  return Array.isArray(rules) ? (rules as unknown as AlarmEntry[]) : [];
});

/** Whether a channel is set up; those of the station itself always are. */
export const isSetUp = (channel: string): boolean =>
  channel === 'screen' || channel === 'led' || setting(`alarms.channels.${channel}.enabled`)?.value === true;

/** Saves rules in place of those of the settings file. */
async function put(next: readonly AlarmEntry[]): Promise<void> {
  const rules = setting(RULES_KEY);
  if (!rules || isBusy.peek()) return;
  await editNow(rules, next as never);
}

export function changeRule(id: string, change: Partial<AlarmEntry>): Promise<void> {
  const old = entries.peek();
  const known = old.some((one) => one.id === id);
  return put(known ? old.map((one) => (one.id === id ? { ...one, ...change } : one)) : [...old, { id, ...change }]);
}

export const removeRule = (id: string): Promise<void> => put(entries.peek().filter((one) => one.id !== id));

/** Answers to a test, by channel: null until it has come; text where none was sent. */
export const tested = signal<{ id: string; answers: ReadonlyMap<AlarmChannel, ConnectionTest | string | null> } | null>(
  null,
);

/** Sends a test by each channel of the rule that leaves the station, and keeps what each receiver answers. */
export async function test({ id, rule }: Alarm): Promise<void> {
  const away = rule.channels.filter((one) => one !== 'screen' && one !== 'led' && isSetUp(one));
  tested.value = { id, answers: new Map(away.map((one) => [one, null])) };
  const keep = (channel: AlarmChannel, answer: ConnectionTest | string): void => {
    const now = tested.peek();
    if (now?.id === id) tested.value = { id, answers: new Map([...now.answers, [channel, answer]]) };
  };
  const ask = async (channel: AlarmChannel): Promise<void> => {
    try {
      keep(channel, await work<ConnectionTest>(`/api/alarms/channels/${channel}/test`));
    } catch (error) {
      if (error instanceof GivenUp) tested.value = null;
      else if (error instanceof ApiProblem) keep(channel, error.message);
      else throw error;
    }
  };
  // One after the other: the first asks for the PIN where one is needed. A reader who cancels it is not asked again.
  for (const channel of away) if (tested.peek() !== null) await ask(channel);
}
