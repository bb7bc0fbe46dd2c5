import type { Socket } from 'node:net';
import { atMost, type Clock } from '../../base/clock.ts';
import { reasonOf, WayError } from '../../sending/exchange.ts';
import type { Ports } from '../../sending/ports.ts';
import { sentence } from '../../words/sentence.ts';

/** `passcode`: -1 without an amateur licence. `software`: name and version of the program, with a space between. */
type Login = Record<'id' | 'passcode' | 'software', string>;

const HOST = 'cwop.aprs.net';
/** The second is for networks that let nothing else through. */
const APRS_PORTS = [14_580, 23];
const PATIENCE_MS = 3000;
/** Time limit of one port: a firewall may drop packets without a word, and the next port needs its share of the courier's 15 s. */
const CONNECT_MS = 4000;
/** Size limit of APRS text before the line we wait for. */
const MOST_CHARACTERS = 8192;

/**
 * Greeting, login, its answer, the packet, the end. The server says nothing about what it thinks of a packet: sent is all there is to
 * know. Returns its answer to the login; throws a `WayError` for whatever keeps the packet from being sent.
 */
export async function sendPacket(packet: string, login: Login, ports: Ports, signal: AbortSignal): Promise<string> {
  const socket = await connected(ports, signal);
  const stop = (): void => void socket.destroy(new WayError(sentence('way.late')));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const lines = new Lines(socket, ports.clock);
    await lines.until(/^#/, 'aprs.no-greeting');
    socket.write(`user ${login.id} pass ${login.passcode} vers ${login.software}\r\n`);
    const answer = await lines.until(/^#\s*logresp\b/i, 'aprs.no-login');
    await lines.last(`${packet}\r\n`);
    return answer;
  } catch (error) {
    if (signal.aborted) throw new WayError(sentence('way.late'));
    throw error instanceof WayError ? error : new WayError(reasonOf(error));
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Opens a socket to the first port that answers. */
async function connected(ports: Ports, signal: AbortSignal): Promise<Socket> {
  let why = sentence('way.late');
  for (const port of APRS_PORTS) {
    if (signal.aborted) break;
    const socket = ports.connect({ host: HOST, port, signal });
    const opened = new Promise<true>((resolve, reject) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', reject);
    });
    try {
      if (await atMost(CONNECT_MS, ports.clock, opened)) return socket;
      why = sentence('way.late');
    } catch (error) {
      why = reasonOf(error, signal);
    }
    socket.destroy();
  }
  throw new WayError(why);
}

/** Line reader of an APRS socket: joins chunks, splits lines, and reports the end. */
class Lines {
  readonly #waiting: string[] = [];
  #rest = '';
  #heard = 0;
  #over: WayError | null = null;
  #wake: () => void = () => undefined;

  constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
  ) {
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      const lines = (this.#rest + text).split(/\r?\n/);
      this.#rest = lines.pop()!;
      this.#waiting.push(...lines);
      this.#heard += text.length;
      if (this.#heard > MOST_CHARACTERS) this.#end(new WayError(sentence('aprs.too-much')));
      this.#wake();
    });
    socket.on('error', (error) => this.#end(error instanceof WayError ? error : new WayError(reasonOf(error))));
    for (const event of ['end', 'close']) socket.on(event, () => this.#end(new WayError(sentence('way.cut'))));
  }

  #end(error: WayError): void {
    this.#over ??= error;
    this.#wake();
  }

  async until(wanted: RegExp, otherwise: 'aprs.no-greeting' | 'aprs.no-login'): Promise<string> {
    const enough = new AbortController();
    let late = false;
    void this.clock.sleep(PATIENCE_MS, enough.signal).then(() => {
      late = !enough.signal.aborted;
      this.#wake();
    });
    try {
      for (;;) {
        for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
          if (wanted.test(line)) return line;
        }
        if (this.#over) throw this.#over;
        if (late) throw new WayError(sentence(otherwise));
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      enough.abort();
    }
  }

  /** Writes and closes. It has gone when the other side has closed, too, or has taken it and keeps silent. */
  async last(text: string): Promise<void> {
    if (this.#over) throw this.#over;
    const socket = this.socket;
    const gone = new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', resolve);
    });
    socket.end(text, 'latin1');
    await atMost(PATIENCE_MS, this.clock, gone);
    gone.catch(() => undefined); // later than anybody waits: what counts is asked in the next line
    if (!socket.writableFinished) throw new WayError(sentence('aprs.not-taken'));
  }
}
