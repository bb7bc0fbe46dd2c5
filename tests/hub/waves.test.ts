import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wave, WaveReport, WaveReports } from '../../src/contract/fleet-wave.ts';
import type { Engine } from '../../src/hub/engine/engine.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { hasFailedTooOften, isEverywhere, reportOf, type Upgraded } from '../../src/hub/waves/report.ts';
import { Waves } from '../../src/hub/waves/waves.ts';
import fc from '../support/drawn.ts';
import { basic, HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

const begun = (waves: Waves, version: string, share = 100, group: string | null = null, id?: string): Waves => {
  const made = waves.begun({ group, version, share }, 1000, id);
  if (typeof made === 'string') throw new Error(made);
  return made.list;
};
const station = (id: string, more: Partial<Upgraded> = {}): Upgraded => ({
  id,
  revoked: false,
  group: null,
  version: '1.4.0',
  wanted_version: null,
  upgrade: null,
  ...more,
});
const NOBODY = { refused: [], failed: [] };
const all = Array.from({ length: 1000 }, (_, i) => `s${i}`);
const asked = (waves: Waves, group: string | null = null) => all.filter((login) => waves.wanted(login, group) !== null);

describe('upgrade waves', () => {
  it('ask the share, and a larger share asks the same ones and more', () => {
    const ten = begun(new Waves(), '1.5.0', 10, null, 'abc');
    const fifty = begun(ten, '1.5.0', 50);
    expect(asked(ten).length).toBeGreaterThan(70);
    expect(asked(ten).length).toBeLessThan(130);
    expect(fifty.open).toHaveLength(1);
    const more = new Set(asked(fifty));
    expect(asked(ten).every((login) => more.has(login))).toBe(true);
    expect(asked(begun(fifty, '1.5.0', 100))).toHaveLength(1000);
    expect(asked(begun(new Waves(), '1.5.0', 0))).toEqual([]);
  });

  it('ask a group what is wanted of it, and everybody else what is wanted of all', () => {
    const waves = begun(begun(new Waves(), '1.5.0'), '1.6.0', 100, 'North');
    expect([waves.wanted('a', null), waves.wanted('a', 'North'), waves.wanted('a', 'South')]).toEqual([
      '1.5.0',
      '1.6.0',
      '1.5.0',
    ]);
  });

  it('ask nobody while they are paused, and nobody any more when they are taken back', () => {
    const waves = begun(new Waves(), '1.5.0');
    const { id } = waves.all[0]!;
    const paused = waves.paused(id, 'operator') as { list: Waves };
    expect(asked(paused.list)).toEqual([]);
    // A larger share looks at no failures: whoever has looked at them continues the wave.
    const stopped = waves.paused(id, 'failures') as { list: Waves };
    expect([asked(begun(stopped.list, '1.5.0')), asked(begun(paused.list, '1.5.0')).length]).toEqual([[], 1000]);
    const ended = waves.withdrawn(id, 2000, NOBODY) as { list: Waves };
    expect(asked(ended.list)).toEqual([]);
    expect(ended.list.withdrawn(id, 3000, NOBODY)).toBe(`there is no wave "${id}" under way`);
    expect(waves.begun({ group: null, version: '1.5', share: 1 }, 1)).toMatch(/no version/);
  });

  it('report each station once, whatever it told', () => {
    const version = fc.constantFrom('1.4.0', '1.5.0', '1.6.0', null);
    const one = fc.record({
      version,
      wanted_version: version,
      upgrade: fc.constantFrom('asked' as const, 'refused' as const, 'failed' as const, null),
      revoked: fc.boolean(),
      group: fc.constantFrom(null, 'North'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat({ max: 100 }), (told, share) => {
        const waves = begun(begun(new Waves(), '1.5.0', share), '1.5.0', 50, 'North');
        const stations = told.map((more, i) => station(`s${i}`, more));
        const reports = waves.all.map((wave) => reportOf(wave, waves, stations));
        const listed = reports.flatMap(({ wave: _, stations: __, ...lists }) => Object.values(lists).flat());
        const welcome = stations.filter(({ revoked }) => !revoked);
        expect(listed.sort()).toEqual(welcome.map(({ id }) => id).sort());
      }),
    );
  });

  it('taken back half way say who has the version, who refused and who went back', () => {
    const waves = begun(new Waves(), '1.5.0', 50);
    const { id } = waves.all[0]!;
    const said = { refused: ['no'], failed: ['back'] };
    const ended = (waves.withdrawn(id, 2000, said) as { list: Waves }).list;
    const stations = [
      station('has', { version: '1.5.0' }),
      station('newer', { version: '1.6.2' }),
      station('back'), // asked no more, it says nothing of it any more
      station('no'),
      station('was-asked', { wanted_version: '1.5.0', upgrade: 'asked' }),
      station('other'),
    ];
    expect(reportOf(ended.all[0]!, ended, stations)).toMatchObject({
      done: ['has', 'newer'],
      failed: ['back'],
      refused: ['no'],
      asked: [],
      next: [],
      later: ['was-asked', 'other'],
    });
  });

  it('ask nobody where every station has the version, or a newer one; one that was not heard of may be older', () => {
    const at = (...versions: Array<string | null>) =>
      versions.map((version, i) => station(`s${i}`, { version, group: i === 0 ? 'North' : null }));
    expect([
      isEverywhere('0.0.1', null, at('1.4.0', '1.5.0')),
      isEverywhere('1.4.0', null, at('1.4.0', '1.5.0')),
      isEverywhere('1.5.0', null, at('1.4.0', '1.5.0')),
      isEverywhere('1.5.0', 'North', at('1.5.0', '1.4.0')),
      isEverywhere('1.4.0', null, at('1.5.0', null)),
      isEverywhere('1.4.0', null, []),
    ]).toEqual([true, true, false, true, false, false]);
  });

  it('count as failing from two stations and two percent on', () => {
    const report = (done: number, failed: number) =>
      hasFailedTooOften({
        wave: { accepted: [] },
        done: all.slice(0, done),
        failed: all.slice(0, failed),
      } as unknown as WaveReport);
    expect([report(0, 1), report(5, 2), report(97, 2), report(100, 2), report(950, 20)]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

/** A database that takes everything and holds nothing. */
const takesAll = {
  kind: 'victoria-metrics',
  meet: async () => ({ version: '1', warnings: [] }),
  write: async () => {},
  flush: async () => {},
  held: async (logins: readonly string[]) => new Map(logins.map((login) => [login, { values: 0, newestRev: null }])),
  newest: async () => [],
  meanSkills: async () => [],
  revisions: async () => new Map(),
};

describe('waves of a hub', () => {
  let hub: HubHere;
  let cookie: string;
  beforeAll(async () => {
    hub = await HubHere.start('http://127.0.0.1:9', ['North', 'South'], { engine: takesAll as unknown as Engine });
    await withPeople(hub.folder, [{ name: 'Olga', role: 'operator' }]);
    hub.running.staff.people.reload();
    cookie = await loggedIn(hub, 'Olga');
  });
  afterAll(() => hub.stop());
  const asOlga = (method: string, path: string, body?: unknown) => sent(hub, method, path, body, { Cookie: cookie });
  const reports = async () => (await (await hub.get('/api/waves', { Cookie: cookie })).json()) as WaveReports;

  it('are begun, paused, gone on with and taken back by an operator, and the audit log has it', async () => {
    const wave = (await (await asOlga('POST', '/api/waves', { version: '1.5.0', share: 100 })).json()) as Wave;
    expect((await reports()).waves).toMatchObject([
      { wave: { version: '1.5.0' }, stations: 2, next: ['north', 'south'] },
    ]);
    expect((await asOlga('PATCH', `/api/waves/${wave.id}`, { paused: true })).status).toBe(200);
    expect((await reports()).waves[0]).toMatchObject({ next: [], later: ['north', 'south'] });
    expect((await asOlga('PATCH', `/api/waves/${wave.id}`, { paused: false })).status).toBe(200);
    expect((await asOlga('DELETE', `/api/waves/${wave.id}`)).status).toBe(200);
    expect((await asOlga('DELETE', `/api/waves/${wave.id}`)).status).toBe(422);
    expect((await asOlga('POST', '/api/waves', { version: 'latest' })).status).toBe(422);
    const deeds = hub.running.staff.audit.read(4).map(({ who, did, what }) => [who, did, what?.['version']]);
    expect(deeds).toEqual([
      ['Olga', 'wave-withdrawn', '1.5.0'],
      ['Olga', 'wave-changed', '1.5.0'],
      ['Olga', 'wave-changed', '1.5.0'],
      ['Olga', 'wave-begun', '1.5.0'],
    ]);
  });

  it('pause by themselves when stations went back', async () => {
    await asOlga('POST', '/api/waves', { version: '1.6.0' });
    const { running } = hub;
    const tS = Math.floor(running.hub.nowS);
    for (const key of hub.keys) {
      const answer = await hub.get(`/api/v1/ack?t=${tS}`, { Authorization: basic(key) });
      expect(await answer.json()).toMatchObject({ status: 'success', upgrade: { version: '1.6.0' } });
      const told = `wx_station version=1004000,health=0,wanted=1006000,upgrade=2 ${tS}\n`;
      expect((await hub.post(key, told)).status).toBe(204);
    }
    await running.waves.guard();
    expect((await reports()).waves[0]).toMatchObject({ wave: { paused: 'failures' }, failed: ['north', 'south'] });
    const later = await hub.get(`/api/v1/ack?t=${tS}`, { Authorization: basic(hub.keys[0]!) });
    expect(await later.json()).not.toHaveProperty('upgrade');
    expect(running.staff.audit.read(1)).toMatchObject([{ by: 'hub', did: 'wave-changed', what: { paused: true } }]);
    // Who has looked at these two goes on: it pauses again for further ones alone.
    const { id } = (await reports()).waves[0]!.wave;
    expect((await asOlga('PATCH', `/api/waves/${id}`, { paused: false })).status).toBe(200);
    await running.waves.guard();
    expect((await reports()).waves[0]).toMatchObject({ wave: { paused: null, accepted: ['north', 'south'] } });
  });

  it('are asked of a group that there is, however its letters are written', async () => {
    await new RegistryFile(hub.folder).change((registry) => ({
      list: registry.detailed(['north'], { group: 'Ålborg' }),
    }));
    hub.running.hub.reloadFiles();
    expect((await asOlga('POST', '/api/waves', { version: '1.7.0', group: 'Aalborg' })).status).toBe(404);
    const begun = await asOlga('POST', '/api/waves', { version: '1.7.0', group: 'Ålborg'.normalize('NFD') });
    expect(await begun.json()).toMatchObject({ group: 'Ålborg' });
    // Both told 1.4.0 above.
    for (const version of ['0.0.1', '1.4.0'])
      expect((await asOlga('POST', '/api/waves', { version })).status).toBe(422);
  });
});
