import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { engineAt } from '../../src/hub/engine/open.ts';
import { RegistryFile } from '../../src/hub/registry-file.ts';
import { type HubOptions, startHub } from '../../src/hub/run.ts';
import { systemClock } from '../../src/main/clock.ts';
import { connectionPorts } from '../../src/main/machine/connection-ports.ts';

export interface Key {
  login: string;
  secret: string;
}

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

export const basic = ({ login, secret }: Key): string =>
  `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;

/** Why the hub refused. */
export const detailOf = async (refused: Response): Promise<string> =>
  ((await refused.json()) as { detail: string }).detail;

/** The hub of this process, in a folder of its own. */
export class HubHere {
  private constructor(
    readonly running: Awaited<ReturnType<typeof startHub>>,
    readonly folder: string,
    readonly keys: Key[],
  ) {}

  static async start(
    engineAddress: string,
    names: readonly string[],
    more: Partial<HubOptions> = {},
  ): Promise<HubHere> {
    const folder = mkdtempSync(join(tmpdir(), 'weatherglass-hub-'));
    const keys: Key[] = [];
    for (const name of names) keys.push(await add(folder, name));
    const running = await startHub({
      engine: engineAt(engineAddress)!,
      dataDir: folder,
      host: '127.0.0.1',
      port: 0,
      allowedHosts: [],
      pageDir: '/nowhere',
      limit: { burst: 10_000, perMinute: 10_000 },
      version: '1.2.3',
      alertsFile: join(folder, 'alerts.yaml'),
      ports: connectionPorts(systemClock, silentLog as never), // now: alerts go over the real network
      clock: systemClock, // now: the time series database behind it lives now
      log: silentLog,
      ...more,
    });
    return new HubHere(running, folder, keys);
  }

  get url(): string {
    return `http://127.0.0.1:${this.running.port}`;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, { headers });
  }

  async json<T>(path: string): Promise<T> {
    return (await (await this.get(path)).json()) as T;
  }

  post(key: Key | null, lines: string, more: RequestInit & { path?: string } = {}): Promise<Response> {
    const authorization = key === null ? {} : { Authorization: basic(key) };
    return fetch(this.url + (more.path ?? '/api/v1/ingest'), {
      method: 'POST',
      body: gzipSync(lines),
      ...more,
      headers: { 'Content-Encoding': 'gzip', ...authorization, ...more.headers },
    });
  }

  /** What the hub says is stored of a station, of the day that ends at `tS`. */
  async proof(key: Key, tS: number, more = ''): Promise<number> {
    const response = await this.get(`/api/v1/ack?t=${tS}${more}`, { Authorization: basic(key) });
    const { data } = (await response.json()) as { data: { result: Array<{ value: [number, string] }> } };
    return Number(data.result[0]?.value[1] ?? 0);
  }

  async stop(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function add(folder: string, name: string): Promise<Key> {
  return new RegistryFile(folder).change((registry) => {
    const added = registry.added(name, 1000);
    if (typeof added === 'string') throw new Error(added);
    return added;
  });
}
