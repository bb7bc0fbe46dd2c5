import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { People, peopleFile } from '../../src/hub/access/people.ts';
import { Audit } from '../../src/hub/audit.ts';
import { Staff } from '../../src/hub/staff.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { add, HubHere, silentLog } from '../support/hub-here.ts';
import { loggedIn, withPeople } from '../support/hub-people.ts';

it('people: a file of them that is missing opens nothing, and a person who is added is let in', async () => {
  const log: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-lost-'));
  await new Audit(folder, new FakeClock()).write({ who: null, by: 'command', did: 'person-added', to: 'Olga' });
  const staff = new Staff(folder, new FakeClock(), {
    ...silentLog,
    error: (_: object, text?: string) => void log.push(text!),
  });
  expect([staff.access.hasPeople, log]).toEqual([true, [expect.stringContaining('people.json is gone')]]);
  await withPeople(folder, [{ name: 'Olga', role: 'operator' }]);
  staff.people.reload();
  expect([staff.people.now.isLost, staff.people.now.find('Olga')?.role]).toEqual([false, 'operator']);
  await peopleFile(folder).change(() => ({ list: new People() }));
  staff.people.reload();
  expect(staff.access.hasPeople).toBe(false); // chosen: the last person was removed
  rmSync(folder, { recursive: true });
});

it.each([
  ['cut off', (text: string) => text.slice(0, -20)],
  ['of another form', () => '{"version":1,"people":[{}]}'],
])(
  'people: a file of them that is %s lets nobody in until it is mended, and stations send all the same',
  async (_, spoilt) => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-lost-'));
    await withPeople(folder, [{ name: 'Olga', role: 'operator' }]);
    const north = await add(folder, 'North');
    const path = join(folder, 'people.json');
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, spoilt(whole));
    const log: string[] = [];
    const error = (_: object, text?: string) => void log.push(text!);
    const hub = await HubHere.start('http://127.0.0.1:9', [], { dataDir: folder, log: { ...silentLog, error } });
    expect((await hub.post(north, 'wx temp=1 1700000000\n')).status).toBe(502); // it asks the database, which is away
    expect((await hub.get('/api/fleet')).status).toBe(401);
    await expect(loggedIn(hub, 'Olga')).rejects.toThrow();
    expect(log.filter((text) => text.includes('people'))).toEqual([
      'the list of people cannot be read; the hub goes on without it',
      expect.stringMatching(
        /^nobody can log in, because people\.json is gone or damaged: restore it from a backup, or /,
      ),
    ]);
    writeFileSync(path, whole);
    hub.running.staff.people.reload();
    expect(await loggedIn(hub, 'Olga')).toMatch(/^weatherglass-hub=/);
    writeFileSync(path, spoilt(whole));
    hub.running.staff.people.reload();
    expect(await loggedIn(hub, 'Olga')).toMatch(/^weatherglass-hub=/); // the one before stays in force
    await hub.stop();
    rmSync(path);
    expect(new Staff(folder, new FakeClock(), silentLog).access.hasPeople).toBe(true);
    rmSync(folder, { recursive: true });
  },
);

it.each([
  ['who were added when there was a log', true],
  ['whom no line of the log tells of any more', false],
])(
  'people: a file of them that is missing opens nothing, however long ago the log began: those %s',
  async (_who, isTold) => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-lost-'));
    const audit = new Audit(folder, new FakeClock(), 300);
    const deeds = async (n: number) => {
      for (let i = 0; i < n; i++) await audit.write({ who: 'Olga', by: 'page', did: 'logged-in', to: null });
    };
    if (isTold) await audit.write({ who: null, by: 'command', did: 'person-added', to: 'Olga' });
    await withPeople(folder, [{ name: 'Olga', role: 'operator' }]);
    await deeds(40);
    await audit.forget('person-added');
    rmSync(join(folder, 'people.json'));
    await deeds(40);
    const told = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(told.join('')).not.toContain('person-added');
    expect(new Staff(folder, new FakeClock(), silentLog).access.hasPeople).toBe(true);
    expect(new Set(audit.read(1000).map(({ did }) => did))).toEqual(new Set(['logged-in']));
    rmSync(folder, { recursive: true });
  },
);

it('people: a file of them that is missing opens nothing after an upgrade either, whose log had lost the deed before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-lost-'));
  await withPeople(folder, [{ name: 'Olga', role: 'operator' }]);
  for (let start = 0; start < 2; start++)
    await (await HubHere.start('http://127.0.0.1:9', [], { dataDir: folder })).stop();
  expect(readFileSync(join(folder, 'audit.jsonl'), 'utf8')).toBe('\n{"hadPeople":true}');
  rmSync(join(folder, 'people.json'));
  expect(new Staff(folder, new FakeClock(), silentLog).access.hasPeople).toBe(true);
  rmSync(folder, { recursive: true });
});

it('people: a hub that never had any stays open, however long its log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-lost-'));
  const audit = new Audit(folder, new FakeClock(), 300);
  for (let i = 0; i < 40; i++) await audit.write({ who: null, by: 'command', did: 'login-refused', to: null });
  expect(new Staff(folder, new FakeClock(), silentLog).access.hasPeople).toBe(false);
  rmSync(folder, { recursive: true });
});
