import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';

const PROGRAM = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));
export const hasMosquitto = PROGRAM !== undefined;
if (!hasMosquitto)
  console.warn('\nSKIPPED: MQTT over a real broker, because there is no mosquitto (apt-get install mosquitto)\n');

export interface Heard {
  topic: string;
  text: string;
  retain: boolean;
  qos: number;
}

/** The real broker, in a folder of its own. It drops to another user when root starts it: its files are open to read. */
export class Mosquitto {
  readonly folder = mkdtempSync(join(tmpdir(), 'weatherglass-mosquitto-'));
  #child: ChildProcess | null = null;
  readonly #clients: MqttClient[] = [];

  constructor(readonly port: number) {
    chmodSync(this.folder, 0o755);
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text, { mode: 0o644 });
    return path;
  }

  /** Restarts where it ran already. */
  async start(more = 'allow_anonymous true'): Promise<void> {
    await this.stop();
    const config = this.file('m.conf', `listener ${this.port} 127.0.0.1\npersistence false\n${more}\n`);
    this.#child = spawn(PROGRAM!, ['-c', config], { stdio: 'ignore' });
    for (;;) {
      const isUp = await new Promise<boolean>((resolve) => {
        const socket = connectTcp(this.port, '127.0.0.1', () => resolve(true));
        socket.on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      });
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  /** Somebody else who listens, and hears what is retained first. */
  async listener(options: mqtt.IClientOptions = {}, topic = '#'): Promise<{ heard: Heard[]; client: MqttClient }> {
    const client = await mqtt.connectAsync(this.url, { reconnectPeriod: 100, ...options });
    this.#clients.push(client);
    const heard: Heard[] = [];
    client.on('message', (name, payload, { retain, qos }) =>
      heard.push({ topic: name, text: payload.toString(), retain, qos }),
    );
    await client.subscribeAsync(topic, { qos: 1 });
    return { heard, client };
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.end(true);
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** An authority, and a certificate of it for 127.0.0.1: files in the folder of the broker. */
export function certificates(folder: string): { ca: string; cert: string; key: string } {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  writeFileSync(at('ext'), 'subjectAltName=IP:127.0.0.1\n');
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...curve, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=house', '-days', '2');
  openssl('req', ...curve, '-keyout', at('key.pem'), '-out', at('csr'), '-subj', '/CN=broker');
  openssl(
    'x509',
    '-req',
    '-in',
    at('csr'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-out',
    at('cert.pem'),
    '-days',
    '2',
    '-extfile',
    at('ext'),
  );
  for (const name of ['key.pem', 'cert.pem', 'ca.pem']) chmodSync(at(name), 0o644);
  return { ca: at('ca.pem'), cert: at('cert.pem'), key: at('key.pem') };
}
