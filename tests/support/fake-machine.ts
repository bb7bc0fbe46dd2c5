import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { writeAddress } from '../../src/main/machine/address-file.ts';
import { ANSWER_WITHIN_S, type Host, type Outcome, tooLong } from '../../src/main/release/host.ts';
import { Layout } from '../../src/main/release/layout.ts';
import type { StationRecord } from '../../src/main/release/station-record.ts';

/** In memory where there is such a folder: hundreds of machines with their fsyncs are made and thrown away. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const DEPLOY = join(import.meta.dirname, '../../deploy');

/** How a release behaves once it is started. */
export interface Behaviour {
  version: string;
  schema?: number;
  kind?: 'good' | 'torn' | 'crashes' | 'damages' | 'silent-chips' | 'one-sample' | 'wrong-port' | 'slow';
}

/** RestartSec, and a second to load and die. */
const RESTART_EVERY_MS = 6_000;

const A_FREE_PORT = 40_001;
const PROGRAM = '/opt/weatherglass/current/node /opt/weatherglass/current/app/bin/weatherglass.mjs';
const DENIED: Outcome = { code: 1, out: 'Permission denied' };

export class PowerCut extends Error {}

interface Process {
  version: string;
  kind: Behaviour['kind'];
  startedMs: number;
  port: number;
}

