import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { DAY_S } from '../../base/durations.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { unlessRefused } from '../../base/system-error.ts';
import { runGroup, TOO_LONG } from '../run-group.ts';
import { unlessStopped } from '../user-error.ts';

/** Download size of Electron, packed, as its release page says. */
const SIZE_MB = 120;
const LONGEST_MS = 10 * 60_000;
/** A machine without the internet does not get it overnight; npm ci clears the note with the folder it lies in. */
const TRIED_FOR_DAYS = 7;
const REACHED_WITHIN_MS = 2000;

export interface FetchParts {
  appRoot: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  stderr: { isTTY?: boolean; write(text: string): unknown };
  /** Whether a Sense HAT can be here: else nobody is told that its module could not be built. */
  hasBus: boolean;
  stop?: AbortSignal | undefined;
  reachable?: (host: string, port: number) => Promise<boolean>;
  longestMs?: number;
}

const noteOf = (appRoot: string): string => join(appRoot, 'node_modules', '.cache', 'weatherglass', 'no-window.json');

/** Fetches Electron's program where it is missing. Null when it is here now, else why not. What failed is not tried at every start. */
export async function fetchWindow(parts: FetchParts): Promise<string | null> {
  const { appRoot, env, clock, stderr, reachable = reached } = parts;
  const setup = join(appRoot, 'scripts', 'kiosk-setup.mjs');
  if (!existsSync(setup)) return 'the Electron program is not installed';
  const later = '"npm run kiosk:setup" tries again';
  const failed = failedBefore(appRoot, clock.nowS());
  if (failed !== null) return `the Electron program could not be fetched ${failed}; ${later}`;
  const { host, port } = sourceOf(env);
  if (!env['HTTPS_PROXY'] && !env['https_proxy'] && !(await reachable(host, port)))
    return `the Electron program is not here, and ${host}, from where it is fetched, cannot be reached; ${later}`;
  stderr.write(`weatherglass fetches the program of its window, about ${SIZE_MB} MB, once:\n`);
  const why = await runSetup(setup, parts);
  if (why === null) return null;
  keepFailure(appRoot, clock.nowS());
  return `the Electron program could not be fetched (${why}); ${later}`;
}

/** The mirror that Electron's own installer would ask. */
function sourceOf(env: NodeJS.ProcessEnv): { host: string; port: number } {
  const mirror = env['npm_config_electron_mirror'] || env['ELECTRON_MIRROR'] || 'https://github.com/';
  if (!URL.canParse(mirror)) return { host: 'github.com', port: 443 };
  const { hostname, port, protocol } = new URL(mirror);
  return { host: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) };
}

async function reached(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port, signal: AbortSignal.timeout(REACHED_WITHIN_MS) });
  const connected = await once(socket, 'connect').catch(() => null);
  socket.destroy();
  return connected !== null;
}

/** Answers why it failed, or null. */
async function runSetup(setup: string, parts: FetchParts) {
  const { appRoot, env, clock, stderr, hasBus, stop, longestMs = LONGEST_MS } = parts;
  unlessStopped(stop);
  const startedMs = clock.steadyMs();
  const seconds = () => Math.round((clock.steadyMs() - startedMs) / 1000);
  const tick = setInterval(() => stderr.isTTY && stderr.write(`\r${seconds()} s `), 1000);
  const how = { cwd: appRoot, env, limitS: longestMs / 1000, signal: stop };
  const { code, out } = await runGroup(process.execPath, [setup], how);
  clearInterval(tick);
  if (stderr.isTTY) stderr.write('\n');
  unlessStopped(stop);
  if (hasBus) for (const [line] of out.matchAll(/^.*Sense HAT.*$/gm)) stderr.write(`weatherglass: ${line}\n`);
  if (code === 0) return null;
  if (code === TOO_LONG) return `it was given up after ${Math.round(longestMs / 1000)} s`;
  return /\b(E[A-Z]{4,}|HTTPError[^\n]*|status code \d+)/.exec(out)?.[1] ?? `its installer ended with ${code}`;
}

/** Time of a recent failed download, in words; null if there was none. */
function failedBefore(appRoot: string, nowS: number): string | null {
  const note = unlessRefused(() => readFileSync(noteOf(appRoot), 'utf8')) ?? '';
  const days = Math.floor((nowS - Number(/"failed_s":(\d+)/.exec(note)?.[1])) / DAY_S);
  if (!(days >= 0 && days < TRIED_FOR_DAYS)) return null;
  return days === 0 ? 'today' : `${days} days ago`;
}

function keepFailure(appRoot: string, nowS: number): void {
  const note = noteOf(appRoot);
  // A folder that takes no note: the next start tries once more.
  unlessRefused(() => {
    makeFolder(join(note, '..'));
    writeFileSync(note, `{"failed_s":${Math.floor(nowS)}}\n`);
  });
}
