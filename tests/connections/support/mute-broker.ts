import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

const CONNECT = 1;
const PUBLISH = 3;
const SUBSCRIBE = 8;
const PINGREQ = 12;
const DISCONNECT = 14;

/**
 * A broker of MQTT 5 that lets everybody in and then falls silent in one of the ways in which real ones do. `deaf`: it reads and
 * answers pings and acknowledges nothing, as one with a full disk does. `gone`: nothing is read any more and nothing is said, and no
 * end comes either, as behind a router that was switched off.
 */
export class MuteBroker {
  how: 'well' | 'deaf' | 'gone' = 'well';
  /** Before the first word: not even the login is answered. */
  letsIn = true;
  /** It knows MQTT 3.1.1 alone. */
  isOld = false;
  /** Protocol of each login: 5, or 4 for 3.1.1. */
  readonly logins: number[] = [];
  /** Answer to a message at QoS 1: a code of PUBACK, a cut, bytes that are no packet, or nothing. */
  answer: (topic: string, body: string) => number | 'cut' | 'noise' | null = () => 0;
  /** Code of SUBACK for a topic. */
  suback: (topic: string) => number = () => 0;
  /** Topics of what was published, acknowledged or not. */
  readonly heard: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(): Promise<MuteBroker> {
    const server = createServer();
    const broker = new MuteBroker(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that nobody has ended. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Somebody who has begun to listen says so to everybody. */
  publish(topic: string, text: string): void {
    const body = Buffer.concat([short(topic.length), Buffer.from(topic), Buffer.from([0]), Buffer.from(text)]);
    for (const socket of this.#sockets) socket.write(packet(PUBLISH << 4, body));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let rest = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      if (this.how === 'gone') return;
      rest = Buffer.concat([rest, bytes]);
      for (let next = taken(rest); next !== null; next = taken(rest)) {
        rest = rest.subarray(next.length);
        this.#answer(socket, next.head, next.body);
      }
    });
  }

  #answer(socket: Socket, head: number, body: Buffer): void {
    const kind = head >> 4;
    const properties = this.isOld ? [] : [0]; // nobody sends any here
    if (kind === CONNECT) {
      this.logins.push(body[6]!);
      if (this.isOld && body[6] !== 4) socket.end(packet(0x20, Buffer.from([0, 1])));
      else if (this.letsIn) socket.write(packet(0x20, Buffer.from([0, 0, ...properties])));
    }
    if (kind === SUBSCRIBE) {
      const at = 2 + properties.length;
      const topic = body.subarray(at + 2, at + 2 + body.readUInt16BE(at)).toString();
      socket.write(packet(0x90, Buffer.from([body[0]!, body[1]!, ...properties, this.suback(topic)])));
    }
    if (kind === PINGREQ) socket.write(packet(0xd0, Buffer.alloc(0)));
    if (kind === DISCONNECT) socket.end();
    if (kind !== PUBLISH) return;
    const length = body.readUInt16BE(0);
    const topic = body.subarray(2, 2 + length).toString();
    this.heard.push(topic);
    const hasId = (head & 0b110) !== 0;
    if (!hasId || this.how !== 'well') return;
    const answer = this.answer(topic, body.subarray(4 + length).toString());
    if (answer === 'cut') socket.destroy();
    else if (answer === 'noise') socket.write('HTTP/1.1 200 OK\r\n\r\n<html>');
    else if (answer !== null)
      socket.write(
        packet(0x40, Buffer.from([...body.subarray(2 + length, 4 + length), ...(this.isOld ? [] : [answer])])),
      );
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const short = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

/** All that is said here is shorter than 128 bytes. */
const packet = (head: number, body: Buffer): Buffer => Buffer.concat([Buffer.from([head, body.length]), body]);

/** The first packet that is whole; null while there is none. */
function taken(bytes: Buffer): { head: number; body: Buffer; length: number } | null {
  let size = 0;
  for (let i = 1; i < Math.min(5, bytes.length); i += 1) {
    size += (bytes[i]! & 0x7f) << (7 * (i - 1));
    if ((bytes[i]! & 0x80) !== 0) continue;
    const length = 1 + i + size;
    return bytes.length < length ? null : { head: bytes[0]!, body: bytes.subarray(1 + i, length), length };
  }
  return null;
}
