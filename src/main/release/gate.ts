import { addressOf } from './address.ts';
import type { Host } from './host.ts';
import type { Layout } from './layout.ts';
import { Services } from './services.ts';
import type { StationRecord } from './station-record.ts';

export interface Gate {
  /** URL that the station reports, http://127.0.0.1:PORT; null until it does. */
  url: () => string | null;
  /** The program that must answer: another one may still hold the port. */
  version: string;
  /** Steady time when it was started: an older process is not the one that is judged. */
  startedMs: number;
  waitS: number;
  /** Unit of the station: a crash loop need not be waited for. */
  services: Pick<Services, 'state'>;
}

const ASK_EVERY_MS = 1_000;
/** Between the two measurements that count: long enough for a program that dies after its first. */
const APART_MS = 6_000;
/** Once is a port or a lock that the one before has not let go; the third time nothing has changed in between. */
const RESTARTS_ARE_ENOUGH = 3;

/** Null when the station measured twice, `APART_MS` apart and without a restart in between; else what was wrong at the end. */
export async function judge(host: Host, { url, version, startedMs, waitS, services }: Gate): Promise<string | null> {
  const { clock } = host;
  const never = new AbortController().signal;
  const beganMs = clock.steadyMs(); // systemctl may have taken its time over the start: that is not the station's
  let first: { atMs: number; uptimeS: number } | null = null;
  let wrong = 'no answer';
  const hopeless = watchOf(services);
  for (;;) {
    const at = url();
    const now = at === null ? 'no answer' : await look(host, at, version, clock.steadyMs() - startedMs);
    const atMs = clock.steadyMs();
    if (typeof now === 'string') {
      first = null;
      wrong = now;
    } else if (first === null || now.uptimeS < first.uptimeS) {
      first = { atMs, uptimeS: now.uptimeS };
    } else if (atMs - first.atMs >= APART_MS) return null;
    const end = await hopeless();
    if (end !== null) return end;
    if (atMs - beganMs > waitS * 1000) return typeof now === 'string' ? wrong : 'it measured once, but not again';
    await clock.sleep(ASK_EVERY_MS, never);
  }
}

/** Answers a sentence once there is nothing to wait for. A unit that was just told to start may still show how it was before. */
function watchOf(services: Gate['services']): () => Promise<string | null> {
  let fewest = Number.POSITIVE_INFINITY;
  let failedBefore = false;
  return async () => {
    const { active, restarts } = await services.state();
    const failed = active === 'failed';
    fewest = Math.min(fewest, restarts);
    if (restarts - fewest >= RESTARTS_ARE_ENOUGH) return 'it keeps crashing';
    const given = failed && failedBefore;
    failedBefore = failed;
    return given ? 'it crashed, and systemd has stopped restarting it' : null;
  };
}

async function look(host: Host, url: string, version: string, sinceMs: number): Promise<string | { uptimeS: number }> {
  const health = await host.ask(`${url}/api/health`);
  if (health === null) return 'no answer';
  const { version: answered, uptime_s: uptimeS } = health.body;
  if (typeof uptimeS !== 'number') return 'another program answers';
  if (answered !== version) return `version ${String(answered)} answers instead of ${version}`;
  if (uptimeS * 1000 > sinceMs + 1_000) return 'an older process still answers';
  const ready = await host.ask(`${url}/api/ready`);
  if (ready === null) return 'no answer';
  if (ready.status === 200) return { uptimeS };
  return String(ready.body['reason'] ?? 'not ready');
}

/** Starts a release and judges it; null when it measures. */
export async function startAndJudge(
  host: Host,
  layout: Layout,
  record: StationRecord,
  id: string,
  waitS: number,
): Promise<string | null> {
  const { url } = await addressOf(host, layout, record);
  const startedMs = host.clock.steadyMs();
  const services = new Services(host, record);
  const { code, out } = await services.start();
  const wrong = await judge(host, { url, version: layout.versionOf(id), startedMs, waitS, services });
  return wrong !== null && code !== 0 ? `${wrong}; systemctl says: ${out.split('\n')[0]}` : wrong;
}
