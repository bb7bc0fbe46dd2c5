// npm run bench -- fleet-equality [KILLS] [SEED] [all | scenarios | kills | NAME [ENGINE]]: what stations sent is counted and compared, per station and day and value by value, after
// everything that may go wrong: scenario by scenario with a real station, then with station, nginx, hub and engine killed at random
// moments. On each engine that is installed; nginx stands in front of the hub on VictoriaMetrics.
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_S } from '../src/base/durations.ts';
import { engineAt } from '../src/hub/engine/open.ts';
import { RegistryFile } from '../src/hub/registry-file.ts';
import { enginesHere, type Kind } from '../tests/support/engines.ts';
import { differences, sendThroughKills, type Victim } from '../tests/support/fleet-equality.ts';
import type { FleetStationProcess } from '../tests/support/fleet-station.ts';
import { lossyWay } from '../tests/support/lossy-way.ts';
import { seeded } from '../tests/support/seeded.ts';
import { SmallDisk } from '../tests/support/small-disk.ts';
import { Site } from './_fleet-site.ts';

const kills = Number(process.argv[2] ?? 100);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4] === 'all' ? undefined : process.argv[4];
const engines = enginesHere.filter((kind) => process.argv[5] === undefined || kind === process.argv[5]);
let failed = false;
/** SIGTERM: no more kills, and what was done is compared. */
const enough = new AbortController();
process.once('SIGTERM', () => enough.abort());

function tell(kind: string, scenario: string, what: string, wrong: readonly string[]): void {
  failed ||= wrong.length > 0;
  process.stdout.write(`| ${kind} | ${scenario} | ${what} | ${wrong.length} |\n`);
  for (const one of wrong.slice(0, 10)) process.stderr.write(`  ${one}\n`);
}

/** A real station brings what it has, and is compared when nothing waits any more. */
async function finished(site: Site, station: FleetStationProcess, scenario: string, kind: string): Promise<void> {
  const { cursor_ts } = await station.allSent();
  await station.kill();
  const { days, rows, wrong } = await site.differences(station, cursor_ts!);
  tell(kind, scenario, `${days} days, ${rows} rows`, wrong);
}

const clock = (name: string, aheadS: number) => async (site: Site, kind: string, scenario: string) => {
  const station = await site.station(name, 2);
  await station.start();
  await station.allSent();
  await station.kill();
  station.clockAheadS = aheadS;
  await station.start();
  await wait(12_000);
  await station.kill();
  station.clockAheadS = 0;
  await station.start();
  await finished(site, station, scenario, kind);
};

const SCENARIOS: Record<string, (site: Site, kind: string, scenario: string) => Promise<void>> = {
  async steady(site, kind, scenario) {
    const station = await site.station('steady', 2);
    await station.start();
    await finished(site, station, scenario, kind);
  },
  async 'four weeks offline'(site, kind, scenario) {
    const station = await site.station('weeks', 28);
    await station.start();
    await finished(site, station, scenario, kind);
  },
  async 'every third answer lost'(site, kind, scenario) {
    const way = await lossyWay(site.url);
    const station = await site.station('lossy', 5, way.url);
    await station.start();
    await station.allSent();
    await finished(site, station, `${scenario} (${way.lost()} of them)`, kind);
    await way.close();
  },
  'clock three days ahead': clock('ahead', 3 * DAY_S),
  'clock a day behind': clock('behind', -DAY_S),
  'clock in 1970': clock('unset', -Math.floor(Date.now() / 1000) + 600),
  async recompute(site, kind, scenario) {
    const station = await site.station('recompute', 4);
    await station.start();
    await station.allSent();
    for (let i = 0; i < 2; i++) {
      await station.kill();
      station.remade(Date.now() / 1000 - 3 * DAY_S, Date.now() / 1000 - 1800);
      await station.start();
      await station.allSent();
    }
    await finished(site, station, scenario, kind);
  },
  async 'key changed'(site, kind, scenario) {
    const station = await site.station('key', 4);
    await station.start();
    await wait(1500);
    const file = new RegistryFile(site.folder);
    const { secret } = await file.change((registry) => registry.rotated('key', Math.round(Date.now() / 1000)));
    site.nginx?.logins(file.read().htpasswd());
    await wait(4000);
    const refused = (await station.fleet()).state;
    station.giveSecret(secret);
    await station.sendNow();
    await finished(site, station, `${scenario} (${refused} meanwhile)`, kind);
  },
};

