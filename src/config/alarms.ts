import { z } from 'zod';
import { AlarmEntry } from '../contract/alarm-rule.ts';
import { alarmChannels } from './alarm-channels.ts';
import { ruleProblem } from './alarm-rules.ts';

/** The one setting that a running station takes over; every other is in force with a new beginning. */
export const RULES_KEY = 'alarms.rules';
const MOST_RULES = 1000;

/** Rules of the owner, and changes to those that come with the program; each is judged as it will be in force. */
const rules = z
  .array(AlarmEntry)
  .max(MOST_RULES, { error: `field.entries ${MOST_RULES}` })
  .check(({ value, issues }) => {
    const seen = new Set<string>();
    for (const [i, entry] of value.entries()) {
      const problem = seen.has(entry.id) ? ({ field: 'id', code: 'field.alarm-twice' } as const) : ruleProblem(entry);
      seen.add(entry.id);
      if (!problem) continue;
      const path = problem.field === '' ? [i] : [i, problem.field];
      issues.push({ code: 'custom', message: problem.code, path, input: entry });
    }
  })
  .default([]);

export const alarms = z.strictObject({ rules, channels: alarmChannels.prefault({}) });
