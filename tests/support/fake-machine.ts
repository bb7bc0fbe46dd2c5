import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Host, Outcome } from '../../src/main/release/host.ts';
import { Layout } from '../../src/main/release/layout.ts';
import type { StationRecord } from '../../src/main/release/station-record.ts';

/** In memory where there is such a folder: hundreds of machines with their fsyncs are made and thrown away. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const DEPLOY = join(import.meta.dirname, '../../deploy');

/** How a release behaves once it is started. */
export interface Behaviour {
  version: string;
  schema?: number;
  kind?: 'good' | 'torn' | 'crashes' | 'silent-chips' | 'one-sample' | 'wrong-port' | 'slow';
}

export class PowerCut extends Error {}

interface Process {
  version: string;
  kind: Behaviour['kind'];
  startedMs: number;
  port: number;
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
  dropIns = '';
  /** The power goes before this many more steps. */
  cutAfter = Number.POSITIVE_INFINITY;
  #nowMs = 0;
  #running = new Map<string, Process>();
  #enabled = new Set<string>();
  session = true;

  readonly clock = {
    nowS: () => 1.75e9 + this.#nowMs / 1000,
    steadyMs: () => this.#nowMs,
    sleep: async (ms: number) => {
      this.#step();
      this.#nowMs += ms;
    },
  };

  constructor() {
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
    return join(this.root, 'data/weatherglass');
  }
  get database(): string {
    return join(this.dataDir, 'weatherglass.db');
  }
  record(mode: StationRecord['mode'] = 'headless'): StationRecord {
    const env = { XDG_CONFIG_HOME: join(this.root, 'etc'), XDG_DATA_HOME: join(this.root, 'data') };
    return { mode, user: mode === 'headless' ? 'weatherglass' : 'ada', env };
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
    cpSync(DEPLOY, join(folder, 'deploy'), { recursive: true });
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
    this.#running.clear();
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

  #start(unit: string): Outcome {
    if (this.#unitFile(unit) === null) return { code: 5, out: `Failed to start ${unit}: Unit ${unit} not found.` };
    const { current } = this.layout;
    if (current === null) return { code: 1, out: 'Job failed' };
    const { version, kind = 'good', schema = 1 } = this.#behaviour(this.layout.release(current));
    const port = kind === 'wrong-port' ? 1 : this.#port();
    const refuses = existsSync(this.database) && this.schema() > schema;
    if (!refuses && kind !== 'crashes') {
      this.history(Math.max(schema, existsSync(this.database) ? this.schema() : 0));
    }
    const dies = refuses || kind === 'crashes';
    // Restart=always: it is "activating" again and again, and answers nothing.
    this.#running.set(unit, { version, kind: dies ? 'crashes' : kind, startedMs: this.#nowMs, port });
    return dies
      ? { code: 1, out: `Job for ${unit} failed because the control process exited with error code.` }
      : { code: 0, out: '' };
  }
  #port(): number {
    const told = /PORT=(\d+)/.exec(this.dropIns)?.[1];
    return Number(
      told ?? /port: (\d+)/.exec(readFileSync(join(this.root, 'etc/weatherglass/config.yaml'), 'utf8'))![1],
    );
  }

  async run(program: string, args: readonly string[]): Promise<Outcome> {
    this.#step();
    this.calls.push([program.split('/').at(-1), ...args].join(' '));
    if (program === 'runuser') return this.#program(args.slice(3));
    if (program === 'systemctl')
      return this.#systemctl(
        args.filter((arg) => !arg.startsWith('-') && !arg.endsWith('@')),
        args,
      );
    if (program === 'getent') return { code: args[1] === 'input' ? 2 : 0, out: '' };
    if (program.endsWith('/node')) return this.#program([program, ...args]);
    return { code: 0, out: '' };
  }

  #program([program, ...args]: string[]): Outcome {
    if (program === 'mkdir') {
      mkdirSync(args.at(-1)!, { recursive: true });
      return { code: 0, out: '' };
    }
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
      case 'restart':
      case 'start': {
        this.#running.delete(unit);
        const outcome = this.#start(unit);
        return args.includes('--no-block') && outcome.code === 1 ? { code: 0, out: '' } : outcome;
      }
      case 'stop':
        if (!this.#running.delete(unit) && this.#unitFile(unit) === null)
          return { code: 5, out: `Unit ${unit} not loaded.` };
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
        return { code: 0, out: this.dropIns };
      default:
        return { code: 0, out: '' };
    }
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
