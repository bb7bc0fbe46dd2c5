import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Question {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Where to connect; the Host header follows it unless one is given. */
  address?: string;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed body, undefined when it is not JSON. */
  json: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** An HTTP request as a program sends it: nothing added, nothing forbidden, every header at the caller's word. */
export function ask(
  port: number,
  { method = 'GET', path, headers = {}, body, address = '127.0.0.1' }: Question,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // Node frames the body of a POST by itself, but not that of a DELETE or OPTIONS.
    const framed = body === undefined || 'transfer-encoding' in headers;
    const sent = framed ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request({ host: address, port, method, path, headers: sent, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text, json: parsed(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const postJson = (port: number, path: string, value: unknown): Promise<Reply> =>
  ask(port, { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
