import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { patience } from './patience.ts';

const has = (program: string, asked: string): boolean => spawnSync(program, [asked]).error === undefined;
export const nginxIsHere = has('nginx', '-v') && has('openssl', 'version');
if (!nginxIsHere)
  console.warn('SKIPPED: the station behind nginx, because nginx or openssl is missing (apt-get install nginx)');

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
  const folder = mkdtempSync(join(tmpdir(), 'weatherglass-nginx-'));
  mkdirSync(join(folder, 'tmp'));
  const [plain, tls, far, portless] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const certificate = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`;
  execFileSync('openssl', certificate.split(' '), { stdio: 'ignore' });
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
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'tmp', name)};`,
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
     events { worker_connections 256; }
     http { access_log off; ${paths.join(' ')}
       gzip on; gzip_proxied any; gzip_types application/json text/event-stream text/plain;
       ${server(String(plain), '127.0.0.1')}
       ${server(`${tls} ssl`, '127.0.0.1', '$http_host', `ssl_certificate ${cert}; ssl_certificate_key ${key};`)}
       ${server(String(far), lanAddress)}
       ${server(String(portless), '127.0.0.1', '$host')}
     }`,
  );
  const child = spawn('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
  await answering(plain, child);
  return {
    plain,
    tls,
    far,
    portless,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (const waiting = patience(240_000); waiting(); ) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    try {
      await fetch(`http://127.0.0.1:${port}/api/health`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
  throw new Error('nginx does not answer');
}
