import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Audit } from '../../src/hub/audit.ts';
import { FakeClock } from '../support/fake-clock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weatherglass-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('audit log: is read newest first, by station too, and only its owner can read the file', async () => {
  const clock = new FakeClock();
  const audit = new Audit(folder, clock);
  expect(audit.read(10)).toEqual([]);
  await audit.write({
    who: 'Olga',
    by: 'page',
    did: 'station-renamed',
    to: 'north',
    what: { before: 'N', after: 'North' },
  });
  await clock.advance(1000);
  await audit.write({ who: 'root', by: 'command', did: 'station-removed', to: 'south' });
  expect(audit.read(10).map(({ did }) => did)).toEqual(['station-removed', 'station-renamed']);
  expect(audit.read(10, 'north')).toEqual([
    {
      ts: clock.nowS() - 1,
      who: 'Olga',
      by: 'page',
      did: 'station-renamed',
      to: 'north',
      what: { before: 'N', after: 'North' },
    },
  ]);
  expect(audit.read(1)).toHaveLength(1);
  expect(statSync(join(folder, 'audit.jsonl')).mode & 0o777).toBe(0o600);
});

it('audit log: half a line of a power cut hides no other, nor do a foreign deed or a very long name', async () => {
  const audit = new Audit(folder, new FakeClock());
  await audit.write({ who: null, by: 'page', did: 'login-refused', to: null });
  appendFileSync(join(folder, 'audit.jsonl'), '\n{"ts":1,"who":"Ol');
  await audit.write({ who: 'Olga', by: 'page', did: 'logged-in', to: 'x'.repeat(5000) });
  appendFileSync(join(folder, 'audit.jsonl'), '\n{"ts":1,"who":"O","by":"page","did":"flew","to":null}');
  expect(audit.read(10).map(({ did }) => did)).toEqual(['logged-in', 'login-refused']);
  expect(audit.read(1)[0]!.to).toHaveLength(201);
});

it('audit log: stays within two files, and the older half goes first, also under many writers', async () => {
  const most = 2000;
  const writers = [0, 1, 2].map(() => new Audit(folder, new FakeClock(), most));
  for (let i = 0; i < 60; i++)
    await Promise.all(
      writers.map((audit, n) => audit.write({ who: `${i}/${n}`, by: 'page', did: 'logged-in', to: null })),
    );
  for (const name of ['audit.jsonl', 'audit-before.jsonl'])
    expect(statSync(join(folder, name)).size).toBeLessThan(most + 500);
  const kept = writers[0]!.read(1000).map(({ who }) => who!);
  expect(kept.slice(0, 3).sort()).toEqual(['59/0', '59/1', '59/2']);
  expect(new Set(kept).size).toBe(kept.length);
  writeFileSync(join(folder, 'audit.jsonl'), '');
  expect(writers[1]!.read(1000).length).toBeGreaterThan(5);
});
