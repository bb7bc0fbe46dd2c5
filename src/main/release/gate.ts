import type { Host } from './host.ts';

export interface Gate {
  /** http://127.0.0.1:PORT */
  url: string;
  /** The program that must answer: another one may still hold the port. */
  version: string;
  /** Steady time when it was started: an older process is not the one that is judged. */
  startedMs: number;
  waitS: number;
}

const ASK_EVERY_MS = 1_000;
/** Between the two measurements that count: long enough for a program that dies after its first. */
const APART_MS = 6_000;

/** Null when the station measured twice, `APART_MS` apart and without a restart in between; else what was wrong at the end. */
export async function judge(host: Host, { url, version, startedMs, waitS }: Gate): Promise<string | null> {
  const { clock } = host;
  const never = new AbortController().signal;
  let first: { atMs: number; uptimeS: number } | null = null;
  let wrong = 'nobody answers';
  for (;;) {
    const now = await look(host, url, version, clock.steadyMs() - startedMs);
    const atMs = clock.steadyMs();
    if (typeof now === 'string') {
      first = null;
      wrong = now;
    } else if (first === null || now.uptimeS < first.uptimeS) {
      first = { atMs, uptimeS: now.uptimeS };
    } else if (atMs - first.atMs >= APART_MS) return null;
    if (atMs - startedMs > waitS * 1000)
      return typeof now === 'string' ? wrong : 'it measured once, but not a second time';
    await clock.sleep(ASK_EVERY_MS, never);
  }
}

async function look(host: Host, url: string, version: string, sinceMs: number): Promise<string | { uptimeS: number }> {
  const health = await host.ask(`${url}/api/health`);
  if (health === null) return 'nobody answers';
  const { version: answered, uptime_s: uptimeS } = health.body;
  if (typeof uptimeS !== 'number') return 'another program answers';
  if (answered !== version) return `version ${String(answered)} answers in place of ${version}`;
  if (uptimeS * 1000 > sinceMs + 1_000) return 'an older process still answers';
  const ready = await host.ask(`${url}/api/ready`);
  if (ready === null) return 'nobody answers';
  if (ready.status === 200) return { uptimeS };
  return String(ready.body['reason'] ?? 'not ready');
}
