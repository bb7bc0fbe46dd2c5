import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { answering } from './answering.ts';
import { freePort } from './free-port.ts';
import { Nginx, nginxIsHere } from './nginx.ts';

/** The engine and nginx of deploy/hub, real ones, each in a folder of its own. */
const ENGINE = ['/usr/bin/victoria-metrics', '/usr/local/bin/victoria-metrics'].find((path) => existsSync(path));
export const engineIsHere = ENGINE !== undefined;
export const frontIsHere = engineIsHere && nginxIsHere;

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

export interface Engine {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
  /** How many values of each metric and station match, once everything is in sight: `wx_temp st-001`, or under other labels. */
  counts(selector: string, labels?: readonly string[]): Promise<Record<string, number>>;
}

/** The arguments of the shipped unit but for where it lives and how much it may take. */
export async function engine(data: string, more: readonly string[] = ['-memory.allowedBytes=64MB']): Promise<Engine> {
  const port = await freePort();
  const child = spawn(
    ENGINE!,
    [
      `-storageDataPath=${data}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-dedup.minScrapeInterval=1ms',
      '-retentionPeriod=100y',
      '-search.latencyOffset=0',
      ...more,
    ],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/health`, child);
  return {
    url,
    port,
    pid: child.pid!,
    stop: () => end(child),
    async counts(selector, labels = ['station']) {
      await fetch(`${url}/internal/force_flush`);
      const text = await (await fetch(`${url}/api/v1/export?match[]=${encodeURIComponent(selector)}&start=1`)).text();
      const found: Record<string, number> = {};
      for (const line of text.split('\n').filter(Boolean)) {
        const { metric, values } = JSON.parse(line) as { metric: Record<string, string>; values: number[] };
        const name = ['__name__', ...labels].map((label) => metric[label] ?? '').join(' ');
        found[name] = (found[name] ?? 0) + values.length;
      }
      return found;
    },
  };
}

/** As nginx reads it; salted, since a password file is copied more easily than a secret is guessed. */
export function htpasswd(secrets: Readonly<Record<string, string>>): string {
  return Object.entries(secrets)
    .map(([login, secret]) => {
      const salt = createHash('sha1').update(login).digest().subarray(0, 8);
      const digest = createHash('sha1').update(secret).update(salt).digest();
      return `${login}:{SSHA}${Buffer.concat([digest, salt]).toString('base64')}\n`;
    })
    .join('');
}

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
}
export interface Asked {
  method?: string;
  login?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}
export interface Front {
  port: number;
  ca: Buffer;
  ask(path: string, asked?: Asked): Promise<Answer>;
  /** Master and workers at once. */
  kill(): Promise<unknown>;
  start(): Promise<void>;
  /** The file of logins, as the hub writes it anew. */
  logins(text: string): void;
  /** Whether the hub has people of its own, as logins.sh tells nginx. */
  hubAsks(isSo: boolean): void;
  stop(): Promise<void>;
}

const SITE = join(import.meta.dirname, '../../deploy/hub/weatherglass-fleet.nginx');

export interface Fronted {
  hubPort: number;
  /** Logins with their secrets, or the file as the hub writes it. */
  stations: Readonly<Record<string, string>> | string;
  people?: Readonly<Record<string, string>>;
  rate: string;
  /** The site, where this is not run from its own folder. */
  site?: string;
  /** Of each of the two workers. */
  connections?: number;
  /** Without TLS, for clients that know no certificate of ours. */
  plain?: boolean;
}

/** The shipped site, before a hub. */
export async function front({
  hubPort,
  stations,
  people = {},
  rate,
  site: path = SITE,
  connections = 4096,
  plain: isPlain = false,
}: Fronted): Promise<Front> {
  const nginx = new Nginx();
  const { folder, cert, key } = nginx;
  writeFileSync(join(folder, 'stations.htpasswd'), typeof stations === 'string' ? stations : htpasswd(stations));
  writeFileSync(join(folder, 'people.htpasswd'), htpasswd(people));
  const [port, plain] = [await freePort(), await freePort()];
  const filled: Record<string, string> = {
    RATE: rate,
    HUB: `127.0.0.1:${hubPort}`,
    LISTEN: `127.0.0.1:${port}`,
    NAME: 'localhost',
    CERT: cert,
    KEY: key,
    ETC: folder,
  };
  const whole = readFileSync(path, 'utf8').replace(/@([A-Z]+)@/g, (_, name: string) => filled[name]!);
  const site = isPlain ? whole.replace(/^(\s*listen .*) ssl;$/m, '$1;') : whole;
  const servers = `${site} server { listen 127.0.0.1:${plain}; return 204; }`;
  await nginx.begin(servers, `http://127.0.0.1:${plain}/`, { workers: 2, connections });
  const ca = readFileSync(cert);
  return {
    port,
    ca,
    ask: (path, asked) => ask({ port, ca }, path, asked),
    kill: () => nginx.kill(),
    start: () => nginx.start(),
    logins: (text) => writeFileSync(join(folder, 'stations.htpasswd'), text),
    hubAsks: (isSo) => (isSo ? writeFileSync(join(folder, 'people.hub'), '') : rmSync(join(folder, 'people.hub'))),
    stop: () => nginx.stop(),
  };
}

/** The path goes out letter for letter: a tidier client would hide what is asked here. */
const ask = ({ port, ca }: { port: number; ca: Buffer }, path: string, asked: Asked = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method = 'GET', login, headers = {}, body } = asked;
    const all: Record<string, string | number> = { ...headers };
    if (login !== undefined) all['authorization'] = `Basic ${btoa(login)}`;
    if (body !== undefined) all['content-length'] = Buffer.byteLength(body); // with GET, too
    const options = { host: '127.0.0.1', servername: 'localhost', port, ca, method, path, headers: all };
    const sent = request(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const said = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: answer.statusCode!, text: Buffer.concat(parts).toString(), headers: new Headers(said) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
