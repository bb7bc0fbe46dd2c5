import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wave, WaveReport, WaveReports } from '../../src/contract/fleet-wave.ts';
import type { Engine } from '../../src/hub/engine/engine.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { hasFailedTooOften, isEverywhere, type Upgraded, Waves } from '../../src/hub/waves/waves.ts';
import fc from '../support/drawn.ts';
import { basic, HubHere } from '../support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../support/hub-people.ts';

type Made = ReturnType<Waves['paused']>;
const waveOf = (made: Made) => {
  if (typeof made === 'string') throw new Error(made);
  return made;
};
const listOf = (made: Made): Waves => waveOf(made).list;
const begun = (waves: Waves, version: string, share = 100, group: string | null = null, id?: string): Waves => {
  return listOf(waves.begun({ group, version, share }, 1000, [], id));
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
    const paused = listOf(waves.paused(id, 'operator', []));
    expect(asked(paused)).toEqual([]);
    // A larger share looks at no failures: whoever has looked at them continues the wave.
    const stopped = listOf(waves.paused(id, 'failures', []));
    expect([asked(begun(stopped, '1.5.0')), asked(begun(paused, '1.5.0')).length]).toEqual([[], 1000]);
    const ended = listOf(waves.withdrawn(id, 2000, []));
    expect(asked(ended)).toEqual([]);
    expect(ended.withdrawn(id, 3000, [])).toBe(`there is no wave "${id}" under way`);
    expect(waves.begun({ group: null, version: '1.5', share: 1 }, 1, [])).toMatch(/no version/);
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
        const reports = waves.all.map((wave) => waves.reportOf(wave, stations));
        const listed = reports.flatMap(({ wave: _, stations: __, ...lists }) => Object.values(lists).flat());
        const welcome = stations.filter(({ revoked }) => !revoked);
        expect(listed.sort()).toEqual(welcome.map(({ id }) => id).sort());
      }),
    );
  });

  const SAID = [
    station('has', { version: '1.5.0' }),
    station('newer', { version: '1.6.2' }),
    station('back', { wanted_version: '1.5.0', upgrade: 'failed' }),
    station('no', { wanted_version: '1.5.0', upgrade: 'refused' }),
    station('was-asked', { wanted_version: '1.5.0', upgrade: 'asked' }),
    station('other'),
  ];
  /** Asked no more, a station says nothing of it any more. */
  const SILENT = SAID.map((one) => ({ ...one, wanted_version: null, upgrade: null }));

  it.each([
    ['paused', (waves: Waves, id: string) => listOf(waves.paused(id, 'failures', SAID))],
    ['taken back', (waves: Waves, id: string) => listOf(waves.withdrawn(id, 2000, SAID))],
    ['replaced', (waves: Waves) => listOf(waves.begun({ group: null, version: '1.5.1', share: 50 }, 2000, SAID))],
  ])('%s half way say who has the version, who refused and who went back', (_, changed) => {
    const waves = begun(new Waves(), '1.5.0', 50);
    const after = changed(waves, waves.all[0]!.id);
    expect(after.reportOf(after.all[0]!, SILENT)).toMatchObject({
      done: ['has', 'newer'],
      failed: ['back'],
      refused: ['no'],
      asked: [],
      next: [],
      later: ['was-asked', 'other'],
    });
  });

  it('gone on with pause for further stations alone, also before those that went back have told so again', () => {
    const waves = begun(new Waves(), '1.5.0');
    const { id } = waves.all[0]!;
    const stopped = listOf(waves.paused(id, 'failures', SAID));
    const again = listOf(listOf(stopped.continued(id, SILENT)).paused(id, 'operator', SILENT));
    const [wave] = listOf(again.continued(id, SILENT)).all;
    expect(wave).toMatchObject({ paused: null, accepted: ['back'], refused: [], failed: [] });
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

  it('count as failing from two stations and two percent of those that upgraded on', () => {
    const report = (done: number, failed: number, had = 0) =>
      hasFailedTooOften({
        wave: { accepted: [], had },
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
    expect([report(950, 15, 950), report(950, 15, 960), report(950, 1, 950), report(950, 15, 100)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('count as upgraded no station that had the version before', () => {
    const stations = [...SAID, station('gone', { version: '1.5.0', revoked: true })];
    const first = waveOf(new Waves().begun({ group: null, version: '1.5.0', share: 10 }, 1000, stations));
    expect(first.wave.had).toBe(2);
    const more = waveOf(first.list.begun({ group: null, version: '1.5.0', share: 50 }, 2000, []));
    expect(more.wave).toMatchObject({ id: first.wave.id, share: 50, had: 2 });
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