/** The engine lies on a disk that is filled while a station brings its past, and emptied again. */
async function fullDisk(kind: Kind): Promise<void> {
  const disk = SmallDisk.mount(160);
  if (disk === null) return tell(kind, 'engine disk full', 'not played: no small disk can be mounted here', []);
  const site = new Site();
  await site.start(kind, join(disk.folder, kind));
  try {
    const station = await site.station('full', 20);
    await station.start();
    await wait(3000);
    await site.engine.kill();
    disk.fill();
    await site.engine.start().catch(() => undefined);
    await wait(5000);
    const { state } = await station.fleet();
    disk.makeRoom();
    await site.engine.kill();
    await site.engine.start();
    await station.sendNow();
    await finished(site, station, `engine disk full (${state} meanwhile)`, kind);
  } finally {
    await site.end();
    disk.unmount();
  }
}

async function killing(kind: Kind): Promise<void> {
  const site = new Site();
  await site.start(kind);
  const { uniform } = seeded(seed + 1);
  const real = [await site.station('killed-1', 30), await site.station('killed-2', 30)];
  for (const one of real) await one.start();
  const deaths = new Map<string, number>();
  const victim = (name: string, kill: () => Promise<unknown>, start: () => Promise<unknown>): Victim => ({
    async kill() {
      deaths.set(name, (deaths.get(name) ?? 0) + 1);
      await kill();
    },
    start,
  });
  const todayS = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S;
  const stations = real.map((one) =>
    victim(
      'station',
      () => one.kill(),
      async () => {
        // While it is gone its past is made anew, so that it never has nothing to say.
        const dayS = todayS - Math.ceil(uniform() * 5) * DAY_S;
        one.remade(dayS, dayS + DAY_S);
        await one.start();
      },
    ),
  );
  const { nginx } = site;
  const victims = [
    victim(
      'engine',
      () => site.engine.kill(),
      () => site.engine.start(),
    ),
    stations[0]!,
    victim(
      'hub',
      () => site.hub.end('SIGKILL'),
      () => site.hub.start(),
    ),
    ...(nginx === null
      ? []
      : [
          victim(
            'nginx',
            () => nginx.kill(),
            () => nginx.start(),
          ),
        ]),
    stations[1]!,
  ];
  const startedMs = performance.now();
  const models = [...site.keys.values()].filter(({ login }) => login.startsWith('model'));
  const { sent, tries } = await sendThroughKills(models, site.url, victims, kills, seed, enough.signal);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const wrong = await differences(engineAt(site.engine.address)!, sent);
  const told = [...deaths].map(([name, n]) => `${name} ${n}`).join(', ');
  const done = [...deaths.values()].reduce((sum, n) => sum + n, 0);
  const scenario = `kill -9 at ${done} moments (${told}) in ${seconds} s, rows out of order`;
  tell(
    kind,
    scenario,
    `${sent.length} station-days of ${models.length} stations; ${tries.lost} lost after 2xx and sent again`,
    wrong,
  );
  for (const one of real) await finished(site, one, 'the same, a real station that recomputes', kind);
  await site.end();
}

process.stdout.write('| engine | scenario | compared | differences |\n|---|---|---|---:|\n');
for (const kind of engines) {
  if (only !== 'kills') {
    const site = new Site();
    await site.start(kind);
    const front = site.nginx === null ? kind : `${kind} + nginx`;
    for (const [name, play] of Object.entries(SCENARIOS))
      if (only === undefined || only === 'scenarios' || only === name)
        await play(site, front, name).catch((error: Error) => tell(front, name, 'broke off', [error.message]));
    await site.end();
    if (only === undefined || only === 'scenarios')
      await fullDisk(kind).catch((error: Error) => tell(kind, 'engine disk full', 'broke off', [error.message]));
  }
  if (only === undefined || only === 'kills') await killing(kind);
}
process.exitCode = failed ? 1 : 0;
