// npm run bench -- fleet-day [100]: a day of so many played stations on the real engine from Debian, under roles. An operator adds them by CSV,
// a teacher tends those of one group and is refused at another, a wave is taken back half way, a station is erased and the engine is asked
// what it still has of it. Ends with the audit log. The day's hours follow one another at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BulkAnswer, StationKey } from '../src/contract/fleet-people.ts';
import type { Wave, WaveReports } from '../src/contract/fleet-wave.ts';
import { engine } from '../tests/support/fleet-engine.ts';
import { basic, HubHere } from '../tests/support/hub-here.ts';
import { loggedIn, sent, withPeople } from '../tests/support/hub-people.ts';
import { seeded } from '../tests/support/seeded.ts';

const HOURS = 24;
const ROWS_AN_HOUR = 12;
const VALUES_A_ROW = 6;
const GROUPS = ['North', 'South', 'East', 'West'];
const BEGUN_H = 9;
const WIDENED_H = 11;
const BACK_H = 13;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const count = Number(process.argv[2] ?? 100);
const { uniform } = seeded(37);
const dayS = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400;

/** A school's station: its owner upgrades within hours, or refuses, or has a machine on which the new version does not measure. */
class Played {
  version = '1.4.0';
  wanted: string | null = null;
  readonly temper = uniform();
  constructor(
    readonly key: StationKey,
    private readonly hub: HubHere,
  ) {}

  get #upgrade(): number {
    return this.temper < 0.06 ? 1 : this.temper > 0.97 ? 2 : 0;
  }

  async hour(h: number): Promise<void> {
    const startS = dayS + 3600 * h;
    const rows = Array.from({ length: ROWS_AN_HOUR }, (_, i) => {
      const t = 8 + 4 * Math.sin((h * 12 + i) / 45) + uniform();
      return `wx,rev=0 temp=${t.toFixed(2)},hum=${(85 - t).toFixed(1)},slp=1013.2,press=1001.1,dew=${(t - 3).toFixed(2)},lux=40 ${startS + 300 * i}\n`;
    });
    const wish = this.wanted === null ? '' : `,wanted=${numberOf(this.wanted)},upgrade=${this.#upgrade}`;
    const state = `wx_station version=${numberOf(this.version)},health=0,backlog=0,alarms=0,disk=70${wish} ${startS + 3599}\n`;
    const { status } = await this.hub.post(this.key, rows.join('') + state);
    if (status !== 204) throw new Error(`${this.key.login}: ${status}`);
    const asked = await this.hub.get(`/api/v1/ack?t=${dayS + 86_399}&of=wx`, { Authorization: basic(this.key) });
    const { data, upgrade } = (await asked.json()) as Ack;
    const held = Number(data.result[0]?.value[1] ?? 0);
    if (held !== (h + 1) * ROWS_AN_HOUR * VALUES_A_ROW)
      throw new Error(`${this.key.login}: ${held} values after hour ${h}`);
    // Who was asked an hour ago and lets apt do it has the version now.
    if (this.wanted !== null && upgrade !== undefined && this.#upgrade === 0) this.version = this.wanted;
    this.wanted = upgrade === undefined || upgrade.version === this.version ? null : upgrade.version;
  }
}
interface Ack {
  data: { result: Array<{ value: [number, string] }> };
  upgrade?: { version: string };
}
const numberOf = (version: string): number => version.split('.').reduce((sum, part) => 1000 * sum + Number(part), 0);

