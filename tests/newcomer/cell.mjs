// One cell of the matrix: what README says under "Start", typed one after the other.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Quick, and itself about the Node that npm's scripts run under. */
const SUITE = 'tests/main/launcher.test.ts';
const FIRST_ANSWER = join(import.meta.dirname, 'first-answer.mjs');
/** What npm says of itself is not ours. */
const warnings = (text) => text.split('\n').filter((line) => /warn/i.test(line) && !/^npm warn cli npm v/i.test(line));

const failed = (command, { status, text }) => ({ trouble: `${command} ended with ${status}:\n${text}` });

export async function play(seat) {
  const ci = seat.run(['npm', 'ci']);
  if (ci.status !== 0) return failed('npm ci', ci);
  const walls = warnings(ci.text);
  if (walls.length > 0) return { trouble: `npm ci warns:\n${walls.join('\n')}` };

  // The Node that looks on is not one of those that are tried.
  const look = [process.execPath, FIRST_ANSWER, seat.home];
  const online = seat.run(look);
  if (online.status !== 0) return failed('npm start -- --headless', online);

  const test = seat.run(['npm', 'test', '--', SUITE]);
  if (test.status !== 0 || !/Tests\s+\d+ passed/.test(test.text)) return failed(`npm test -- ${SUITE}`, test);

  const offline = seat.run(look, { isOffline: true });
  if (offline.status !== 0) return failed('npm start -- --headless, offline', offline);
  return { ciS: ci.seconds, onlineS: Number(online.stdout), offlineS: Number(offline.stdout) };
}

/** Nothing is installed, and the reason names us, the Node that is asked for and the one that is there. */
export async function refusal(seat) {
  const ci = seat.run(['npm', 'ci']);
  const isTold = /EBADENGINE/.test(ci.text) && /Required: \{"node":/.test(ci.text) && /weatherglass@/.test(ci.text);
  if (ci.status === 0 || !isTold || existsSync(join(seat.clone, 'node_modules'))) return failed('npm ci', ci);
  return { note: `refused before installing anything, after ${ci.seconds.toFixed(1)} s` };
}
