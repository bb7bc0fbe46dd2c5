import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from './port-of.ts';

export interface Script {
  /** As Home Assistant greets. */
  version?: string;
  token?: string;
  isAdmin?: boolean;
  recording?: boolean;
  migrating?: boolean;
  /** Breaks off without a word before it answers this import. */
  breaksAt?: number;
  /** Answers every import with this error. */
  error?: unknown;
  /** Talks of other things, and answers nothing. */
  chatters?: boolean;
  /** Greets as something else would. */
  greeting?: object;
}

type Json = Record<string, unknown>;
interface Row {
  start: string;
  [value: string]: unknown;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const MODERN = 202_511;

class Refused {
  constructor(
    readonly code: string,
    readonly text: string,
  ) {}
}

/**
 * Stand-in for Home Assistant's WebSocket API: greets, checks the token, and answers and refuses `recorder/info` and
 * `recorder/import_statistics` as `homeassistant/components/recorder/websocket_api.py` and `statistics.py` do (2024.x: `has_mean` is wanted and
 * anything else refused; 2025.11: `mean_type` and `unit_class` are taken). Keeps what it took, a row for each hour.
 */
export class HomeAssistantStandIn {
  readonly statistics = new Map<string, { metadata: Json; rows: Map<string, Row> }>();
  readonly heard: Json[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #imports = 0;

  constructor(public script: Script = {}) {
    this.#server = createServer((_, res) => res.writeHead(404).end());
    this.#server.on('upgrade', (req, socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
      if (req.url !== '/api/websocket') {
        socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
        return;
      }
      const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}${GUID}`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      this.#serve(socket);
    });
  }

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await portOf(this.#server)}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  #serve(socket: Socket): void {
    const { version = '2026.11.0', token = 'long-lived', greeting } = this.script;
    const send = (message: object): void => void socket.write(frameOf(JSON.stringify(message)));
    send(greeting ?? { type: 'auth_required', ha_version: version });
    let isIn = false;
    let lastId = 0;
    const take = (message: Json): void => {
      this.heard.push(message);
      if (!isIn) {
        isIn = message['type'] === 'auth' && message['access_token'] === token;
        send(
          isIn
            ? { type: 'auth_ok', ha_version: version }
            : { type: 'auth_invalid', message: 'Invalid access token or password' },
        );
        if (!isIn) socket.end();
        return;
      }
      const id = Number(message['id']);
      if (this.script.chatters) {
        const timer = setInterval(() => send({ type: 'event', id: 999 }), 5);
        socket.once('close', () => clearInterval(timer));
        return;
      }
      const { error } = this.script;
      if (error !== undefined && message['type'] !== 'recorder/info') {
        send({ id, type: 'result', success: false, error });
        return;
      }
      const answer = this.#answer(id > lastId ? message : null);
      lastId = id;
      if (answer === 'break off') socket.destroy();
      else if (answer instanceof Refused) {
        const error = { code: answer.code, message: answer.text };
        send({ id, type: 'result', success: false, error });
      } else send({ id, type: 'result', success: true, result: answer });
    };
    readFrames(socket, (text) => take(JSON.parse(text) as Json));
  }

  #answer(message: Json | null): Refused | 'break off' | object | null {
    if (message === null) return new Refused('id_reuse', 'Identifier values have to increase.');
    const { recording = true, migrating = false, isAdmin = true, breaksAt } = this.script;
    if (message['type'] === 'recorder/info') return { recording, migration_in_progress: migrating };
    if (message['type'] !== 'recorder/import_statistics') return new Refused('unknown_command', 'Unknown command.');
    if (!isAdmin) return new Refused('unauthorized', 'Unauthorized');
    this.#imports += 1;
    return this.#imports === breaksAt ? 'break off' : this.#import(message);
  }

  #import({ metadata, stats, ...others }: Json): Refused | null {
    const { version = '2026.11.0' } = this.script;
    const [year = '0', month = '0'] = version.split('.');
    const isModern = Number(year) * 100 + Number(month) >= MODERN;
    const of = metadata as Json;
    const known = ['has_mean', 'has_sum', 'name', 'source', 'statistic_id', 'unit_of_measurement'];
    const wanted = isModern ? known.slice(1) : known;
    const allowed = isModern ? [...known, 'mean_type', 'unit_class'] : known;
    const format = (text: string) => new Refused('invalid_format', text);
    for (const key of wanted)
      if (!(key in of)) return format(`required key not provided @ data['metadata']['${key}']. Got None`);
    for (const key of Object.keys(of))
      if (!allowed.includes(key))
        return format(`extra keys not allowed @ data['metadata']['${key}']. Got ${String(of[key])}`);
    for (const key of Object.keys(others))
      if (key !== 'id' && key !== 'type') return format(`extra keys not allowed @ data['${key}']`);
    const id = String(of['statistic_id']);
    if (!/^(?!.+__)(?!_)[\da-z_]+(?<!_):(?!_)[\da-z_]+(?<!_)$/.test(id))
      return new Refused('home_assistant_error', 'Invalid statistic_id');
    if (of['source'] !== id.split(':')[0]) return new Refused('home_assistant_error', 'Invalid source');
    for (const row of stats as Row[]) {
      for (const [key, value] of Object.entries(row)) {
        if (key === 'start') continue;
        if (!['mean', 'min', 'max', 'last_reset', 'state', 'sum'].includes(key))
          return format(`extra keys not allowed @ data['stats'][0]['${key}']`);
        if (typeof value !== 'number')
          return format(`expected float for dictionary value @ data['stats'][0]['${key}']`);
      }
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(row.start))
        return new Refused('home_assistant_error', 'Naive timestamp');
      if (!/T\d\d:00:00(\.0+)?/.test(row.start))
        return new Refused(
          'home_assistant_error',
          'Invalid timestamp: timestamps must be from the top of the hour (minutes and seconds = 0)',
        );
    }
    const kept = this.statistics.get(id) ?? { metadata: of, rows: new Map<string, Row>() };
    kept.metadata = of;
    for (const row of stats as Row[]) kept.rows.set(row.start, row);
    this.statistics.set(id, kept);
    return null;
  }
}

/** Unmasked text frame. */
function frameOf(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : Buffer.from([0x81, 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, body]);
}

/** Masked text frames of a client, one message in one or more frames. */
function readFrames(socket: Socket, take: (text: string) => void): void {
  let waiting: Buffer = Buffer.alloc(0);
  let message: Buffer[] = [];
  socket.on('data', (piece: Buffer) => {
    waiting = Buffer.concat([waiting, piece]);
    for (;;) {
      if (waiting.length < 2) return;
      const [first, second] = [waiting[0]!, waiting[1]! & 127];
      const extra = second === 126 ? 2 : second === 127 ? 8 : 0;
      if (waiting.length < 6 + extra) return;
      const length = extra === 0 ? second : extra === 2 ? waiting.readUInt16BE(2) : Number(waiting.readBigUInt64BE(2));
      const start = 6 + extra;
      if (waiting.length < start + length) return;
      const mask = waiting.subarray(start - 4, start);
      const body = Buffer.from(waiting.subarray(start, start + length).map((byte, i) => byte ^ mask[i % 4]!));
      waiting = waiting.subarray(start + length);
      const opcode = first & 15;
      if (opcode === 8) {
        socket.end();
        return;
      }
      if (opcode > 2) continue;
      message.push(body);
      if ((first & 128) === 0) continue;
      take(Buffer.concat(message).toString('utf8'));
      message = [];
    }
  });
}
