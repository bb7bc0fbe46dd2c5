import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to a hub or a station on which every third answer to a change (or every `nth`) is lost, after it was taken. */
export async function lossyWay(to: string, nth = 3): Promise<{ url: string; lost(): number; close(): Promise<void> }> {
  let [changes, lost] = [0, 0];
  const target = new URL(to);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const onward = request({ host: target.hostname, port: target.port, method, path, headers }, (said) => {
      const isLost = method !== 'GET' && ++changes % nth === 0;
      if (isLost) {
        lost += 1;
        said.resume().on('end', () => answer.destroy());
        return;
      }
      answer.writeHead(said.statusCode!, said.headers);
      said.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
