import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_S } from '../../src/base/durations.ts';
import type { Daily, HistoryRange } from '../../src/contract/history.ts';
import type { Imports } from '../../src/contract/imports.ts';
import { noBoard } from '../../src/station/inputs/heard-board.ts';
import { ENGLISH } from '../../src/words/speaker.ts';
import { asWeewx, madeWeather } from '../station/imports/made-files.ts';
import { ask, postJson } from '../support/ask.ts';
import { openRealStation, type RealStation } from '../support/real-station.ts';
import { runningClock } from '../support/running-clock.ts';
import { type Served, serve } from '../support/serve.ts';

const clock = runningClock();
const TIMEOUT_MS = 2000;
const FROM_S = Math.floor(clock.nowS() / 3600) * 3600 - 3 * DAY_S;
const made = mkdtempSync(join(tmpdir(), 'weatherglass-imports-'));
const weewx = readFileSync(asWeewx(made, madeWeather(FROM_S, FROM_S + 2 * DAY_S)));

let real: RealStation;
let served: Served;
beforeAll(async () => {
  real = await openRealStation({ clock, board: noBoard });
  const settings = { headersTimeoutMs: TIMEOUT_MS, requestTimeoutMs: TIMEOUT_MS };
  served = await serve({ station: real.station, clock, settings });
});
afterAll(async () => {
  await served.server.stop();
  await real.close();
  rmSync(made, { recursive: true, force: true });
});

const state = async (): Promise<Imports> => (await ask(served.port, { path: '/api/import' })).json as Imports;
const upload = (name: string, body: Buffer, more = '', type = 'application/octet-stream') =>
  ask(served.port, {
    method: 'POST',
    path: `/api/import?name=${encodeURIComponent(name)}${more}`,
    headers: { 'content-type': type },
    body,
  });
const does = (what: string, body: object = {}) => postJson(served.port, `/api/import/${what}`, body);
const inPhase = (...phases: Imports['phase'][]): Promise<Imports> =>
  vi.waitFor(
    async () => {
      const now = await state();
      expect(phases).toContain(now.phase);
      return now;
    },
    { timeout: 60_000, interval: 20 },
  );
const detailOf = (reply: { json: unknown }): string => (reply.json as { detail: string }).detail;
const folder = () => join(real.folder, 'import');

