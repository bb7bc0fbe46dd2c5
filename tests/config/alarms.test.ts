import { describe, expect, it } from 'vitest';
import { ruleOf, rulesOf } from '../../src/config/alarm-rules.ts';
import { SHELF } from '../../src/config/alarm-shelf.ts';
import { parseConfig } from '../../src/config/problems.ts';
import { SHELF_IDS } from '../../src/contract/alarm-names.ts';
import { AlarmRule } from '../../src/contract/alarm-rule.ts';

const problems = (...rules: object[]): string[] => {
  const parsed = parseConfig({ alarms: { rules } });
  return 'problems' in parsed ? parsed.problems.map(({ detail }) => detail) : [];
};
const own = { id: 'wind', quantity: 'windGustMs', when: 'above', on: 15, off: 12 };

describe('rules of alarms', () => {
  it('those that come with the program are sound, and all of them off', () => {
    expect(problems(...SHELF_IDS.map((id) => ({ id, enabled: true })))).toEqual([]);
    const rules = rulesOf([]);
    expect(rules.map(({ id }) => id)).toEqual([...SHELF_IDS]);
    for (const rule of rules) expect(AlarmRule.parse(rule)).toEqual(rule);
    expect(rules.some(({ enabled }) => enabled)).toBe(false);
  });

  it('one touch switches one on and leaves the rest of it as it ships', () => {
    expect(ruleOf({ id: 'storm', enabled: true })).toEqual({ ...SHELF.storm, id: 'storm', enabled: true });
  });

  it('keep what the file says: the settings read back what was written', () => {
    const rules = [{ id: 'frost_tonight', enabled: true, on: 0.5 }, own];
    const parsed = parseConfig({ alarms: { rules } });
    expect('config' in parsed && parsed.config.alarms.rules).toEqual(rules);
    expect(rulesOf([own as never]).at(-1)).toMatchObject({
      id: 'wind',
      for_s: 600,
      over_s: null,
      quiet: '22:00-06:30',
    });
  });

  it.each([
    [{ id: 'frost_now', off: 0.5 }, 'alarms.rules.0.off is 0.5, must be greater than 1'],
    [{ id: 'heat', off: 40 }, 'alarms.rules.0.off is 40, must be less than 32'],
    [{ id: 'storm', off: 5 }, 'off'],
    [{ id: 'frost_tonight', on: 0.2 }, 'alarms.rules.0.off must be less than 0.2'],
    [{ id: 'frost_tonight', on: 60 }, 'alarms.rules.0.on is 60, must be a chance between 0 and 1'],
    [{ ...own, quantity: 'windDirectionDeg' }, 'alarms.rules.0.quantity'],
    [{ ...own, quantity: 'nothing' }, 'quantity'],
    [{ ...own, quantity: 'battery' }, 'when'],
    [
      { ...own, when: 'chance_above', on: 0.5, off: 0.2 },
      'when is "chance_above", must be one of below, above, falls, rises',
    ],
    [{ ...own, quantity: 'temperatureC', when: 'chance_above', on: 0.5, off: 0.2 }, 'alarms.rules.0.limit is required'],
    [{ ...own, quantity: 'rainMm' }, 'when'],
    [{ ...own, over_s: 600 }, 'over_s'],
    [{ ...own, limit: 3 }, 'limit'],
    [{ ...own, quiet: '22:00-22:00' }, 'quiet'],
    [{ ...own, quiet: 'at night' }, 'quiet'],
    [{ ...own, severity: 'loud' }, 'severity'],
    [{ ...own, id: 'Wind!' }, 'id'],
    [{ id: 'wind' }, 'alarms.rules.0'],
    [{ ...own, loud: true }, 'loud'],
  ])('refuses %j', (rule, why) => {
    const told = problems(rule);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(why);
    expect(told[0]).not.toMatch(/Invalid|expected|undefined/);
  });

  it('refuses an id that is taken', () => expect(problems(own, own).join()).toContain('already taken'));
});
