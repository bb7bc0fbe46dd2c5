import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { aborted, unlessAborted } from '../../base/clock.ts';
import { again } from '../../sending/back-off.ts';
import { decodeConsole, isConsole } from '../../station/inputs/families/console.ts';
import { heardFrom } from '../../station/inputs/observation.ts';
import { sentence } from '../../words/sentence.ts';
import { Budget } from './budget.ts';
import { isPrivateAddress } from './private-address.ts';
import { Transport } from './transport.ts';

const MOST_BYTES = 8 * 1024;
/** Bodies that have begun and not ended. */
const MOST_UNFINISHED = 32;
const MOST_CONNECTIONS = 64;
const PATIENCE_MS = 10_000;
/** Reports of one address: a console sends one every eight seconds at most. A day of them may be brought in within a minute. */
const PER_S = 100;
const BURST = 100;
/** Parts of a console's request, before anything is parsed. */
const MARK = /(PASSKEY|stationtype|ID|dateutc|mac|mt)(=|%3D)/;
/**
 * Headers of a browser, and of a proxy that forwards somebody else's request. The picture of a strange page comes without an origin, and over
 * plain HTTP without `sec-fetch-site`; its language goes with it always.
 */
const NOT_A_CONSOLE = ['origin', 'sec-fetch-site', 'accept-language', 'x-forwarded-for', 'forwarded', 'x-real-ip'];
const IS_NOT_A_CONSOLE = new RegExp(`^(${NOT_A_CONSOLE.join('|')}):`, 'im');
/** Scripts (`fetch`) send `*`. A web page can send it, too, but its browser still names itself. */
const isScript = (name: string, { 'accept-language': language, 'user-agent': agent }: IncomingHttpHeaders): boolean =>
  name === 'accept-language' && language === '*' && !/^mozilla/i.test(agent ?? '');
/** Error for headers that are too long: only a part of them is there, so their sender is unknown. */
const TOO_LONG = 'HPE_HEADER_OVERFLOW';
const ANSWER = 'success';

/**
 * Receiver of consoles that report over HTTP: Ecowitt, Ambient, and whoever speaks the protocol of Weather Underground. They send to
 * whatever path somebody typed, so a request is known by its keys. Each is answered at once, and looked at afterwards. `port`: one of
 * its own beside the station's; null without one.
 */
export class Consoles extends Transport<{ port: number | null }> {
  readonly name = 'Ecowitt';
  readonly #budget = new Budget(this.ports.clock, PER_S, BURST);
  readonly #unfinished = new Set<IncomingMessage>();
  /** Last fault that was logged. */
  #fault = '';

  /** Whether a request to the station's own port is a console's; it is answered then. */
  takes(req: IncomingMessage, res: ServerResponse): boolean {
    const { method, url = '', headers } = req;
    if (NOT_A_CONSOLE.some((name) => headers[name] !== undefined && !isScript(name, headers))) return false;
    if (url.startsWith('/api/')) return false;
    if (method === 'POST') return !/json/i.test(req.headers['content-type'] ?? '') && this.#takeBody(req, res);
    if (method !== 'GET' || !MARK.test(url)) return false;
    const query = queryOf(url);
    if (query.length > MOST_BYTES || !isConsole(query)) return false;
    answer(res);
    this.#look(query, 'GET', req.socket.remoteAddress);
    return true;
  }