/** Connection with an upload of so many bytes that has begun. */
function begun(bytes: number): Socket {
  const socket = connect(served.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /api/import?name=half.csv HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes}\r\n\r\nTime,Temp\r\n`,
  );
  return socket;
}

it('a plan that a power cut has torn is dropped at the start, with its files, and said', async () => {
  const home = mkdtempSync(join(tmpdir(), 'weatherglass-torn-plan-'));
  mkdirSync(join(home, 'import', 'files'), { recursive: true });
  writeFileSync(join(home, 'import', 'plan.json'), '{"opt');
  const { close, log } = await openRealStation({ clock, board: noBoard, folder: home });
  expect(existsSync(join(home, 'import'))).toBe(false);
  expect(log.join()).toMatch(/its plan is unreadable/);
  await close();
  rmSync(home, { recursive: true, force: true });
});

describe('import through the API', () => {
  it('scans an upload, imports it while the station runs, learns from it at once, and undoes it', async () => {
    expect(await state()).toMatchObject({ phase: 'idle', jobs: [], scan: null, refusal: null });
    expect((await upload('weewx.sdb', weewx)).status).toBe(200);
    expect((await inPhase('scanned')).scan!.shown).toEqual([]);
    const look = async (query = '') => (await postJson(served.port, `/api/import/look${query}`, {})).json as Imports;
    const { scan, files, table } = await look();
    expect(files).toEqual([{ name: 'weewx.sdb', bytes: weewx.length }]);
    expect(table).toBeNull();
    expect(scan).toMatchObject({ format: 'weewx', rows: 576, from: FROM_S, to: FROM_S + 2 * DAY_S });
    expect(scan!.shown).toHaveLength(5);
    expect(scan!.quantities.slice(0, 2)).toEqual([
      { name: 'outdoorTemperatureC', label: 'Outdoor temperature', unit: '°C', decimals: 1 },
      expect.objectContaining({ name: 'outdoorHumidityPct', unit: '%', decimals: 0 }),
    ]);
    expect(scan!.findings[0]!.text).toMatch(/^576 rows from/);
    const german = await look('?lang=de&units=imperial');
    expect(german.scan!.quantities[0]).toMatchObject({ label: 'Temperatur außen', unit: '°F' });
    expect(german.scan!.shown[0]!.values[0]).toBeCloseTo(scan!.shown[0]!.values[0]! * 1.8 + 32, 6);

    expect((await does('start')).status).toBe(200);
    expect(detailOf(await upload('other.sdb', weewx))).toMatch(/Another import is under way/);
    const after = await inPhase('idle');
    expect(after.last).toEqual({ job: 1, rows: 576, skipped: 0, from: FROM_S, to: FROM_S + 2 * DAY_S });
    expect(after.jobs).toMatchObject([{ job: 1, state: 'done', files: ['weewx.sdb'], rows: 576 }]);
    expect(existsSync(folder())).toBe(false);
    expect(real.store.imports.toLearn.get()).toBeNull();
    expect(real.store.scores.nextDay(0)).not.toBeNull();
    const window = `start=${FROM_S}&end=${FROM_S + 2 * DAY_S}`;
    const range = async () => (await ask(served.port, { path: `/api/history/range?${window}` })).json as HistoryRange;
    expect((await range()).n).toBeGreaterThan(40);
    const from = { job: 1, format: 'weewx', files: ['weewx.sdb'], from: FROM_S, to: FROM_S + 2 * DAY_S };
    expect((await range()).imported).toEqual([from]);
    const days = async () => ((await ask(served.port, { path: '/api/history/daily?days=5' })).json as Daily).days;
    expect((await days()).map(({ imported }) => imported)).toEqual([undefined, 1, 1, 1]);

    expect((await ask(served.port, { method: 'DELETE', path: '/api/import/7' })).status).toBe(404);
    expect((await ask(served.port, { method: 'DELETE', path: '/api/import/1' })).status).toBe(200);
    expect((await inPhase('idle')).jobs).toEqual([]);
    expect(await range()).toMatchObject({ n: 0 });
    expect(await range()).not.toHaveProperty('imported');
    expect(real.store.scores.nextDay(0)).toBeNull();
  });

  it('undoes the newer of two imports: the scores of the older one are there again', async () => {
    const bring = async (name: string, body: Buffer) => {
      await upload(name, body);
      await inPhase('scanned');
      await does('start');
      return (await inPhase('idle')).last!.job!;
    };
    const undo = async (job: number) => {
      await ask(served.port, { method: 'DELETE', path: `/api/import/${job}` });
      await inPhase('idle');
    };
    const kept = () => [...real.store.scores.since(0)];
    const older = await bring('weewx.sdb', weewx);
    const scores = kept();
    expect(scores.length).toBeGreaterThan(0);
    const before = readFileSync(asWeewx(made, madeWeather(FROM_S - 9 * DAY_S, FROM_S - 5 * DAY_S), 5, 'before.sdb'));
    const newer = await bring('before.sdb', before);
    expect(kept().length).toBeGreaterThan(scores.length);
    await undo(newer);
    expect(kept()).toEqual(scores);
    await undo(older);
    expect(kept()).toEqual([]);
  });

  it('pauses, goes on and cancels: nothing of a cancelled import is left', async () => {
    // One that a kill has cut off is another's, and stays.
    const cut = { files: ['years.csv'], digest: 'of other files', format: 'csv', startedS: FROM_S };
    const other = real.store.imports.begin(cut, { fromS: FROM_S, untilS: FROM_S + 3600, hours: [FROM_S] });
    // So long that a fast machine is not through before it is asked to pause.
    const long = readFileSync(asWeewx(made, madeWeather(FROM_S - 120 * DAY_S, FROM_S), 5, 'long.sdb'));
    await upload('weewx.sdb', long);
    await inPhase('scanned');
    expect(detailOf(await does('pause'))).toMatch(/No import is running/);
    const started = does('start');
    await inPhase('importing');
    await started;
    expect((await does('pause')).status).toBe(200);
    const paused = await inPhase('paused', 'idle');
    expect(paused.phase).toBe('paused');
    expect(detailOf(await upload('other.sdb', weewx))).toMatch(/Another import is under way/);
    expect((await does('cancel')).status).toBe(200);
    expect(await inPhase('idle')).toMatchObject({ jobs: [{ job: other, state: 'running' }], files: [] });
    await ask(served.port, { method: 'DELETE', path: `/api/import/${other}` });
    expect((await inPhase('idle')).jobs).toEqual([]);
    expect(existsSync(folder())).toBe(false);
  });

  it('refuses what is no history in one sentence, and keeps nothing of it', async () => {
    const refusedAs = async (name: string, body: Buffer): Promise<string> => {
      expect((await upload(name, body)).status).toBe(200);
      const { refusal, scan } = await inPhase('scanned');
      expect(scan).toBeNull();
      expect(existsSync(folder())).toBe(false);
      return refusal!;
    };
    expect(await refusedAs('bomb.gz', gzipSync(Buffer.alloc(1 << 20)))).toMatch(/is compressed/);
    expect(await refusedAs('long.csv', Buffer.alloc(1 << 20, 'x'))).toMatch(/a line of more than 64 kB/);
    expect(await refusedAs('nul.csv', Buffer.alloc(60_000))).toMatch(/no known format/);
    const torn = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)]);
    expect(await refusedAs('torn.sdb', torn)).toMatch(/SQLite cannot read it/);

    const odd = async (answer: ReturnType<typeof upload>) => {
      const reply = await answer;
      return [reply.status, detailOf(reply)];
    };
    for (const name of ['../weewx.sdb', 'a/b', 'a\\b', '.hidden', 'a\0b', 'ä'.repeat(80)])
      expect(await odd(upload(name, weewx)), name).toEqual([400, expect.stringMatching(/no folders/)]);
    expect(await odd(upload('a.csv', Buffer.alloc(0)))).toEqual([400, 'The file is empty.']);
    expect(await odd(upload('a.csv', weewx, '', 'multipart/form-data; boundary=x'))).toEqual([
      415,
      expect.stringMatching(/application\/octet-stream/),
    ]);
    expect(await odd(upload('a.csv', weewx, '&file=2&of=2'))).toEqual([409, expect.stringMatching(/no files/)]);
    const tooLarge = begun(3 * 1024 ** 3);
    const [answer] = (await once(tooLarge, 'data')) as [Buffer];
    tooLarge.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 413 /);
    expect(existsSync(folder())).toBe(false);
  });

  it('keeps nothing of an upload whose connection is cut, and takes no second one meanwhile', async () => {
    const socket = begun(1_000_000);
    await inPhase('receiving');
    expect(detailOf(await upload('other.csv', weewx))).toMatch(/Another import is under way/);
    socket.destroy();
    await inPhase('idle');
    expect(existsSync(folder())).toBe(false);
  });

  it('gives up an upload that is cancelled while it is received, also where it has stalled', async () => {
    const socket = begun(1_000_000);
    let told = '';
    socket.on('data', (piece: Buffer) => {
      told += piece.toString();
    });
    const ended = once(socket, 'close');
    await inPhase('receiving');
    expect((await does('cancel')).status).toBe(200);
    await ended;
    // A browser sends again what is cut off without an answer.
    expect(told).toMatch(/^HTTP\/1.1 409 .*There are no files to work on/s);
    await inPhase('idle');
    expect(existsSync(folder())).toBe(false);
  });

  it('answers a cancel once the upload has gone: the next one may follow at once', async () => {
    const phase = () => real.station.imports.state(ENGLISH, 'metric').phase; // the API may answer as it was a quarter of a second ago
    for (let round = 0; round < 20; round++) {
      const socket = begun(1_000_000);
      await vi.waitFor(() => expect(phase()).toBe('receiving'), { timeout: 60_000, interval: 1 });
      const answer = await does('cancel');
      expect((answer.json as Imports).phase).toBe('idle');
      expect((await upload('next.csv', Buffer.from('nothing that is known'))).status).toBe(200);
      await inPhase('scanned');
      await does('cancel');
      socket.destroy();
    }
  });

  it('takes the units that a person names over those of the heading, and says that its times are local', async () => {
    const lines = [50, 51, 52].map((f, i) => `2020-01-01 00:${i}0,${f},29.91`);
    await upload('fahr.csv', Buffer.from(`Time,Temperature (°C),Pressure (hPa)\n${lines.join('\n')}\n`));
    expect((await inPhase('scanned')).scan).toMatchObject({ times_local: true });
    const look = async () => (await does('look')).json as Imports;
    expect((await look()).scan!.shown[0]!.values).toEqual([50, null]);
    const nonsense = { time: { columns: ['Time'] }, columns: { Temp: { is: 'nonsense' } } };
    expect(detailOf(await does('scan', { map: nonsense }))).toMatch(/mapping map cannot be used/);
    await does('scan', { units: 'F,inHg,mph,in', zone: 'UTC' });
    const { from, doubts } = (await inPhase('scanned')).scan!;
    expect([from, doubts]).toEqual([Date.parse('2020-01-01T00:00Z') / 1000, []]);
    const [warm, pressure] = (await look()).scan!.shown[0]!.values;
    expect([warm, pressure]).toEqual([expect.closeTo(10, 6), expect.closeTo(1012.87, 1)]);
  });

  it('forgets what the last import has added as soon as the next upload begins', async () => {
    await upload('one.csv', Buffer.from('Time,Temperature (°C)\n2020-01-01T00:00Z,1.5\n2020-01-01T00:05Z,1.6\n'));
    await inPhase('scanned');
    await does('start');
    expect((await inPhase('idle')).last).toMatchObject({ rows: 2 });
    await upload('other.csv', Buffer.from('nothing that is known'));
    expect(await inPhase('scanned')).toMatchObject({ last: null, refusal: expect.stringMatching(/no known format/) });
    await does('cancel');
  });

  it('lets a slow upload take longer than any other request may', async () => {
    const socket = begun(14);
    let told = '';
    socket.on('data', (piece: Buffer) => {
      told += piece.toString();
    });
    await inPhase('receiving');
    await clock.sleep(3 * TIMEOUT_MS, new AbortController().signal);
    socket.write('1,2');
    await vi.waitFor(() => expect(told).toMatch(/^HTTP\/1.1 200 /), { timeout: 60_000 });
    expect((await inPhase('scanned')).refusal).toMatch(/no line of half.csv could be read|no known format/);
  });
});
