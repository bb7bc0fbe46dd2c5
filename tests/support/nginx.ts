import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answering } from './answering.ts';
import { freePort } from './free-port.ts';

const has = (program: string, asked: string): boolean => spawnSync(program, [asked]).error === undefined;
export const nginxIsHere = has('nginx', '-v') && has('openssl', 'version');
if (!nginxIsHere)
  console.warn('SKIPPED: the station behind nginx, because nginx or openssl is missing (apt-get install nginx)');

/** The real nginx in a folder of its own, with a certificate for localhost. */
export class Nginx {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-nginx-'));
  readonly key = join(this.folder, 'key.pem');
  readonly cert = join(this.folder, 'cert.pem');
  readonly #log = join(this.folder, 'error.log');
  #child: ChildProcess | null = null;
  #answersAt = '';

  constructor() {
    chmodSync(this.folder, 0o755); // started by root it reads its password files as somebody else
    mkdirSync(join(this.folder, 'tmp'));
    const certificate = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${this.key} -out ${this.cert}`;
    execFileSync('openssl', certificate.split(' '), { stdio: 'ignore' });
  }

  /** Begins with these servers, of which one answers at this address. */
  begin(servers: string, answersAt: string, { workers = 1, connections = 256 } = {}): Promise<void> {
    this.#answersAt = answersAt;
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(this.folder, 'tmp', name)};`,
    );
    writeFileSync(
      join(this.folder, 'nginx.conf'),
      `daemon off; worker_processes ${workers}; pid ${join(this.folder, 'pid')}; error_log ${this.#log};
       events { worker_connections ${connections}; }
       http { access_log off; ${paths.join(' ')} ${servers} }`,
    );
    return this.start();
  }

  /** Again, as it was. */
  async start(): Promise<void> {
    const args = ['-p', this.folder, '-e', this.#log, '-c', join(this.folder, 'nginx.conf')];
    this.#child = spawn('nginx', args, { detached: true, stdio: 'ignore' }); // a group of its own, which can be killed as one
    await answering(this.#answersAt, this.#child);
  }

  /** Master and workers at once. */
  kill(): Promise<unknown> {
    const gone = once(this.#child!, 'exit');
    process.kill(-this.#child!.pid!, 'SIGKILL');
    return gone;
  }

  async stop(): Promise<void> {
    const child = this.#child!;
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Front {
  /** Where a program asks: the plain front, the one with TLS, and one that reaches the station through its LAN address. */
  plain: number;
  tls: number;
  far: number;
  /** As `plain`, but it passes the host on without its port. */
  portless: number;
  stop(): Promise<void>;
}

/** The location of docs/develop/api.md, in front of a station. */
export async function nginxBefore(stationPort: number, lanAddress: string): Promise<Front> {
  const nginx = new Nginx();
  const [plain, tls, far, portless] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const server = (listen: string, upstream: string, host = '$http_host', more = '') => `
    server { listen 127.0.0.1:${listen}; ${more}
      location / {
        proxy_pass http://${upstream}:${stationPort};
        proxy_http_version 1.1;
        proxy_set_header Host ${host};
        proxy_set_header X-Forwarded-For $remote_addr;
        proxy_set_header Connection "";
        proxy_read_timeout 1h;
      }
    }`;
  const servers = `gzip on; gzip_proxied any; gzip_types application/json text/event-stream text/plain;
    ${server(String(plain), '127.0.0.1')}
    ${server(`${tls} ssl`, '127.0.0.1', '$http_host', `ssl_certificate ${nginx.cert}; ssl_certificate_key ${nginx.key};`)}
    ${server(String(far), lanAddress)}
    ${server(String(portless), '127.0.0.1', '$host')}`;
  await nginx.begin(servers, `http://127.0.0.1:${plain}/api/health`);
  return { plain, tls, far, portless, stop: () => nginx.stop() };
}
