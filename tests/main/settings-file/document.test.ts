import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { withChanges } from '../../../src/main/settings-file/document.ts';
import fc from '../../support/drawn.ts';

const RULES = `alarms:
  # Mine and those of the house
  channels: {}
  rules:
    # The tomatoes.

    # They die at one degree.
    - id: frost_now # in the garden
      # Since April
      enabled: true # by grandmother
      on: 1.50
      channels: [ screen, ntfy ] # not by mail

    # The cellar: see the note of May.
    - id: mould
      enabled: true
      title: 'Cellar'  # wet
    # Not needed yet.
    - id: heat
      enabled: false
    # storm and disk stay off
site:
  name: Attic # says grandmother
`;
type Rule = Record<string, unknown>;
const rules = (): Rule[] => (parse(RULES) as { alarms: { rules: Rule[] } }).alarms.rules;
const changed = (text: string, key: string, value: unknown): string => {
  const after = withChanges(text, new Map([[key, value]]))!;
  const found = key.split('.').reduce<unknown>((node, name) => (node as Rule)[name], parse(after));
  expect(found).toEqual(value);
  return after;
};
const comments = (text: string): string[] => [...text.matchAll(/# *(.*)/g)].map(([, words]) => words!);

describe('a changed list of alarm rules', () => {
  it('keeps every comment above, beside and between its entries', () => {
    const [frost, mould, heat] = rules();
    const after = changed(RULES, 'alarms.rules', [{ ...frost, on: 0.5 }, { ...mould, title: 'Wet cellar' }, heat]);
    expect(after).toBe(RULES.replace('on: 1.50', 'on: 0.50').replace("'Cellar'  #", "'Wet cellar' #"));
  });

  it('takes a new field, a new entry and a shorter list inside an entry', () => {
    const [frost, mould, heat] = rules();
    const own = { id: 'mine', quantity: 'temperatureC', only: { fresh_s: 60 } };
    const after = changed(RULES, 'alarms.rules', [
      { ...frost, channels: ['ntfy'] },
      { ...mould, only: { fresh_s: 300 } },
      heat,
      own,
    ]);
    expect(comments(after)).toEqual(comments(RULES));
    expect(after).toContain('channels: [ ntfy ] # not by mail');
  });

  it('loses with an entry or a field its own comments alone', () => {
    const [frost, , heat] = rules();
    const { enabled: _enabled, ...rest } = frost!;
    const after = comments(changed(RULES, 'alarms.rules', [rest, heat]));
    const gone = ['by grandmother', 'The cellar: see the note of May.', 'wet'];
    expect(comments(RULES).filter((one) => !after.includes(one))).toEqual(expect.arrayContaining(gone));
    expect(after).toEqual(expect.arrayContaining(['The tomatoes.', 'in the garden', 'Not needed yet.']));
  });

  it('is in the new order, and a comment above the first entry goes with it', () => {
    const [frost, mould, heat] = rules();
    const after = changed(RULES, 'alarms.rules', [heat, mould, frost]);
    expect(comments(after).toSorted()).toEqual(comments(RULES).toSorted());
    expect(after).toMatch(/They die at one degree\.\n +- id: frost_now # in the garden/);
    expect(after).toMatch(/Not needed yet\.\n +- id: heat/);
  });

  it.each([
    ['emptied', RULES, []],
    ['begun where a comment stands', 'alarms:\n  rules: # none yet\n', [{ id: 'heat', enabled: true }]],
    ['begun in brackets', 'alarms:\n  rules: [] # none yet\n', [{ id: 'heat', enabled: true }]],
    ['in brackets', 'alarms: { rules: [{ id: heat }] } # one\n', [{ id: 'heat', on: 30 }, { id: 'disk' }]],
    ['with one id twice', 'alarms:\n  rules:\n    - id: a # 1\n    - id: a # 2\n', [{ id: 'a' }, { id: 'a', on: 1 }]],
  ])('may be %s', (name, text, value) => {
    const after = changed(text, 'alarms.rules', value);
    expect(comments(text)).toEqual(expect.arrayContaining(comments(after)));
    if (name !== 'emptied') expect(comments(after)).toEqual(comments(text));
    expect(withChanges(after, new Map([['alarms.rules', value]]))).toBe(after);
  });
});

it('any changed list of rules is read back as it was sent, and what stays in it has its comments', () => {
  const scalar = fc.oneof(
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ maxLength: 20 }),
  );
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), scalar),
  );
  const fields = fc.record({ title: value, on: value, only: value, channels: value }, { requiredKeys: [] });
  const list = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fields), { selector: ([id]) => id });
  const rule = ([id, more]: [string, object]): Rule => ({ id, ...more });
  const play = (before: [string, object][], after: [string, object][]) => {
    const entries = before.map((one) => {
      const [first, ...rest] = stringify([rule(one)])
        .trimEnd()
        .split('\n');
      return [`# above ${one[0]}`, `${first} # beside ${one[0]}`, ...rest].map((line) => `    ${line}\n`).join('');
    });
    const text = `alarms:\n  rules:\n${entries.join('')}  channels: {}\n`;
    const told = changed(text, 'alarms.rules', after.map(rule));
    for (const [id] of after.filter(([id]) => before.some(([known]) => known === id)))
      expect(told).toContain(`# above ${id}\n    - id: ${id} # beside ${id}\n`);
  };
  fc.assert(
    fc.property(
      list.filter(({ length }) => length > 0),
      list,
      play,
    ),
  );
});

it('a changed list of plain values keeps the comments of those that stay', () => {
  const text = 'server:\n  allowed_hosts:\n    - a.example # of the town\n    # of the school\n    - b.example\n';
  const after = changed(text, 'server.allowed_hosts', ['b.example', 'c.example', 'a.example']);
  expect(after).toMatch(/# of the school\n +- b\.example\n +- c\.example\n +- a\.example # of the town\n$/);
  expect(comments(changed(text, 'server.allowed_hosts', ['b.example']))).toEqual(['of the school']);
});

it('a changed topic of MQTT keeps its comments, and names that are numbers are found again', () => {
  const text =
    'inputs:\n  mqtt:\n    topics:\n      # shed\n      - topic: tele/shed\n        map:\n          5: T # warm\n          b: H\n';
  const value = [{ topic: 'tele/shed', map: { 5: 'T2', c: { path: 'P', unit: 'hPa' } } }];
  expect(comments(changed(text, 'inputs.mqtt.topics', value))).toEqual(['shed', 'warm']);
});
