import { join } from 'node:path';
import { never } from '../../base/clock.ts';
import { localUrl } from '../machine/addresses.ts';
import type { Host } from './host.ts';
import { type Services, textOf } from './services.ts';
import { fileEnvironment } from './unit-words.ts';

export interface Gate {
  /** URL that the station reports, http://127.0.0.1:PORT; null until it does. */
  url: () => string | null;
  /** The program that must answer: another one may still hold the port, or be installed meanwhile. */
  version: () => string;
  waitS: number;
  /** Unit of the station: a crash loop need not be waited for. */
  services: Pick<Services, 'state'>;
}

const ASK_EVERY_MS = 1_000;
/** Between the two measurements that count: long enough for a program that dies after its first. */
const APART_MS = 6_000;
/** Once is a port or a lock that the one before has not let go; the third time nothing has changed in between. */
const RESTARTS_ARE_ENOUGH = 3;

/** Looks each second until nothing is wrong, its time is over or there is nothing to wait for: null, or what was wrong at the end. */
async function untilGood(
  { clock }: Host,
  { waitS, services }: Pick<Gate, 'waitS' | 'services'>,
  whatIsWrong: () => Promise<string | null>,
): Promise<string | null> {
  const beganMs = clock.steadyMs(); // systemctl may have taken its time over the start: that is not the station's
  const hopeless = watchOf(services);
  for (;;) {
    const wrong = await whatIsWrong();
    if (wrong === null) return null;
    const end = await hopeless();
    if (end !== null) return end;
    if (clock.steadyMs() - beganMs > waitS * 1000) return wrong;
    await clock.sleep(ASK_EVERY_MS, never);
  }
}

/** Null when the station measured twice, `APART_MS` apart and without a restart in between; else what was wrong at the end. */
export function judge(host: Host, { url, version, ...waiting }: Gate): Promise<string | null> {
  let first: { atMs: number; uptimeS: number } | null = null;
  return untilGood(host, waiting, async () => {
    const at = url();
    const now = at === null ? 'no answer' : await look(host, at, version());
    const atMs = host.clock.steadyMs();
    if (typeof now === 'string') {
      first = null;
      return now;
    }
    if (first === null || now.uptimeS < first.uptimeS) first = { atMs, uptimeS: now.uptimeS };
    return atMs - first.atMs >= APART_MS ? null : 'it measured once, but not again';
  });
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

async function look(host: Host, url: string, version: string): Promise<string | { uptimeS: number }> {
  const health = await host.ask(`${url}/api/health`);
  if (health === null) return 'no answer';
  const { version: answered, uptime_s: uptimeS } = health.body;
  if (typeof uptimeS !== 'number') return 'another program answers';
  if (answered !== version) return `version ${String(answered)} answers instead of ${version}`;
  const ready = await host.ask(`${url}/api/ready`);
  if (ready === null) return 'no answer';
  if (ready.status === 200) return { uptimeS };
  return String(ready.body['reason'] ?? 'not ready');
}

const HUB_WAIT_S = 60;

/** Null when the hub answers at the address of its settings. 503 is an answer, too: it is there, and its database is not yet. */
export async function judgeHub(host: Host, { root, services }: { root: string; services: Gate['services'] }) {
  const given = fileEnvironment(textOf(join(root, 'etc/weatherglass-hub/hub.env')));
  const url = localUrl(given['HUB_HOST'] ?? '127.0.0.1', Number(given['HUB_PORT'] ?? 8010));
  return untilGood(host, { waitS: HUB_WAIT_S, services }, async () => {
    const health = await host.ask(`${url}/api/health`);
    return health?.status === 200 || health?.status === 503 ? null : 'no answer';
  });
}
