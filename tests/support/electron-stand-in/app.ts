import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesOf, residentMb } from './chromium.ts';
import { wakeSleepers } from './sleepers.ts';
import { StallMeter } from './stall-meter.ts';

/** The bench's own folder: what was called is written there, so that a test can read it from outside. */
const benchDir = process.env['STAND_IN_DIR'] ?? '';

/** Time that a signal lets pass (driver.ts). */
const PASSES_MS = 20_000;

interface Closable {
  shut(): Promise<void>;
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

export class App extends EventEmitter {
  readonly isPackaged = false;
  readonly #windows: readonly Closable[];
  readonly #paths = new Map([['userData', join(benchDir, 'profile')]]);
  readonly #switches = new Map<string, string>();
  readonly #stalls = new StallMeter();
  #lock: string | null = null;

  constructor(windows: readonly Closable[]) {
    super();
    this.#windows = windows;
    for (const argument of process.argv.slice(2)) {
      const [, name, value] = /^--([^=]+)=?(.*)$/.exec(argument) ?? [];
      if (name !== undefined) this.#switches.set(name, value ?? '');
    }
    process.on('SIGUSR2', () => this.note('stall', this.#stalls.take())); // and begin anew
    process.on('SIGURG', () => {
      wakeSleepers(PASSES_MS);
      this.note('passed');
    });
  }

  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void this.#switches.set(name, value),
    hasSwitch: (name: string) => this.#switches.has(name),
  };

  note(call: string, ...args: unknown[]): void {
    if (benchDir) appendFileSync(join(benchDir, 'calls.ndjson'), `${JSON.stringify({ call, args })}\n`);
  }

  whenReady(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
  getVersion = () => '1.0.0';
  setPath = (name: string, path: string) => void this.#paths.set(name, path);
  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`the stand-in has no path '${name}'`);
    return path;
  }
  disableHardwareAcceleration = () => this.note('app.disableHardwareAcceleration');

  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const lock = join(folder, 'stand-in.lock');
    const knock = join(folder, 'stand-in.knock');
    if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
      writeFileSync(knock, String(process.pid));
      return false;
    }
    writeFileSync(lock, String(process.pid));
    writeFileSync(knock, '');
    watchFile(knock, { interval: 100, persistent: false }, () => this.emit('second-instance'));
    this.#lock = lock;
    return true;
  }

  getAppMetrics() {
    return processesOf(this.getPath('userData'), 'renderer').map((pid) => ({
      pid,
      type: 'Tab',
      memory: { workingSetSize: Math.round(residentMb(pid) * 1024) },
    }));
  }

  relaunch = (options: unknown) => this.note('app.relaunch', options);
  exit(code = 0): void {
    this.note('app.exit', code);
    if (this.#lock) rmSync(this.#lock, { force: true });
    void Promise.all(this.#windows.map((window) => window.shut())).finally(() => process.exit(code));
  }
  quit(): void {
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) this.exit(0);
  }
}
