import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  Fleet,
  FleetComparison,
  FleetForecast,
  FleetHistory,
  FleetScores,
  HubHealth,
} from '../../src/contract/fleet.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { enginesHere, enginesPlayed } from '../support/engines.ts';
import { add, basic, detailOf } from '../support/hub-here.ts';
import { dayBack, NOW_S, type Schools, withSchools } from './schools.ts';

describe.skipIf(enginesHere.length === 0).each(enginesPlayed)('a hub on %s', (kind) => {
  let { engine, hub, north, south } = {} as Schools;
  withSchools(kind, (here) => {
    ({ engine, hub, north, south } = here);
  });

  it('stores what a station sends and proves it, once however often it is sent', async () => {
    const lines = Array.from({ length: 288 }, (_, i) => `wx,rev=0 temp=${i / 10},hum=50 ${dayBack(3) + i * 300}\n`);
    for (let i = 0; i < 2; i++) expect((await hub.post(north, lines.join(''))).status).toBe(204);
    const endS = dayBack(2) - 1;
    expect(await hub.proof(north, endS)).toBe(576);
    expect(await hub.proof(north, endS, '&rev=0')).toBe(576);
    expect(await hub.proof(north, endS, '&rev=1')).toBe(0);
    expect(await hub.proof(north, endS, '&of=fc')).toBe(0);
    expect(await hub.proof(south, endS)).toBe(0);
    const history = FleetHistory.parse(
      await hub.json(`/api/fleet/north-school/history?start=${dayBack(3)}&end=${endS}&bucket=3600`),
    );
    expect(history.ts).toHaveLength(24);
    expect(history.temperature[0]).toBeCloseTo(0.55, 6);
    expect(history.pressure.every((value) => value === null)).toBe(true);
  });

  it('knows nothing of a day that no calendar of an engine has, and says so as of any other', async () => {
    for (const t of ['9223372036', '10000000000', '99999999999', '100000000'])
      for (const more of ['', '&rev=0', '&of=fc']) {
        const response = await hub.get(`/api/v1/ack?t=${t}${more}`, { Authorization: basic(north) });
        expect([t, response.status]).toEqual([t, 200]);
        expect(await response.json()).toMatchObject({ status: 'success', data: { result: [] } });
      }
  });

  it('shows a day as it was told last', async () => {
    const dayS = dayBack(10);
    await hub.post(north, `wx,rev=0 temp=1,hum=40 ${dayS}\nwx,rev=0 temp=2 ${dayS + 300}\n`);
    await hub.post(north, `wx,rev=1 temp=5 ${dayS}\n`);
    await hub.proof(north, dayS);
    const { ts, temperature, humidity } = FleetHistory.parse(
      await hub.json(`/api/fleet/north-school/history?start=${dayS}&end=${dayS + 600}`),
    );
    expect([ts, temperature, humidity]).toEqual([[dayS], [5], [null]]);
    expect(await hub.running.tidying()).toBe(0); // another day knows revision 0 alone
    const csv = await (await hub.get(`/api/fleet/north-school/history.csv?start=${dayS}&end=${dayS + 600}`)).text();
    expect(csv.split('\r\n')[1]).toMatch(new RegExp(`^${dayS},20..-..-..T00:00:00Z,5,,,,,,false$`));
  });

  it('has wind and rain in the table of a station that measures them, behind what all measure', async () => {
    const key = await add(hub.folder, `Windy ${kind}`);
    const tS = dayBack(7);
    await expect.poll(async () => (await hub.post(key, `wx,rev=0 temp=1,wind=2.5,rain=0.2 ${tS}\n`)).status).toBe(204);
    await hub.proof(key, tS);
    const csv = await (await hub.get(`/api/fleet/${key.login}/history.csv?start=${tS}&end=${tS + 600}`)).text();
    const [head, row] = csv.split('\r\n').map((line) => line.split(','));
    const tail = ['wind_ms', 'rain_mm', 'simulated'];
    expect([head!.length, head!.slice(8), row!.slice(8)]).toEqual([11, tail, ['2.5', '0.2', 'false']]);
    await hub.post(key, `wx,rev=0 temp=1,wind=3.5,gust=6,wind_dir=350,rain=0.4 ${tS + 300}\n`);
    await hub.post(key, `wx,rev=0 temp=1,wind=3.5,gust=9,wind_dir=10,rain=0.2 ${tS + 600}\n`);
    await hub.proof(key, tS + 600);
    const ask = `start=${tS}&end=${tS + 900}&bucket=3600`;
    const { outdoors } = FleetHistory.parse(await hub.json(`/api/fleet/${key.login}/history?${ask}`));
    expect(outdoors).toMatchObject({ gust: [9], wind_dir: [0] });
    expect(outdoors['rain']![0]).toBeCloseTo(0.8, 5);
    expect(outdoors['wind']![0]).toBeCloseTo(9.5 / 3, 5);
    expect(Object.keys(outdoors)).not.toContain('solar');
  });

  it('has metrics for Prometheus: stations, rows taken, refused and left out, the queue, the database and the alerts', async () => {
    const figures = async (): Promise<Record<string, number>> => {
      const text = await (await hub.get('/metrics')).text();
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      for (const line of lines)
        expect(line).toMatch(/^weatherglass_[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[\d.e+-]+$/);
      return Object.fromEntries(
        lines.map((line) => [line.slice(13, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
      );
    };
    const before = await figures();
    expect((await hub.post(north, `wx,rev=0 temp=1 ${dayBack(2)}\nwx,rev=0 temp=1 ${dayBack(2) + 300}\n`)).status).toBe(
      204,
    );
    expect((await hub.post(north, `wx,rev=0 temp=1 ${dayBack(2)}\nwx,rev=0 temp=x ${dayBack(2)}\n`)).status).toBe(400);
    expect((await hub.post(north, `wx_air,place=attic pm=3 ${dayBack(2)}\n`)).status).toBe(204);
    expect((await fetch(`${hub.url}/api/session`, { method: 'POST' })).status).toBe(403); // no batch
    const after = await figures();
    const more = (name: string) => after[name]! - (before[name] ?? 0);
    expect(more('hub_rows_total{result="taken"}')).toBe(2);
    expect(more('hub_rows_total{result="refused"}')).toBe(2);
    expect(more('hub_rows_total{result="left_out"}')).toBe(1);
    expect(more('hub_batches_stored_total')).toBe(1);
    expect(more('hub_batches_refused_total{status="400"}')).toBe(1);
    expect(after).not.toHaveProperty(['hub_batches_refused_total{status="403"}']);
    expect(more('hub_engine_write_seconds_count')).toBe(1);
    expect(after).toMatchObject({
      hub_up: 1,
      'hub_stations_contact{contact="never"}': expect.any(Number),
      hub_batches_in_flight: 0,
      hub_queue_seconds: 0,
      'hub_engine_state{state="ok"}': 1,
      'hub_engine_write_seconds{quantile="0.99"}': expect.any(Number),
      'hub_alerts_firing{kind="silent"}': expect.any(Number),
    });
  });

  it('removes a revision that has nothing left to say, and nothing else', async () => {
    const key = await add(hub.folder, `Tidy ${kind}`);
    await expect.poll(async () => (await hub.post(key, `wx,rev=0 temp=1 ${dayBack(6)}\n`)).status).toBe(204);
    await hub.post(key, `wx,rev=2 temp=7 ${dayBack(6)}\n`);
    expect(await hub.proof(key, dayBack(6), '&rev=0')).toBe(1);
    expect(await hub.running.tidying()).toBe(1);
    expect(await hub.proof(key, dayBack(6), '&rev=0')).toBe(0);
    expect(await hub.proof(key, dayBack(6), '&rev=2')).toBe(1);
  });

  it('removes nothing that a station has just proven', async () => {
    const key = await add(hub.folder, `Midnight ${kind}`);
    await expect.poll(async () => (await hub.post(key, `wx,rev=0 temp=1 ${dayBack(6)}\n`)).status).toBe(204);
    await hub.post(key, `wx,rev=1 temp=2 ${dayBack(6)}\n`);
    // While everything of revision 0 looks outdated, a new day comes under it: proven before the removal, or not at all.
    const tidied = hub.running.tidying();
    await hub.post(key, `wx,rev=0 temp=3 ${dayBack(5)}\n`);
    const proven = await hub.proof(key, dayBack(5), '&rev=0');
    await tidied;
    expect(await hub.proof(key, dayBack(5), '&rev=0')).toBe(proven);
  });

  it('says beside the proof which number of a day is the newest, and sends a second station of one login away', async () => {
    const key = await add(hub.folder, `Twice ${kind}`);
    await expect.poll(async () => (await hub.post(key, `wx,rev=0 temp=1 ${dayBack(6)}\n`)).status).toBe(204);
    await hub.post(key, `wx,rev=1003 temp=7 ${dayBack(6)}\n`);
    const ask = async (more: string) => {
      const response = await hub.get(`/api/v1/ack?t=${dayBack(6)}${more}`, { Authorization: basic(key) });
      return { status: response.status, said: (await response.json()) as { newest_rev?: number; detail?: string } };
    };
    expect(await ask('&rev=0')).toMatchObject({ status: 200, said: { newest_rev: 1003 } });
    expect(await ask('&of=wx')).toMatchObject({ said: { newest_rev: 1003 } });
    expect((await ask('&of=fc')).said).not.toHaveProperty('newest_rev');
    expect(await ask('&by=wg_000000000001-00000001')).toMatchObject({ status: 200 });
    const second = await ask('&by=wg_000000000002-00000001');
    expect(second.status).toBe(409);
    expect(second.said.detail).toMatch(/^another station, heard \d+ min ago, sends as twice-.*hub add.*hub rotate/);
    expect((await ask('&by=x')).status).toBe(400);
    const { stations } = hub.running.hub.fleet();
    expect(stations.filter(({ shared }) => shared).map(({ id }) => id)).toEqual([key.login]);
  });

  it('keeps and counts what only a newer station measures, and takes an old revision of it away with the rest', async () => {
    const key = await add(hub.folder, `Newer ${kind}`);
    const tS = dayBack(8);
    await expect.poll(async () => (await hub.post(key, `wx,rev=0 temp=1,pollen=3.5 ${tS}\n`)).status).toBe(204);
    expect(await hub.proof(key, tS, '&rev=0')).toBe(2); // a station goes on only when all that it sent is there
    expect((await hub.post(key, `wx,rev=1 pollen=4 ${tS}\n`)).status).toBe(204);
    expect(await hub.proof(key, tS, '&rev=1')).toBe(1);
    const health = HubHealth.parse(await hub.json('/api/health'));
    expect(health.newer_fields).toEqual({ wx_pollen: 2 });
    await hub.running.hub.engine.ask((one) => one.removeRevision(key.login, 0));
    await expect.poll(() => hub.proof(key, tS, '&of=wx')).toBe(1);
    expect((await hub.json<{ columns?: object }>(`/api/fleet/${key.login}/history`)).columns).toBeUndefined();
    const many = Array.from({ length: 33 }, (_, i) => `new${i}=1`).join(',');
    const refused = await hub.post(key, `wx ${many} ${tS}\n`);
    expect([refused.status, await detailOf(refused)]).toEqual([400, expect.stringContaining('32 fields')]);
  });

  it('has the fleet at once, with what each said last', async () => {
    const before = Fleet.parse(await hub.json('/api/fleet'));
    expect(before.stations.find(({ id }) => id === 'quiet')).toMatchObject({ last_seen_ts: null, health: 'unknown' });
    await hub.post(
      south,
      `wx temp=-3.25,hum=91,slp=1001.5,press=990 ${NOW_S - 300}\n` +
        `wx_station version=1002003,health=2,backlog=17,alarms=1,lat=55.79,lon=12.52,alt=40 ${NOW_S}\n` +
        `wx_fc,target=temperature,horizon=6h mu=-1.5,halfwidth=2 ${NOW_S - 60}\n` +
        `wx_score,target=temperature,horizon=6h skill=0.4,coverage=0.9,n=90 ${dayBack(1)}\n`,
    );
    const shown = async () =>
      Fleet.parse(await hub.json('/api/fleet')).stations.find(({ id }) => id === 'south-school')!;
    await expect.poll(async () => (await shown()).temperature).toBe(-3.25);
    const south_ = await shown();
    expect(south_.last_seen_ts).toBeGreaterThanOrEqual(NOW_S); // by the hub's clock
    expect(south_).toMatchObject({
      name: 'South School',
      last_row_ts: NOW_S - 300,
      version: '1.2.3',
      health: 'fault',
      backlog_rows: 17,
      alarms: 1,
      latitude: 55.79,
      pressure: 1001.5,
    });
    await hub.proof(south, NOW_S);
    const forecast = FleetForecast.parse(await hub.json('/api/fleet/south-school/forecast'));
    expect(forecast.targets.temperature).toEqual([{ horizon: '6h', mu: -1.5, halfwidth: 2 }]);
    const scores = FleetScores.parse(await hub.json('/api/fleet/scores'));
    expect(scores.rows).toEqual([
      expect.objectContaining({ target: 'temperature', horizon: '6h', skill: 0.4, coverage: 0.9, stations: 1 }),
    ]);
    await hub.running.hub.learnSkills();
    await expect.poll(async () => (await shown()).skill.temperature['6h']).toBe(0.4);
    const csv = await (await hub.get('/api/fleet.csv')).text();
    expect(csv).toMatch(/^id,name,.*\r\n/);
    expect(csv).toMatch(/south-school,South School,.*,-3\.25,91,1001\.5,false/);
  });

  it('compares two stations where both have something', async () => {
    const tS = dayBack(14);
    await hub.post(north, `wx temp=5 ${tS}\nwx temp=6 ${tS + 300}\nwx temp=9 ${tS + 600}\n`);
    await hub.post(south, `wx temp=4 ${tS}\nwx temp=3 ${tS + 300}\n`);
    await hub.proof(south, tS + 600);
    const question = `/api/fleet/compare?a=north-school&b=south-school&target=temperature&start=${tS}&end=${tS + 900}`;
    const pair = FleetComparison.parse(await hub.json(question));
    expect(pair.ts).toEqual([tS, tS + 300, tS + 600]);
    expect(pair.values_b).toEqual([4, 3, null]);
    expect(pair.difference).toEqual({ mean: 2, sd: expect.closeTo(Math.SQRT2, 6), n: 2 });
  });

  it('stores nothing of a batch with one bad line, and says which', async () => {
    const tS = dayBack(20);
    const bad = await hub.post(north, `wx temp=1 ${tS}\nwx temp="abc" ${tS + 300}\n`);
    expect(bad.status).toBe(400);
    expect(await detailOf(bad)).toMatch(/^line 2: temp is .*no plain decimal number$/);
    expect(await hub.proof(north, tS + 600)).toBe(0);
  });

  it('shows a removed station no more, gives its values to nobody, and knows how they are deleted', async () => {
    const file = new RegistryFile(hub.folder);
    const key = await add(hub.folder, `Gone ${kind}`);
    const row = `wx temp=1,hum=2 ${dayBack(60)}\n`;
    await expect.poll(async () => (await hub.post(key, row)).status).toBe(204);
    expect(await hub.proof(key, dayBack(60))).toBe(2);
    await file.change((registry) => ({ list: registry.removed(key.login) }));
    await expect.poll(async () => (await hub.post(key, row)).status).toBe(401);
    const { stations } = await hub.json<Fleet>('/api/fleet');
    expect(stations.map(({ id }) => id)).not.toContain(key.login);
    expect((await hub.get(`/api/fleet/${key.login}/history`)).status).toBe(404);
    await hub.running.hub.look();
    hub.running.hub.savePicture();
    expect(readFileSync(join(hub.folder, 'picture.json'), 'utf8')).not.toContain(key.login);
    const next = await add(hub.folder, `Gone ${kind}`);
    expect(next.login).not.toBe(key.login);
    await expect.poll(async () => (await hub.post(next, row)).status).toBe(204);
    const held = (login: string) =>
      hub.running.hub.engine
        .ask((one) => one.held([login], dayBack(60), { of: 'all' }))
        .then((held) => held.get(login)!.values);
    expect(await held(key.login)).toBe(2);
    // As docs/use/fleet.md says.
    const url = engine.address.replace('influx+', '');
    const deletion =
      kind === 'victoria-metrics'
        ? { path: '/api/v1/admin/tsdb/delete_series', 'match[]': `{station="${key.login}"}` }
        : { path: '/query', db: 'wx', q: `DROP SERIES WHERE station='${key.login}'` };
    const { path, ...words } = deletion;
    await fetch(url + path, { method: 'POST', body: new URLSearchParams(words) });
    await expect.poll(() => held(key.login)).toBe(0);
    expect(await hub.proof(next, dayBack(60))).toBe(2);
  });

  it('says so while the engine is away, serves what it knows, and goes on when it is back', async () => {
    const tS = dayBack(70);
    await engine.kill();
    const away = await hub.post(south, `wx temp=1 ${tS}\n`);
    expect([away.status, away.headers.get('retry-after')]).toEqual([502, '10']);
    expect(await detailOf(away)).toMatch(/database cannot be reached/);
    expect((await hub.get(`/api/v1/ack?t=${tS}`, { Authorization: basic(south) })).status).toBe(502);
    expect((await hub.get('/api/fleet/south-school/history')).status).toBe(502);
    const answer = await hub.get('/api/health');
    expect(answer.status).toBe(503);
    const health = HubHealth.parse(await answer.json());
    expect(health).toMatchObject({ ok: false, version: '1.2.3', engine: { kind, state: 'down' } });
    const { stations } = Fleet.parse(await hub.json('/api/fleet'));
    expect(stations.find(({ id }) => id === 'south-school')?.temperature).toBe(-3.25);
    await engine.start();
    expect((await hub.post(south, `wx temp=1 ${tS}\n`)).status).toBe(204);
    expect(await hub.proof(south, tS)).toBe(1);
    expect(HubHealth.parse(await hub.json('/api/health')).engine.state).toBe('ok');
  });
});
