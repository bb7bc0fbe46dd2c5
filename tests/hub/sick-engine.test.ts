import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/hub/engine/engine.ts';
import { engineAt } from '../../src/hub/engine/open.ts';
import { SpareFile } from '../../src/hub/files/json-file.ts';
import { Hub } from '../../src/hub/hub.ts';
import { erasedFile } from '../../src/hub/keeping/erasure.ts';
import { noticeFile } from '../../src/hub/notices.ts';
import type { Registry } from '../../src/hub/registry.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { add, basic, detailOf, HubHere, type Key, silentLog } from '../support/hub-here.ts';
import { portOf } from '../support/port-of.ts';
import { realNowS } from '../support/real-now.ts';
import { runningClock } from '../support/running-clock.ts';

const QUICK = { meetMs: 100, writeMs: 100, readMs: 100 };
/** Only a silent engine is waited for: one that answers does so late on a busy machine, and must not be taken for silent. */
const PATIENT = { meetMs: 120_000, writeMs: 120_000, readMs: 120_000 };
const NOW_S = Math.floor(realNowS('an engine keeps rows of its retention only, and a hub none of the future'));

/** A machine that has no file to spare while it is busy. */
class BusyFile extends RegistryFile {
  isBusy = false;
  override read(): Registry {
    if (this.isBusy) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    return super.read();
  }
}