  /** Whether a request that the parser refused is a console's: its path lacks a slash, or its query has a blank. */
  refused(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Socket): boolean {
    const text = error.rawPacket?.subarray(0, MOST_BYTES).toString('latin1') ?? '';
    if (error.code === TOO_LONG || !MARK.test(text)) return false;
    const [head = '', body = ''] = text.split('\r\n\r\n');
    if (IS_NOT_A_CONSOLE.test(head)) return false;
    if (socket.writable)
      socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${ANSWER.length}\r\nConnection: close\r\n\r\n${ANSWER}`);
    const from = plain(socket.remoteAddress);
    this.troubles.note(`malformed ${from}`, sentence('sender.malformed', { from }));
    const line = head
      .split('\r\n')[0]!
      .replace(/^[A-Z]+ /, '')
      .replace(/ HTTP\/1\.[01]$/, '');
    this.#look(body || queryOf(line), text.startsWith('POST') ? 'POST' : 'GET', socket.remoteAddress);
    return true;
  }

  #takeBody(req: IncomingMessage, res: ServerResponse): boolean {
    this.#makeRoom();
    this.#unfinished.add(req);
    const pieces: Buffer[] = [];
    let bytes = 0;
    req.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes <= MOST_BYTES) pieces.push(piece);
      else if (!res.headersSent) {
        res.writeHead(413, { Connection: 'close' });
        res.end(() => req.destroy());
      }
    });
    req.once('close', () => this.#unfinished.delete(req));
    req.once('error', () => res.destroy());
    req.once('end', () => {
      if (res.headersSent) return;
      answer(res);
      const text = Buffer.concat(pieces).toString('utf8');
      // Some firmwares post with everything in the address.
      this.#look(text.includes('=') ? text : queryOf(req.url ?? ''), 'POST', req.socket.remoteAddress);
    });
    return true;
  }

  /** Ends the body that has waited longest: a console sends its own in one piece, so that it is not a console's. */
  #makeRoom(): void {
    const [oldest] = this.#unfinished;
    if (oldest === undefined || this.#unfinished.size < MOST_UNFINISHED) return;
    this.#unfinished.delete(oldest);
    oldest.destroy();
  }

  /** Decodes a report when its sender has been answered. */
  #look(text: string, method: 'GET' | 'POST', address: string | undefined): void {
    const from = plain(address);
    if (!isPrivateAddress(from)) {
      this.troubles.note('outside', sentence('sender.outside', { from }));
      return;
    }
    if (!this.#budget.take(from)) {
      this.troubles.note(`flood ${from}`, sentence('sender.flood', { from }));
      return;
    }
    setImmediate(() => this.#hear(text, method, from));
  }

  /** Takes a report in. No loop of ours stands around it: a fault that it meets is logged here, once, and the next report is heard. */
  #hear(text: string, method: 'GET' | 'POST', from: string): void {
    try {
      this.take(heardFrom(decodeConsole(text, method, from), from));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== this.#fault) this.ports.log('warn', `${this.name}: a report from ${from} met a fault: ${why}`);
      this.#fault = why;
      this.unreadable();
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    const { port } = this.options;
    if (port === null) return aborted(signal);
    await again(this.ports, signal, async () => {
      const why = await this.#listen(port, signal);
      if (why === null) return;
      const told = { port: String(port) };
      this.troubles.open(
        'port',
        why === 'EADDRINUSE' ? sentence('sender.port-taken', told) : sentence('sender.port', { ...told, why }),
      );
    });
  }

  /** Listens until the signal (null), or until an error of the port (its code). */
  async #listen(port: number, signal: AbortSignal): Promise<string | null> {
    const timing = { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS, keepAliveTimeout: PATIENCE_MS };
    const server = createServer({ ...timing, requireHostHeader: false, maxHeaderSize: 2 * MOST_BYTES }, (req, res) => {
      if (!this.takes(req, res)) nothing(res);
    });
    server.maxConnections = MOST_CONNECTIONS;
    server.on('clientError', (error, socket) => {
      if (!this.refused(error, socket as Socket)) socket.destroy();
    });
    const failed = new Promise<string>((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    server.listen(port, () => this.troubles.over('port'));
    const why = await unlessAborted(signal, failed);
    server.close();
    server.closeAllConnections();
    return why;
  }
}

/** Query of an address. A console without a question mark puts it into the path, escaped as a whole. */
function queryOf(url: string): string {
  const mark = url.indexOf('?');
  if (mark >= 0) return url.slice(mark + 1);
  const cut = url.search(/&|%26/i);
  if (cut < 0) return url.replace(/^[^=]*\//, '');
  const rest = url.slice(cut);
  return (rest.startsWith('%26') ? unescaped(rest) : rest).slice(1);
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

const plain = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

function answer(res: ServerResponse): void {
  res.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': ANSWER.length });
  res.end(ANSWER);
}

function nothing(res: ServerResponse): void {
  res.writeHead(404, { 'Content-Length': 0 });
  res.end();
}
