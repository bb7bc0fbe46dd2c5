import { connect, type Socket } from 'node:net';
import { type LoadResult, load } from './_http-load.ts';

/** What is asked of a station, one after another; each tells what came of it. */
export function phasesOf(
  port: number,
  seconds: number,
  streams: number,
): [name: string, work: () => Promise<string>][] {
  const ms = seconds * 1000;
  return [
    ['idle', () => pause(ms)],
    ['telemetry, 8 connections', () => asked(load(port, '/api/telemetry', 8, ms))],
    ['range of 30 days, 4 connections', () => asked(load(port, '/api/history/range?hours=720', 4, ms))],
    ['nerd, 4 connections', () => asked(load(port, '/api/nerd', 4, ms))],
    ['export of 30 days, 2 connections', () => exported(port, 2, ms)],
    [`${streams} streams`, () => streamed(port, streams, ms)],
    [
      'all of it at once',
      async () => {
        const told = await Promise.all([
          asked(load(port, '/api/telemetry', 8, ms)),
          asked(load(port, '/api/history/range?hours=720', 1, ms)),
          asked(load(port, '/api/nerd', 1, ms)),
          exported(port, 1, ms),
          streamed(port, Math.round(streams / 5), ms),
        ]);
        return told.join('; ');
      },
    ],
  ];
}

export const pause = async (ms: number): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return '';
};

const asked = async (result: Promise<LoadResult>): Promise<string> => {
  const { perSecond, refused, p50Ms, p99Ms } = await result;
  return `${Math.round(perSecond)} requests/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${refused > 0 ? `, ${refused} REFUSED` : ''}`;
};

async function exported(port: number, connections: number, ms: number): Promise<string> {
  const startMs = performance.now();
  let bytes = 0;
  let files = 0;
  const reader = async () => {
    while (performance.now() - startMs < ms) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/export.csv?hours=720`);
      bytes += (await answer.arrayBuffer()).byteLength;
      files += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  const seconds = (performance.now() - startMs) / 1000;
  return `${files} files, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s`;
}

/** Opens streams and counts what each one hears. */
async function streamed(port: number, clients: number, ms: number): Promise<string> {
  const heard: number[] = Array.from({ length: clients }, () => 0);
  const sockets: Socket[] = [];
  for (let i = 0; i < clients; i += 1) {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    );
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf('data: '); at >= 0; at = chunk.indexOf('data: ', at + 1)) heard[i]! += 1;
    });
    sockets.push(socket);
    if (i % 50 === 49) await pause(20); // the backlog of a listening socket holds 511
  }
  await pause(ms);
  for (const socket of sockets) socket.destroy();
  const sorted = heard.sort((a, b) => a - b);
  return `${clients} streams heard ${sorted[0]} to ${sorted.at(-1)} messages each`;
}
