// Stations come with an hour of rows each, over TLS connections of their own to nginx, and ask for their proof.
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { backOffS } from '../src/sending/back-off.ts';
import { engine, front } from '../tests/support/fleet-engine.ts';
import { batch, each, lastS, login, secretOf, uniform } from './_fleet-played.ts';
import { computedS, ENGINE_ARGUMENTS, hubOf, memoryMb, nginxPids, say } from './_fleet-programs.ts';
import { median, quantile } from './_http-load.ts';

const SITE = join(process.cwd(), 'deploy/hub/weatherglass-fleet.nginx');

/** One connection a station, as they have it; milliseconds until the answer was there, with the handshake for the first. */
function ask(
  port: number,
  agent: Agent,
  i: number,
  path: string,
  body?: Buffer,
): Promise<[ms: number, status: number, text: string, retryAfter: string | undefined]> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      authorization: `Basic ${btoa(`${login(i)}:${secretOf(login(i))}`)}`,
    };
    if (body) Object.assign(headers, { 'content-encoding': 'gzip', 'content-length': body.length });
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers,
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => {
          text += part.toString();
        });
        const after = answer.headers['retry-after'];
        answer.on('end', () => resolve([performance.now() - startedMs, answer.statusCode!, text, after]));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Within so many seconds, or so many at a time, each as soon as there is room. */
type Coming = { spreadS: number } | { atOnce: number };
/** `worker_connections` for thousands of stations, as docs/use/fleet.md advises. */
const CONNECTIONS = 8192;

/** All of them at their moments, each waiting for nobody. */
async function come(count: number, how: Coming, one: (i: number) => Promise<void>): Promise<void> {
  if ('atOnce' in how) return each(count, how.atOnce, one);
  const { spreadS } = how;
  const moments = Array.from({ length: count }, () => uniform() * spreadS * 1000).sort((a, b) => a - b);
  const beganMs = performance.now();
  const under: Promise<void>[] = [];
  for (const [i, ms] of moments.entries()) {
    const waitMs = beganMs + ms - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    under.push(one(i));
  }
  await Promise.all(under);
}

export async function hour(folder: string, count: number, coming: Coming): Promise<void> {
  const store = await engine(join(folder, 'engine'), ENGINE_ARGUMENTS);
  const hub = await hubOf(count, join(folder, 'hub'), store);
  const stations = Object.fromEntries(Array.from({ length: count }, (_, i) => [login(i), secretOf(login(i))]));
  const before = await front({ hubPort: hub.port, stations, rate: '2r/s', site: SITE, connections: CONNECTIONS });
  // One for all of them: each of its own would be read from the certificate again, on the cores that are measured.
  const secureContext = createSecureContext({ ca: before.ca });
  const bodies = Array.from({ length: count }, (_, i) => gzipSync(batch(i, 12)));
  const posts: number[] = [];
  const proofs: number[] = [];
  const done: number[] = [];
  const refused = new Map<string, number>();
  const refuse = (what: string): void => void refused.set(what, (refused.get(what) ?? 0) + 1);
  const programs = { engine: [store.pid], hub: [hub.pid], nginx: nginxPids(), 'the stations': [process.pid] };
  const used = () => Object.values(programs).map((pids) => pids.reduce((sum, pid) => sum + computedS(pid), 0));
  const usedBefore = used();
  const startedMs = performance.now();
  const untilTaken = async (i: number): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const again = await attempt(i);
      if (again === null) done.push(performance.now() - startedMs);
      if (again === null || 'spreadS' in coming) return;
      // As a station waits: longer with each failure, and never less than it was told.
      const waitS = Math.max(Number(again), backOffS(tries, uniform));
      await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    }
  };
  /** Null when all is there; else what it was told to wait, seconds, or nothing. */
  const attempt = async (i: number): Promise<string | null> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, secureContext });
    try {
      const [postMs, posted, , afterPost] = await ask(before.port, agent, i, '/api/v1/ingest', bodies[i]!);
      posts.push(postMs);
      if (posted !== 204) {
        refuse(`post ${posted}, Retry-After ${afterPost}`);
        return afterPost ?? '';
      }
      const [proofMs, proven, text, afterProof] = await ask(before.port, agent, i, `/api/v1/ack?t=${lastS}&of=wx`);
      proofs.push(proofMs);
      if (proven !== 200) {
        refuse(`proof ${proven}, Retry-After ${afterProof}`);
        return afterProof ?? '';
      }
      const { data } = JSON.parse(text) as { data: { result: Array<{ value: [number, string] }> } };
      if (Number(data.result[0]?.value[1] ?? 0) >= 12 * 6) return null;
      refuse('proof of too little');
      return '';
    } catch (error) {
      refuse((error as NodeJS.ErrnoException).code ?? String(error));
      return '';
    } finally {
      agent.destroy();
    }
  };
  await come(count, coming, untilTaken);
  const seconds = (performance.now() - startedMs) / 1000;
  const usedAfter = used();
  const how = 'atOnce' in coming ? `as fast as ${coming.atOnce} at a time go` : `within ${coming.spreadS} s`;
  say(`${count} stations ${how}: ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} stations/s`);
  for (const [what, ms] of [
    ['an hour stored (with the TLS handshake)', posts],
    ['its proof', proofs],
    ['proven, since the first began', done],
  ] as const) {
    const sorted = ms.toSorted((a, b) => a - b);
    say(
      `${what}: ${sorted.length}, p50 ${median(sorted).toFixed(0)} ms, p99 ${quantile(sorted, 0.99).toFixed(0)} ms, most ${(sorted.at(-1) ?? 0).toFixed(0)} ms`,
    );
  }
  if ('atOnce' in coming)
    say(`all proven after ${(done.toSorted((a, b) => a - b).at(-1)! / 1000).toFixed(0)} s (wanted: 150)`);
  else {
    const minute = Math.round((60 * count) / coming.spreadS);
    say(
      `at ${minute} stations a minute stored p99 ${(
        quantile(
          posts.toSorted((a, b) => a - b),
          0.99,
        ) / 1000
      ).toFixed(2)} s (wanted at 3,000: 1)`,
    );
  }
  say(`refused: ${[...refused].map(([what, n]) => `${n} × ${what}`).join(', ') || 'none'}`);
  const cores = Object.keys(programs).map(
    (name, k) => `${name} ${((usedAfter[k]! - usedBefore[k]!) / seconds).toFixed(2)}`,
  );
  say(`cores: ${cores.join(', ')}`);
  say(
    `memory at most: engine ${memoryMb(store.pid, 'VmHWM').toFixed(0)} MB, hub ${memoryMb(hub.pid, 'VmHWM').toFixed(0)} MB; wire ${(bodies.reduce((sum, { length }) => sum + length, 0) / count).toFixed(0)} B a station-hour`,
  );
  await before.stop();
  await hub.stop();
  await store.stop();
}