const folder = mkdtempSync(join(tmpdir(), 'weatherglass-fleet-day-'));
const store = await engine(join(folder, 'engine'));
const hub = await HubHere.start(store.url, []);
try {
  await withPeople(hub.folder, [
    { name: 'Olga', role: 'operator' },
    { name: 'Tom', role: 'teacher', groups: ['North'] },
    { name: 'Vera', role: 'viewer' },
  ]);
  hub.running.staff.people.reload();
  const cookies = new Map<string, string>();
  for (const name of ['Olga', 'Tom', 'Vera']) cookies.set(name, await loggedIn(hub, name));
  const as = async (
    name: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; answer: unknown }> => {
    const cookie = cookies.get(name);
    const headers: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
    const response = await sent(hub, method, path, body, headers);
    const text = await response.text();
    return { status: response.status, answer: text === '' ? null : JSON.parse(text) };
  };
  const tried = async (name: string, what: string, method: string, path: string, body?: unknown): Promise<unknown> => {
    const { status, answer } = await as(name, method, path, body);
    say(`${name}: ${what}: ${status}`);
    return answer;
  };
  const waves = async () => (await as('Vera', 'GET', '/api/waves')).answer as WaveReports;
  const report = async (h: number): Promise<void> => {
    for (const { wave, stations, ...lists } of (await waves()).waves) {
      const counts = Object.entries(lists).map(([name, all]) => `${all.length} ${name}`);
      say(
        `  ${h}:00, ${wave.version} for ${wave.group ?? 'all'} at ${wave.share} %${wave.ended_ts === null ? '' : ', taken back'}: of ${stations} ${counts.join(', ')}`,
      );
    }
  };

  const lines = Array.from({ length: count }, (_, i) => `School ${i + 1},Town ${i + 1},${GROUPS[i % GROUPS.length]}`);
  const csv = ['name,place,group', ...lines].join('\n');
  await tried('Vera', 'adds stations by CSV', 'POST', '/api/manage/stations', { csv, dry_run: false });
  const { keys } = (await tried('Olga', `adds ${count} stations by CSV`, 'POST', '/api/manage/stations', {
    csv,
    dry_run: false,
  })) as BulkAnswer;
  const played = keys.map((key) => new Played(key, hub));
  const [north, south] = played.map(({ key }) => key.login) as [string, string];
  const startMs = performance.now();
  let wave: Wave | null = null;
  for (let h = 0; h < HOURS; h++) {
    await Promise.all(played.map((one) => one.hour(h)));
    if (h === 7) {
      await tried('Tom', 'renames a station of his group', 'POST', '/api/manage/stations/tend', {
        logins: [north],
        name: 'School by the lake',
      });
      await tried('Tom', 'renames one of another group', 'POST', '/api/manage/stations/tend', {
        logins: [south],
        name: 'Mine',
      });
      await tried('Tom', 'begins a wave', 'POST', '/api/waves', { version: '1.5.0' });
      await tried('nobody', 'asks who is in the fleet', 'GET', '/api/fleet');
    }
    if (h === BEGUN_H)
      wave = (await tried('Olga', 'asks 10 % for 1.5.0', 'POST', '/api/waves', {
        version: '1.5.0',
        share: 10,
      })) as Wave;
    if (h === WIDENED_H) await tried('Olga', 'asks 50 %', 'POST', '/api/waves', { version: '1.5.0', share: 50 });
    if (h === BACK_H) await tried('Olga', 'takes the wave back', 'DELETE', `/api/waves/${wave!.id}`);
    if (wave !== null && h <= BACK_H + 3) await report(h);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const has = played.filter(({ version }) => version === '1.5.0').length;
  say(
    `${count} stations lived a day of ${HOURS * ROWS_AN_HOUR} rows each in ${seconds.toFixed(1)} s, each hour proven; ${has} have 1.5.0, none is asked any more: ${played.every(({ wanted }) => wanted === null)}`,
  );

  const values = async (login: string): Promise<number> =>
    Object.values(await store.counts(`{station="${login}"}`)).reduce((sum, n) => sum + n, 0);
  const before = await values(north);
  await tried('Tom', `erases ${north}`, 'POST', `/api/fleet/${north}/erase`, { login: north });
  await tried('Olga', `erases ${north}`, 'POST', `/api/fleet/${north}/erase`, { login: north });
  const all = await store.counts('{station!=""}');
  const others = Object.values(all).reduce((sum, n) => sum + n, 0);
  say(
    `the engine had ${before} values of ${north} and has ${await values(north)}; of the ${count - 1} others it has ${others}, ${south} alone ${await values(south)}`,
  );
  say('\naudit log');
  for (const { who, by, did, to, many, what } of hub.running.staff.audit
    .read(1000)
    .reverse()
    .filter(({ did: one }, i) => one !== 'station-added' || i < 8))
    say(
      `  ${who ?? '-'} (${by})  ${did}  ${to ?? (many ? `${many.count} stations` : '')}  ${what === undefined ? '' : JSON.stringify(what)}`,
    );
} finally {
  await hub.stop();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
}