/** Answers as VictoriaMetrics does until it is asked to write; then as `ill` says. */
async function engineThat(ill: RequestListener, work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((req, res) => {
    if (req.url === '/ping') return res.setHeader('X-Server-Hostname', 'x').writeHead(204).end();
    if (req.url === '/metrics') return res.end('vm_app_version{version="v1", short_version="v1"} 1\n');
    if (req.url === '/flags') return res.end('');
    return ill(req, res);
  });
  try {
    await work(await portOf(server));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('an engine that is ill', () => {
  it.each<[string, RequestListener, number, RegExp]>([
    ['never answers', () => undefined, 502, /cannot be reached/],
    ['hangs up', (req) => req.socket.destroy(), 502, /cannot be reached/],
    [
      'breaks off',
      (_req, res) => res.writeHead(200, { 'Content-Length': 9 }).write('x', () => res.destroy()),
      502,
      /reached/,
    ],
    ['is overloaded', (_req, res) => res.writeHead(503).end('too many concurrent inserts'), 502, /cannot be reached/],
    [
      'may only be read',
      (_req, res) => res.writeHead(503).end('the storage is in read-only mode'),
      507,
      /disk is full/,
    ],
    ['has no room', (_req, res) => res.writeHead(500).end('{"error":"no space left on device"}'), 507, /disk is full/],
    ['does not take it', (_req, res) => res.writeHead(400).end('partial write'), 500, /^Internal Server Error/],
  ])('that %s: nothing is taken for stored', async (what, ill, status, sentence) =>
    engineThat(ill, async (port) => {
      const engine = engineAt(`http://127.0.0.1:${port}`, what === 'never answers' ? QUICK : PATIENT)!;
      const hub = await HubHere.start('http://127.0.0.1:9', ['North'], { engine });
      try {
        const [north] = hub.keys as [Key];
        const posted = await hub.post(north, `wx temp=1 ${NOW_S}\n`);
        expect(posted.status).toBe(status);
        expect(await detailOf(posted)).toMatch(sentence);
        const fleet = await hub.json<{ stations: Array<{ temperature: number | null }> }>('/api/fleet');
        expect(fleet.stations[0]!.temperature).toBeNull();
      } finally {
        await hub.stop();
      }
    }),
  );

  it('and refuses to tell anything of one station tells the page and the proofs of all others', async () =>
    engineThat(
      (req, res) => {
        let asked = '';
        req.on('data', (piece) => {
          asked += String(piece);
        });
        req.on('end', () => {
          if (req.url!.startsWith('/snapshot')) return res.end('{"snapshot":"1"}');
          if (req.url!.startsWith('/write')) return res.writeHead(204).end();
          const query = new URLSearchParams(asked).get('query')!;
          if (/\bsick\b/.test(query)) return res.writeHead(422).end('more than 3000000 timeseries');
          const value = query.startsWith('tlast') ? NOW_S : 7;
          const result = (/station=~"([^"]*)"/.exec(query)?.[1] ?? '').split('|').map((station) => ({
            metric: { __name__: 'wx_temp', station, rev: '0' },
            value: [NOW_S, String(value)],
          }));
          return res.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
        });
      },
      async (port) => {
        const hub = await HubHere.start(`http://127.0.0.1:${port}`, ['North', 'Sick', 'South', 'West']);
        try {
          await hub.running.hub.look();
          const { stations } = await hub.json<{ stations: Array<{ temperature: number | null }> }>('/api/fleet');
          expect(stations.map(({ temperature }) => temperature)).toEqual([7, null, 7, 7]);
          const proofs = hub.keys.map((key) => hub.get(`/api/v1/ack?t=${NOW_S}`, { Authorization: basic(key) }));
          expect((await Promise.all(proofs)).map(({ status }) => status)).toEqual([200, 500, 200, 200]);
        } finally {
          await hub.stop();
        }
      },
    ));

  it.each(['<html>Log in', '', 'null', '{}', '{"data":{"result":{}}}'])(
    'that answers 200 and %j is not the engine: nothing is proven, and the page says so',
    async (text) =>
      engineThat(
        (_req, res) => res.end(text),
        async (port) => {
          const hub = await HubHere.start(`http://127.0.0.1:${port}`, ['North']);
          try {
            const Authorization = basic(hub.keys[0]!);
            expect((await hub.get(`/api/v1/ack?t=${NOW_S}`, { Authorization })).status).toBe(502);
            expect((await hub.get('/api/fleet/scores')).status).toBe(502);
            const { engine } = await hub.json<{ engine: object }>('/api/health');
            expect(engine).toMatchObject({ state: 'down', detail: expect.stringContaining('no answer of an engine') });
          } finally {
            await hub.stop();
          }
        },
      ),
  );

  const wrong = (one: string) => `{"data":{"result":[${one}]}}`;
  const VICTORIA = [
    'null',
    '7',
    '{}',
    '{"value":[1,"2"]}',
    '{"metric":{}}',
    '{"metric":{},"value":"2"}',
    '{"metric":{},"value":[1]}',
    '{"metric":{},"value":[1,null]}',
    '{"metric":{},"value":[1,"many"]}',
    '{"metric":{"rev":7},"value":[1,"2"]}',
    '{"metric":{},"values":[[1]]}',
  ].map(wrong);
  const INFLUX = [
    '{"results":[null]}',
    '{"results":[]}',
    '{"results":[{"series":{}}]}',
    '{"results":[{"series":[null]}]}',
    '{"results":[{"series":[{}]}]}',
    '{"results":[{"series":[{"columns":["time","count"],"values":[null]}]}]}',
    '{"results":[{"series":[{"columns":["time","count"],"values":[[1]]}]}]}',
    '{"results":[{"series":[{"columns":["time","count"],"values":[[1,"many"]]}]}]}',
    '{"results":[{"series":[{"columns":["time","count"],"values":[[1,2]],"tags":7}]}]}',
  ];
  it.each([
    ...VICTORIA.map((text) => ['victoria-metrics', text] as const),
    ...INFLUX.map((text) => ['influxdb', text] as const),
  ])(
    'that gives an answer of the right form with something else in it is not there either: %s, %s',
    async (kind, text) =>
      engineThat(
        (req, res) => res.end(req.url!.startsWith('/snapshot') ? '{"snapshot":"1"}' : text),
        async (port) => {
          const isInflux = kind === 'influxdb';
          const engine = engineAt(`${isInflux ? 'influx+' : ''}http://127.0.0.1:${port}`)!;
          const asked = [
            engine.held(['north'], NOW_S, { of: 'all' }),
            engine.newest(NOW_S - 60, NOW_S, ['north']),
            engine.meanSkills(NOW_S - 60, NOW_S),
            engine.dayScores(NOW_S - 60, NOW_S),
            engine.revisions(),
            ...(isInflux ? [engine.series('north', 'wx', 1, 2)] : []),
          ];
          for (const one of await Promise.allSettled(asked)) {
            // What one question cannot use may be all another asks for.
            if (one.status === 'rejected') expect(one.reason).toMatchObject({ trouble: 'down' });
          }
          await expect(asked[0]).rejects.toThrow(/no answer of an engine/);
        },
      ),
  );

  it.each([
    'null',
    '7',
    '{}',
    '{"values":[1],"timestamps":[1]}',
    '{"metric":{},"values":[1,2],"timestamps":[1]}',
    '{"metric":{},"values":[1],"timestamps":["x"]}',
  ])('nor one that exports %s', async (line) =>
    engineThat(
      (_req, res) => res.end(`${line}\n`),
      async (port) =>
        expect(engineAt(`http://127.0.0.1:${port}`)!.series('north', 'wx', 1, 2)).rejects.toThrow(
          /no answer of an engine/,
        ),
    ),
  );

  it('that answers too much is hung up on at once, and not when its time is over', async () => {
    const { promise: hungUp, resolve } = Promise.withResolvers<void>();
    await engineThat(
      (_req, res) =>
        res
          .once('close', resolve)
          .writeHead(200, { 'Content-Length': 300 * 1024 * 1024 })
          .write('x'),
      async (port) => {
        const engine = engineAt(`http://127.0.0.1:${port}`, { ...PATIENT, readMs: 86_400_000 })!;
        await expect(engine.series('north', 'wx', 1, 2)).rejects.toThrow(/longer than/);
        await hungUp;
      },
    );
  });

  it('that hangs does not keep the hub from writing down what it knows when it is asked to stop', async () =>
    engineThat(
      () => undefined,
      async (port) => {
        const hub = await HubHere.start(`http://127.0.0.1:${port}`, ['North']);
        await hub.get('/api/health');
        await hub.stop(); // an answer is waited for a minute
      },
    ));

  it('is told of before anything is lost to its settings', async () =>
    engineThat(
      (_req, res) => res.end(),
      async (port) => {
        const { warnings } = await engineAt(`http://127.0.0.1:${port}`)!.meet();
        expect(warnings.join()).toMatch(/dedup\.minScrapeInterval=1ms.*retentionPeriod=100y/s);
      },
    ));

  it('is not asked for by a name that is none', async () =>
    expect(engineAt('http://127.0.0.1:9', QUICK)!.meet()).rejects.toThrow(EngineError));

  it('that is none is told with the reason, and stations try again later', async () => {
    const server = createServer((_req, res) => res.writeHead(404).end('no such page'));
    const hub = await HubHere.start(`http://127.0.0.1:${await portOf(server)}`, ['North']);
    try {
      expect((await hub.post(hub.keys[0]!, `wx temp=1 ${NOW_S}\n`)).status).toBe(502);
      const { engine } = await hub.json<{ engine: object }>('/api/health');
      expect(engine).toMatchObject({ state: 'down', detail: expect.stringContaining('no such page') });
    } finally {
      await hub.stop();
      server.closeAllConnections();
      server.close();
    }
  });

  it('or a list of stations that could not be read for a moment is read again, though nobody changes it any more', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-busy-'));
    const file = new BusyFile(folder);
    const files = {
      registryFile: file,
      pictureFile: new SpareFile(join(folder, 'picture.json')),
      noticeFile: noticeFile(folder),
      erasedFile: erasedFile(folder),
    };
    const more = { clock: runningClock(), log: silentLog, version: '1.2.3', signal: new AbortController().signal };
    const hub = new Hub({ engine: engineAt('http://127.0.0.1:9')!, ...files, ...more });
    await add(folder, 'North');
    file.isBusy = true;
    expect(() => hub.reloadFiles()).toThrow('EMFILE');
    file.isBusy = false;
    hub.reloadFiles();
    expect(hub.registry.find('north')).not.toBeNull();
    rmSync(folder, { recursive: true });
  });

  it('or a list of stations that is gone while the hub runs shuts nobody out', async () => {
    const hub = await HubHere.start('http://127.0.0.1:9', ['North']);
    try {
      rmSync(join(hub.folder, 'stations.json'));
      hub.running.hub.reloadFiles();
      expect((await hub.post(hub.keys[0]!, `wx temp=1 ${NOW_S}\n`)).status).toBe(502);
    } finally {
      await hub.stop();
    }
  });
});
