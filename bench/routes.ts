// Requests per second of the program in this tree against another build of it: both with the same history, asked in turns over 8
// keep-alive connections, so that a machine that is busy with other things slows both. The history has a year of scored forecasts, as
// a station's has that has run for so long.
// usage: routes PATH_OF_THE_OTHER_TREE [days of history] [rounds] [ms per round] [only paths that hold this]
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_S } from '../src/base/durations.ts';
import { headsOn } from '../src/station/forecast/grid.ts';
import { TICK_S } from '../src/station/tick.ts';
import { load, median } from './_http-load.ts';
import { program, settled, start } from './_program.ts';

const CONNECTIONS = 8;
const PATHS = [
  '/api/telemetry',
  '/api/history?hours=6',
  '/api/history/range?hours=168',
  '/api/history/daily?days=30',
  '/api/status',
  '/api/scorecard',
  '/api/forecast',
  '/api/models',
  '/api/nerd',
  '/api/records',
  '/',
];

const SCORED_DAYS = 365;

/** Past the store, which would bring the schema up to ours: the other program has to read it, too. */
function scoreAYear(path: string): void {
  const db = new DatabaseSync(path);
  const today = Math.floor(Date.now() / 1000 / DAY_S);
  const sums = {
    n: 288,
    absolute: 150,
    signed: -12,
    squared: 130,
    persistence: 210,
    climatology: 260,
    nClimatology: 288,
  };
  const state = JSON.stringify({ ...sums, judged: 288, hits: 260, width: 700, winkler: 900, crps: 110 });
  const put = db.prepare('INSERT OR REPLACE INTO score (day, target, horizon_s, state) VALUES (?, ?, ?, ?)');
  db.exec('BEGIN');
  for (let ago = 0; ago < SCORED_DAYS; ago += 1) {
    for (const { target, horizonS } of headsOn(TICK_S)) put.run(today - ago, target, horizonS, state);
  }
  db.exec('COMMIT');
  db.close();
}

const [other = '', days = '14', rounds = '5', roundMs = '600', only = ''] = process.argv.slice(2);
const here = join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'weatherglass-routes-'));

try {
  // The other, older one makes the history: newer programs read what older ones wrote.
  execFileSync(process.execPath, [program(other), 'seed', '--days', days, '--data', join(folder, 'other')], {
    cwd: other,
    stdio: 'ignore',
  });
  scoreAYear(join(folder, 'other', 'weatherglass.db'));
  cpSync(join(folder, 'other'), join(folder, 'ours'), { recursive: true });
  const theirs = await start(other, join(folder, 'other'));
  const ours = await start(here, join(folder, 'ours'));
  for (const { port } of [theirs, ours]) await settled(port);
  console.log(`${days} days of history, ${CONNECTIONS} connections, median of ${rounds} rounds of ${roundMs} ms each`);
  for (const path of PATHS.filter((path) => path.includes(only))) {
    const pairs: { ours: number; theirs: number }[] = [];
    let refused = 0;
    for (let i = 0; i < Number(rounds); i += 1) {
      const then = await load(theirs.port, path, CONNECTIONS, Number(roundMs));
      const now = await load(ours.port, path, CONNECTIONS, Number(roundMs));
      refused += then.refused + now.refused;
      pairs.push({ ours: now.perSecond, theirs: then.perSecond });
    }
    const of = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick));
    console.log(
      `${path.padEnd(32)} ${Math.round(of((pair) => pair.theirs))
        .toString()
        .padStart(7)} -> ${Math.round(of((pair) => pair.ours))
        .toString()
        .padStart(
          7,
        )} requests/s, ${of((pair) => pair.ours / pair.theirs).toFixed(1)} x${refused > 0 ? `, ${refused} REFUSED` : ''}`,
    );
  }
  for (const { child } of [theirs, ours]) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
