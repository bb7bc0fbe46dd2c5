import { connect, type Socket } from 'node:net';

/** Something hostile that goes on until it is stopped. Of a load that grows by it a share may be sent. */
export type Attack = (port: number, address: string, share?: number) => { stop(): void; tries: () => number };

const HEAD = 'Host: localhost\r\n';
const POST = `POST /api/label HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 16000\r\n\r\n{`;
const STREAM = `GET /api/stream HTTP/1.1\r\n${HEAD}\r\n`;

/** Keeps so many connections open, each with these first words and then a word now and then; what is closed is opened again. */
const hoarding =
  (connections: number, first: string, again: string): Attack =>
  (port, address) => {
    const sockets = new Set<Socket>();
    let running = true;
    let tries = 0;
    const open = () => {
      if (!running) return;
      tries += 1;
      const socket = connect(port, address, () => socket.write(first));
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        setTimeout(open, 100);
      });
    };
    for (let i = 0; i < connections; i += 1) open();
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable && again !== '') socket.write(again);
    }, 500);
    return {
      tries: () => tries,
      stop: () => {
        running = false;
        clearInterval(drip);
        for (const socket of sockets) socket.destroy();
      },
    };
  };

/** Asks again and again over some connections, a new question as soon as the last is answered. */
const asking =
  (connections: number, question: (n: number) => string): Attack =>
  (port, address) => {
    let running = true;
    let tries = 0;
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(port, address);
      const ask = () => {
        tries += 1;
        if (running) socket.write(`${question(tries)} HTTP/1.1\r\n${HEAD}\r\n`);
      };
      let quiet: NodeJS.Timeout | undefined;
      socket.on('connect', ask).on('error', () => undefined);
      socket.on('data', () => {
        clearTimeout(quiet);
        quiet = setTimeout(ask, 2); // the answer is over when nothing more comes
      });
      return socket;
    });
    return {
      tries: () => tries,
      stop: () => {
        running = false;
        for (const socket of sockets) socket.destroy();
      },
    };
  };

/** Connections that each send so many questions at once. */
const asRows =
  (connections: number, questions: number): Attack =>
  (port, address, share = 1) => {
    const row = `GET / HTTP/1.1\r\n${HEAD}\r\n`.repeat(questions * share);
    return hoarding(connections, row, row)(port, address);
  };
const digits = '1'.repeat(15_000);

/** What a web page, a telephone or a toaster of the LAN can send, cheap for the one and dear to the other. */
export const attacks: Record<string, Attack> = {
  'slow headers': hoarding(400, `GET /api/status HTTP/1.1\r\n${HEAD}X-Slow: `, 'x'),
  'slow bodies': hoarding(400, POST, ' '),
  'streams by the hundred': hoarding(200, STREAM, ''),
  'connections that say nothing': hoarding(600, '', ''),
  'numbers of fifteen thousand digits': asking(8, () => `GET /api/history?hours=${digits}x`),
  'paths of fifteen thousand digits': asking(8, () => `DELETE /api/label/${digits}`),
  'wide questions, each a new one': asking(8, (n) => `GET /api/history/range?hours=${8000 + (n % 700)}&bucket=30`),
  'files by the dozen': asking(24, (n) => `GET /api/export.csv?hours=${700 + n}`),
  // The last, because it shuts its address out for a minute.
  'requests in a row, by the thousand': asRows(64, 5000),
};
