import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answering } from './answering.ts';
import { freePort } from './free-port.ts';

const PROGRAMS = { 'victoria-metrics': '/usr/bin/victoria-metrics', influxdb: '/usr/bin/influxd' } as const;
export type Kind = keyof typeof PROGRAMS;

export const enginesHere = (Object.keys(PROGRAMS) as Kind[]).filter((kind) => {
  const isHere = existsSync(PROGRAMS[kind]);
  if (!isHere)
    console.warn(
      `SKIPPED: the fleet's hub on ${kind}, because ${PROGRAMS[kind]} does not exist (apt-get install ${kind})`,
    );
  return isHere;
});

/** Of which a suite is played each; where there is none, all are skipped: Vitest fails a file that has no tests. */
export const enginesPlayed = enginesHere.length > 0 ? enginesHere : (Object.keys(PROGRAMS) as Kind[]);

/** The database of a fleet as Debian packs it, in a folder of its own. */
export class RealEngine {
  #process: ChildProcess | null = null;
  private constructor(
    readonly kind: Kind,
    readonly port: number,
    private readonly folder: string,
    private readonly ownsFolder: boolean,
    private readonly controlPort: number,
  ) {}

  static async start(kind: Kind, folder?: string): Promise<RealEngine> {
    const place = folder ?? mkdtempSync(join(tmpdir(), 'weatherglass-engine-'));
    const engine = new RealEngine(kind, await freePort(), place, folder === undefined, await freePort());
    await engine.start();
    return engine;
  }

  /** As `--engine` takes it. */
  get address(): string {
    return `${this.kind === 'influxdb' ? 'influx+' : ''}http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(PROGRAMS[this.kind], this.#arguments(), { stdio: 'ignore' });
    await answering(`http://127.0.0.1:${this.port}/ping`, this.#process, ({ ok }) => ok);
  }

  /** As a power cut would, but for what the kernel has taken. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const process = this.#process;
    this.#process = null;
    if (process === null || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    if (this.ownsFolder) rmSync(this.folder, { recursive: true, force: true });
  }

  #arguments(): string[] {
    if (this.kind === 'victoria-metrics')
      return [
        `-storageDataPath=${join(this.folder, 'data')}`,
        `-httpListenAddr=127.0.0.1:${this.port}`,
        '-dedup.minScrapeInterval=1ms',
        '-retentionPeriod=100y',
        '-memory.allowedBytes=64MB',
      ];
    const file = join(this.folder, 'influxdb.conf');
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(
      file,
      `bind-address = "127.0.0.1:${this.controlPort}"
reporting-disabled = true
[meta]
  dir = "${join(this.folder, 'meta')}"
[data]
  dir = "${join(this.folder, 'data')}"
  wal-dir = "${join(this.folder, 'wal')}"
[http]
  bind-address = "127.0.0.1:${this.port}"
  log-enabled = false
[monitor]
  store-enabled = false
`,
    );
    return ['run', '-config', file];
  }
}
