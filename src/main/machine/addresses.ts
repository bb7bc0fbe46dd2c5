import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

const WILDCARDS = ['0.0.0.0', '::'];

/** The URL to open on this machine. A wildcard address is none that a browser should be sent to. */
export const localUrl = (host: string, port: number): string =>
  `http://${WILDCARDS.includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`;

const LOOPBACK = /^(127\.|localhost$|::1$)/;

/** URLs of the dashboard for other machines of the LAN: every address of this one, if it listens on all. */
export function lanUrls(host: string, port: number): string[] {
  if (LOOPBACK.test(host)) return [];
  if (!WILDCARDS.includes(host)) return [localUrl(host, port)];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => !address.internal && address.family === 'IPv4')
    .map((address) => `http://${address.address}:${port}`);
}

/** Listens at an address for a moment: the code of the error, or null where that works. */
export const portFault = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
