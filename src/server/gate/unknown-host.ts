import type { IncomingMessage, ServerResponse } from 'node:http';
import { escaped, plainPage } from '../../http/html.ts';

const DETAIL = 'this station is not known under that host name; server.allowed_hosts can add it';

/** Refuses an unknown Host header: as JSON for programs, and as a page with the fix for a person. */
export function refuseHost(req: IncomingMessage, res: ServerResponse, host: string): void {
  const isPage = req.method === 'GET' && (req.headers.accept ?? '').includes('text/html');
  const text = isPage ? page(host.slice(0, 100)) : JSON.stringify({ detail: DETAIL });
  res.writeHead(421, {
    'Content-Type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(text);
}

const page = (host: string): string =>
  plainPage(
    'Weatherglass: unknown name',
    `<h1>A weather station is here, but not under this name</h1>
<p>It was asked for as <b>${escaped(host)}</b>, a name that anybody in the Internet could give it, so it does not answer.
That keeps foreign web pages from reaching into your home.</p>
<p>If the name is yours, add it to the station's settings and start it again:</p>
<pre>server:
  allowed_hosts:
    - ${escaped(host.replace(/:\d+$/, ''))}</pre>
<p>Its address (like http://192.168.1.20:8000) works without any setting.</p>`,
  );