/** What a shell is told, without a process for each command: hundreds of machines are upgraded. What the note's script does is seen elsewhere. */
const COMMANDS: Readonly<Record<string, (...paths: string[]) => void>> = {
  'mkdir -p': (path) => mkdirSync(path, { recursive: true }),
  'rm -rf': (path) => rmSync(path, { recursive: true, force: true }),
  'mv -fT': (from, to) => renameSync(from, to),
  sync: () => undefined,
};
function shell([, script = '', ...given]: readonly string[]): Outcome {
  const note = /mv -fT \S+\.new (\S+) /.exec(script)?.[1];
  try {
    if (note !== undefined && existsSync(given[0]!)) writeFileSync(join(given[0]!, note), given[1]!);
    if (note === undefined)
      for (const command of script.split(' && ')) {
        const [, name = '', paths = ''] = /^([^"$]+?)((?: "\$\d")+)$/.exec(command) ?? [];
        COMMANDS[name]!(...[...paths.matchAll(/\d/g)].map(([n]) => given[Number(n)]!));
      }
  } catch (error) {
    return { code: 1, out: (error as Error).message };
  }
  return { code: 0, out: '' };
}

/**
 * A machine with systemd on it, as far as an upgrade can tell: units exist only where a link leads to one, a start that fails says so, what
 * dies is started again and dies again, an old process goes on answering until it is stopped, and the power can go at any step.
 */
export class FakeMachine implements Host {
  readonly root = mkdtempSync(join(MEMORY, 'machine-'));
  readonly layout = new Layout(this.root);
  readonly said: string[] = [];
  readonly calls: string[] = [];
  /** What drop-ins say with `Environment=`, which `systemctl show` tells. */
  dropIns = '';
  /** What an EnvironmentFile or an ExecStart of somebody's own says. */
  overridden: { port?: number; dataDir?: string } = {};
  /** Of which it names the file, and the command line with bare blanks. */
  environmentFiles: string[] = [];
  #command = `${PROGRAM} serve`;
  /** A folder of no owner's that everybody may write to, as on a stick without such. */
  ownerless: string | null = null;
  /** Calls that never end. */
  hangs = (_call: string): boolean => false;
  /** The power goes before this many more steps. */
  cutAfter = Number.POSITIVE_INFINITY;
  #nowMs = 0;
  #running = new Map<string, Process>();
  #enabled = new Set<string>();
  session = true;
  /** A drop-in of somebody's forbids to start again what died. */
  restarts = true;

  readonly clock = {
    nowS: () => 1.75e9 + this.#nowMs / 1000,
    steadyMs: () => this.#nowMs,
    sleep: async (ms: number) => {
      this.#step();
      this.#nowMs += ms;
    },
  };

  constructor() {
    mkdirSync(join(this.root, 'run/systemd/system'), { recursive: true });
    this.settings('server: { port: 8000 }\n');
    // A link is made before and after it can be cut.
    const { point } = this.layout;
    this.layout.point = (name, id) => {
      this.#step();
      point.call(this.layout, name, id);
      this.#step();
    };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  get dataDir(): string {
    return this.overridden.dataDir ?? join(this.root, 'data/weatherglass');
  }
  get database(): string {
    return join(this.dataDir, 'weatherglass.db');
  }
  record(mode: StationRecord['mode'] = 'headless'): StationRecord {
    const env = { XDG_CONFIG_HOME: join(this.root, 'etc'), XDG_DATA_HOME: join(this.root, 'data') };
    return { mode, user: mode === 'headless' ? 'weatherglass' : 'ada', env };
  }
  startedBy(words: string): void {
    this.#command = `${PROGRAM} ${words}`;
  }
  environmentFile(text: string): void {
    const file = join(this.root, `environment-${this.environmentFiles.length}`);
    writeFileSync(file, text);
    this.environmentFiles.push(file);
  }
  settings(yaml: string): void {
    mkdirSync(join(this.root, 'etc/weatherglass'), { recursive: true });
    writeFileSync(join(this.root, 'etc/weatherglass/config.yaml'), yaml);
  }

  /** A release laid out as the installer would, among the releases. */
  staged(behaviour: Behaviour, window = false): string {
    this.layout.make();
    const folder = mkdtempSync(join(this.layout.releases, '.incoming-'));
    mkdirSync(join(folder, 'app/bin'), { recursive: true });
    mkdirSync(join(folder, 'app/dist/main'), { recursive: true });
    // The hub's half is none of an upgrade's.
    cpSync(DEPLOY, join(folder, 'deploy'), { recursive: true, filter: (path) => !path.endsWith('/hub') });
    for (const file of ['node', 'app/bin/weatherglass.mjs', 'app/dist/main/cli.js'])
      writeFileSync(join(folder, file), 'x');
    if (window) writeFileSync(join(folder, 'weatherglass.AppImage'), 'x');
    const { version, schema = 1 } = behaviour;
    writeFileSync(join(folder, 'release.json'), JSON.stringify({ version, schema, arch: process.arch }));
    writeFileSync(join(folder, 'behaviour.json'), JSON.stringify(behaviour));
    return folder;
  }

  #behaviour(folder: string): Behaviour {
    return JSON.parse(readFileSync(join(folder, 'behaviour.json'), 'utf8')) as Behaviour;
  }

  history(schema = 1): void {
    mkdirSync(this.dataDir, { recursive: true });
    const db = new Sqlite(this.database);
    db.pragma('synchronous = OFF');
    db.exec('CREATE TABLE IF NOT EXISTS sample (ts INTEGER); INSERT INTO sample VALUES (1), (2), (3)');
    db.pragma(`user_version = ${schema}`);
    db.close();
  }
  rows(): number {
    const db = new Sqlite(this.database, { readonly: true });
    try {
      return (db.prepare('SELECT count(*) n FROM sample').get() as { n: number }).n;
    } finally {
      db.close();
    }
  }
  schema(): number {
    const db = new Sqlite(this.database);
    try {
      return db.pragma('user_version', { simple: true }) as number;
    } finally {
      db.close();
    }
  }

  #step(): void {
    if (this.cutAfter-- <= 0) throw new PowerCut('the power is gone');
  }

  /** Power comes back: what was enabled starts; the test then runs the guard if its unit would. */
  boot(): { guard: boolean } {
    for (const unit of [...this.#running.keys()]) this.#end(unit);
    this.#nowMs += 30_000;
    this.cutAfter = Number.POSITIVE_INFINITY;
    if (this.#enabled.has('weatherglass.service')) this.#start('weatherglass.service');
    return { guard: this.#enabled.has('weatherglass-upgrade.service') && existsSync(this.layout.journalFile) };
  }

  get running(): string | null {
    const alive = [...this.#running.values()].find(({ kind }) => kind !== 'crashes');
    return alive?.version ?? null;
  }

  /** A unit is there when its file is; ours is a link to /opt, which on this machine lies below the root. */
  #unitFile(unit: string): string | null {
    for (const place of ['etc/systemd/system', 'etc/systemd/user']) {
      const path = join(this.root, place, unit);
      const info = lstatSync(path, { throwIfNoEntry: false });
      if (!info) continue;
      if (!info.isSymbolicLink()) return path;
      const { current } = this.layout;
      return current !== null && existsSync(join(this.layout.release(current), 'units', unit)) ? path : null;
    }
    return null;
  }

  /** With the process goes its runtime folder. */
  #end(unit: string): boolean {
    rmSync(this.#runtimeOf(unit), { recursive: true, force: true });
    return this.#running.delete(unit);
  }
  #runtimeOf(unit: string): string {
    return join(this.root, unit.includes('kiosk') ? 'run/user/1000/weatherglass' : 'run/weatherglass');
  }

  #start(unit: string): Outcome {
    if (this.#unitFile(unit) === null) return { code: 5, out: `Failed to start ${unit}: Unit ${unit} not found.` };
    const { current } = this.layout;
    if (current === null) return { code: 1, out: 'Job failed' };
    const { version, kind = 'good', schema = 1 } = this.#behaviour(this.layout.release(current));
    const port = kind === 'wrong-port' ? 1 : this.#port();
    const refuses = existsSync(this.database) && this.schema() > schema;
    if (!refuses && kind !== 'crashes' && kind !== 'damages') {
      this.history(Math.max(schema, existsSync(this.database) ? this.schema() : 0));
    }
    if (kind === 'damages') writeFileSync(this.database, 'no database any more');
    const dies = refuses || kind === 'crashes' || kind === 'damages';
    if (!dies) {
      mkdirSync(this.#runtimeOf(unit), { recursive: true });
      writeAddress(
        { RUNTIME_DIRECTORY: this.#runtimeOf(unit) },
        { host: '0.0.0.0', port: this.#port(), dataDir: this.dataDir },
      );
    }
    // Restart=always: it is "activating" again and again, and answers nothing.
    this.#running.set(unit, { version, kind: dies ? 'crashes' : kind, startedMs: this.#nowMs, port });
    return dies
      ? { code: 1, out: `Job for ${unit} failed because the control process exited with error code.` }
      : { code: 0, out: '' };
  }
  #port(): number {
    if (this.overridden.port !== undefined) return this.overridden.port;
    const told = /PORT=(\d+)/.exec(this.dropIns)?.[1];
    const set = told ?? /port: (\d+)/.exec(readFileSync(join(this.root, 'etc/weatherglass/config.yaml'), 'utf8'))![1];
    return Number(set) || A_FREE_PORT;
  }

  async run(program: string, args: readonly string[], limitS = ANSWER_WITHIN_S): Promise<Outcome> {
    this.#step();
    const call = [program.split('/').at(-1), ...args].join(' ');
    this.calls.push(call);
    if (this.hangs(call)) {
      this.#nowMs += limitS * 1000;
      return tooLong(program, limitS);
    }
    if (program === 'runuser') return this.#mayWrite() ? this.#program(args.slice(3)) : DENIED;
    if (program === 'systemctl')
      return this.#systemctl(
        args.filter((arg) => !arg.startsWith('-') && !arg.endsWith('@')),
        args,
      );
    if (program === 'id') return { code: 0, out: '1000' };
    if (program === 'getent') return { code: args[1] === 'input' ? 2 : 0, out: '' };
    if (program.endsWith('/node')) return this.#program([program, ...args]);
    return { code: 0, out: '' };
  }

  /** The station's user is this test's own; where a folder is another's, that user gets nowhere in it. */
  #mayWrite(): boolean {
    const owner = statSync(this.dataDir, { throwIfNoEntry: false })?.uid;
    return owner === undefined || owner === process.getuid?.() || this.ownerless === this.dataDir;
  }

  #program([program, ...args]: string[]): Outcome {
    if (program === 'sh') return shell(args);
    const { version, kind, schema = 1 } = this.#behaviour(join(program!, '..'));
    const [, command, file] = args;
    if (kind === 'torn') return { code: 1, out: 'SyntaxError: Unexpected end of input' };
    if (command === '--version') return { code: 0, out: `weatherglass ${version}` };
    if (this.running !== null && command === 'restore') return { code: 1, out: 'Process 1 already runs a station' };
    if (command === 'backup') copyFileSync(this.database, file!);
    else {
      copyFileSync(file!, this.database);
      if (this.schema() > schema) return { code: 1, out: 'newer schema' };
    }
    return { code: 0, out: '' };
  }

  #systemctl([verb, unit = '']: string[], args: readonly string[]): Outcome {
    const scopeGone = args.includes('--user') && !this.session;
    if (scopeGone) return { code: 1, out: 'Failed to connect to bus: Host is down' };
    switch (verb) {
      case 'start': // the guard alone, which waits for the end of this process
        return { code: 0, out: '' };
      case 'restart': {
        this.#end(unit);
        const outcome = this.#start(unit);
        return args.includes('--no-block') && outcome.code === 1 ? { code: 0, out: '' } : outcome;
      }
      case 'stop':
        if (!this.#end(unit) && this.#unitFile(unit) === null) return { code: 5, out: `Unit ${unit} not loaded.` };
        return { code: 0, out: '' };
      case 'enable':
        if (this.#unitFile(unit) === null)
          return { code: 1, out: `Failed to enable unit: Unit file ${unit} does not exist.` };
        this.#enabled.add(unit);
        return { code: 0, out: '' };
      case 'disable':
        this.#enabled.delete(unit);
        return { code: 0, out: '' };
      case 'is-active':
        return { code: unit === 'graphical-session.target' || this.#running.has(unit) ? 0 : 3, out: '' };
      case 'show':
        return { code: 0, out: args.some((arg) => arg.includes('NRestarts')) ? this.#fate(unit) : this.#given() };
      default:
        return { code: 0, out: '' };
    }
  }

  #given(): string {
    const files = this.environmentFiles.map((file) => `EnvironmentFiles=${file} (ignore_errors=no)`);
    const command = `ExecStart={ path=/opt/weatherglass/current/node ; argv[]=${this.#command} ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }`;
    return [`Environment=${this.dropIns}`, ...files, command].join('\n');
  }

  #fate(unit: string): string {
    const process = this.#running.get(unit);
    const dies = process?.kind === 'crashes';
    const state = !process ? 'inactive' : !dies ? 'active' : this.restarts ? 'activating' : 'failed';
    const times = dies && this.restarts ? Math.floor((this.#nowMs - process.startedMs) / RESTART_EVERY_MS) : 0;
    return `NRestarts=${times}\nActiveState=${state}`;
  }

  async ask(url: string): Promise<{ status: number; body: Record<string, unknown> } | null> {
    this.#step();
    const { port, pathname } = new URL(url);
    const process = [...this.#running.values()].find(
      (one) => String(one.port) === (port || '80') && one.kind !== 'crashes',
    );
    if (!process) return null;
    const uptimeS = (this.#nowMs - process.startedMs) / 1000;
    if (pathname === '/api/health')
      return { status: 200, body: { status: 'ok', version: process.version, uptime_s: uptimeS } };
    const reason =
      process.kind === 'silent-chips'
        ? 'no sensor gives a value'
        : process.kind === 'one-sample' && uptimeS > 3
          ? 'no fresh sample'
          : process.kind === 'slow' && uptimeS < 100
            ? 'still starting'
            : null;
    return reason === null ? { status: 200, body: { ready: true } } : { status: 503, body: { ready: false, reason } };
  }

  say(line: string): void {
    this.#step();
    this.said.push(line);
  }
}
