import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { describedSections } from '../../../src/config/describe.ts';
import { serverSettings } from '../../../src/main/settings/server-settings.ts';
import fc from '../../support/drawn.ts';
import { times } from '../../support/times.ts';
import { settingsHome } from './settings-home.ts';

vi.mock('../../../src/config/config.ts', (original) => import('./with-parts.ts').then((it) => it.withParts(original)));

const { at, desk, text, inForce } = settingsHome();
const valueAt = (config: unknown, key: string): unknown =>
  key.split('.').reduce((node, name) => (node as Record<string, unknown>)[name], config);

const BODIES = times(100);

it('no change, however odd, leaves a file that the next start refuses or reads otherwise', async () => {
  const all = describedSections().flatMap(({ settings }) => settings);
  const odd = fc.oneof(
    fc.constantFrom(
      '',
      'null',
      'yes',
      '0x1f',
      '03:30',
      '12:00',
      ': #',
      '- a',
      '&a *a',
      'open',
      'pin',
      'local',
      'auto',
      'wall',
    ),
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.string({ maxLength: 50 }),
  );
  const value = fc.oneof(
    odd,
    fc.double(),
    fc.integer({ min: -100, max: 10_000 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(odd, { maxLength: 3 }),
    fc.object(),
  );
  const fitting = (one: (typeof all)[number]) =>
    fc.constantFrom(one.default, one.min ?? '', one.max ?? true, ...(one.options ?? []), one.secret ? '2468' : false);
  const pair = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...all).chain((one) => fc.tuple(fc.constant(one.key), fitting(one))) },
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...all.map((one) => one.key)), value) },
    { weight: 1, arbitrary: fc.tuple(fc.string(), value) },
  );
  let taken = 0;
  writeFileSync(at.file, '# My station, by the window\nsite:\n  name: Attic # says grandmother\n');
  const of = desk();
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 3 }), async (pairs) => {
      const before = text();
      const body = JSON.parse(JSON.stringify(Object.fromEntries(pairs))) as Record<string, unknown>;
      const outcome = await of.change(body, null);
      expect(outcome).not.toHaveProperty('error');
      if ('misfits' in outcome) {
        expect(text()).toBe(before);
        return;
      }
      taken += 1;
      const config = inForce();
      serverSettings(config);
      for (const [name, wanted] of Object.entries(body)) {
        if (name !== 'access.pin_hash') expect(valueAt(config, name)).toEqual(wanted);
      }
    }),
    { numRuns: BODIES, seed: 18 },
  );
  expect(taken).toBeGreaterThan(BODIES / 20);
  expect(text()).toContain('# My station, by the window');
});
