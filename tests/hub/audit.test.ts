import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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
  mkdirSync(join(folder, 'audit-before.jsonl')); // megabytes that nobody reads for what the newest file has
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

it('audit log: stays within four files, and the oldest goes first, also under many writers', async () => {
  const most = 2000;
  const writers = [0, 1, 2].map(() => new Audit(folder, new FakeClock(), most));
  for (let i = 0; i < 60; i++)
    await Promise.all(
      writers.map((audit, n) => audit.write({ who: `${i}/${n}`, by: 'page', did: 'logged-in', to: null })),
    );
  for (const name of ['audit', 'audit-before', 'audit-before-2', 'audit-before-3'].map((one) => `${one}.jsonl`))
    expect(statSync(join(folder, name)).size).toBeLessThan(most + 500);
  const kept = writers[0]!.read(1000).map(({ who }) => who!);
  expect(kept.slice(0, 3).sort()).toEqual(['59/0', '59/1', '59/2']);
  expect(new Set(kept).size).toBe(kept.length);
  writeFileSync(join(folder, 'audit.jsonl'), '');
  expect(writers[1]!.read(1000).length).toBeGreaterThan(15);
  expect(readdirSync(folder).sort()).toHaveLength(4);
});

const moved = (to: string, place: string, before: string) => ({
  ...{ who: 'Tom', by: 'page' as const, did: 'station-moved' as const, to, what: { place, before } },
});

it('audit log: a deed on many stations is one short line with their number, and is found by each of them', async () => {
  const audit = new Audit(folder, new FakeClock());
  await audit.write(moved('the-deed', 'to hide', ''));
  for (let i = 0; i < 190; i++)
    await audit.write(...Array.from({ length: 500 }, (_, n) => moved(`station-${n}`, `${i}`, `${n}`)));
  const entries = audit.read(1000);
  expect(entries).toHaveLength(191);
  expect(entries[0]).toMatchObject({ to: null, what: { place: '189' }, many: { count: 500 } });
  expect([entries[0]!.many!.logins.length, entries[0]!.what]).toEqual([20, { place: '189' }]);
  expect(entries.at(-1)).toMatchObject({ to: 'the-deed' });
  expect(statSync(join(folder, 'audit.jsonl')).size).toBeLessThan(191 * 600);
  await audit.write(moved('north', 'x', ''), moved('south', 'x', ''));
  const newest = (of: string) => audit.read(1, of)[0]!.many!.count;
  expect([newest('north'), newest('station-3'), newest('station-444')]).toEqual([2, 500, 500]);
});

it('audit log: of an erased station the lines keep when, who, what was done and the login, and no name, group or place', async () => {
  const audit = new Audit(folder, new FakeClock());
  const by = 'page' as const;
  await audit.write({ who: 'Olga', by, did: 'station-added', to: 'gone', what: { name: 'Gone One', group: 'Alone' } });
  await audit.write(moved('gone', 'Its Street', ''), moved('stays', 'Its Street', ''));
  await audit.write(moved('stays', 'Another Street', ''));
  appendFileSync(join(folder, 'audit.jsonl'), '\n{"to":"gone","what":{"name":"Half Lin');
  await audit.write({ who: 'Olga', by, did: 'station-erased', to: 'gone', what: { series: 6 } });
  await audit.forget('gone');
  expect(readFileSync(join(folder, 'audit.jsonl'), 'utf8')).not.toMatch(/Gone One|Alone|Its Street|Half Lin/);
  expect(audit.read(10)).toMatchObject([
    { who: 'Olga', did: 'station-erased', to: 'gone', what: { series: 6 } },
    { did: 'station-moved', to: 'stays', what: { place: 'Another Street' } },
    { who: 'Tom', did: 'station-moved', many: { count: 2, logins: ['gone', 'stays'] } },
    { who: 'Olga', did: 'station-added', to: 'gone' },
  ]);
  expect(statSync(join(folder, 'audit.jsonl')).mode & 0o777).toBe(0o600);
});
