import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Fetch } from '../../../src/sending/ports.ts';
import { portOf } from '../../support/port-of.ts';

export interface Asked {
  method: string;
  /** With the host that was meant. */
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Said {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

/** What goes wrong on the way, whatever is at the other end. */
export type Mishap = 'hang' | 'half a body' | 'cut' | 'slow';

export type Behaviour = (asked: Asked) => Said | Mishap;

/** The whole internet, on one port of this machine: a real server, so that what breaks off breaks off as it does out there. */
export class FakeInternet {
  readonly asked: Asked[] = [];
  behaviour: Behaviour = () => ({ status: 200 });
  /** No way out at all. */
  isDown = false;
  readonly #server: Server;
  #port = 0;

  constructor() {
    this.#server = createServer((req, res) => void this.#answer(req, res));
  }

  async start(): Promise<this> {
    this.#port = await portOf(this.#server);
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  readonly fetch: Fetch = (url, init) => {
    const { host, pathname, search } = new URL(url);
    if (this.isDown)
      return Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ENOTFOUND' } }));
    const headers = { ...(init.headers as Record<string, string>), 'x-meant-for': host };
    return fetch(`http://127.0.0.1:${this.#port}${pathname}${search}`, { ...init, headers });
  };

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of req) pieces.push(piece as Buffer);
    const asked: Asked = {
      method: req.method!,
      url: new URL(`https://${String(req.headers['x-meant-for'])}${req.url}`),
      headers: req.headers,
      body: Buffer.concat(pieces).toString(),
    };
    this.asked.push(asked);
    const said = this.behaviour(asked);
    if (said === 'hang') return;
    if (said === 'cut') return void req.socket.destroy();
    if (said === 'half a body') {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('succ');
      return void setImmediate(() => req.socket.destroy());
    }
    if (said === 'slow') {
      res.writeHead(200);
      res.write('s');
      return;
    }
    res.writeHead(said.status, said.headers);
    res.end(said.body ?? '');
  }
}
