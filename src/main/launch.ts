import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from './command.ts';
import { STOP_SIGNALS } from './ending/stop-signals.ts';
import { StoppedFirst } from './user-error.ts';
import { findChromium } from './window/browser-window.ts';

/** Facts that decide between a window on the wall and a headless service. */
export type LaunchFacts = ReturnType<typeof gatherLaunchFacts>;

export type LaunchDecision =
  | { mode: 'kiosk'; electronPath: string }
  | { mode: 'browser'; chromiumPath: string }
  | { mode: 'headless'; reason: string };

/** Electron aborts where it cannot draw or cannot build its sandbox; knowing before is better than dying after. */
export function decideLaunch(facts: LaunchFacts): LaunchDecision {
  const headless = (reason: string): LaunchDecision => ({ mode: 'headless', reason });
  if (facts.platform === 'linux' && facts.display === null) return headless('there is no display');
  const { electronPath, chromiumPath } = facts;
  if (electronPath === null && chromiumPath === null)
    return headless('the Electron program is not installed; "npm run kiosk:setup" fetches it');
  if (!facts.noSandbox) {
    if (facts.isRoot) return headless('a browser window must not run as root; start as an ordinary user');
    if (facts.sandboxObstacle !== null) return headless(facts.sandboxObstacle);
  }
  return electronPath === null ? { mode: 'browser', chromiumPath: chromiumPath! } : { mode: 'kiosk', electronPath };
}

const textOf = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8').trim() : null);

/** Path of npm's Electron, without importing its package: that would download what is missing. */
export function findElectron(appRoot: string, env: NodeJS.ProcessEnv): string | null {
  const folder = join(appRoot, 'node_modules', 'electron');
  const name = textOf(join(folder, 'path.txt')) ?? 'electron';
  const path = join(env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : null;
}

/** Chromium needs unprivileged user namespaces or its helper with the setuid bit. */
function sandboxObstacle(electronPath: string): string | null {
  const helper = join(electronPath, '..', 'chrome-sandbox');
  if (existsSync(helper)) {
    const { mode, uid } = statSync(helper);
    if (uid === 0 && (mode & 0o4755) === 0o4755) return null;
  }
  const closed =
    textOf('/proc/sys/kernel/unprivileged_userns_clone') === '0' ||
    textOf('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1' ||
    textOf('/proc/sys/user/max_user_namespaces') === '0';
  return closed
    ? `this system denies Chromium its sandbox; allow it with "sudo chown root ${helper} && sudo chmod 4755 ${helper}"`
    : null;
}

/** `noSandbox`: the owner of this start asked for it in so many words. */
export function gatherLaunchFacts(appRoot: string, noSandbox: boolean, env: NodeJS.ProcessEnv) {
  const electronPath = findElectron(appRoot, env);
  return {
    platform: process.platform,
    display: env['WAYLAND_DISPLAY'] || env['DISPLAY'] || null,
    electronPath,
    chromiumPath: findChromium(env),
    isRoot: process.getuid?.() === 0,
    noSandbox,
    sandboxObstacle: electronPath === null || process.platform !== 'linux' ? null : sandboxObstacle(electronPath),
  };
}

/** Set for a kiosk whose starter starts it again after EXIT.restart; otherwise it has to relaunch itself. */
export const SUPERVISED = 'WEATHERGLASS_SUPERVISED';

/** A window that held this long has earned a new start after a crash; one that dies at once would only die again. */
const EARNED_MS = 60_000;

/** Runs Electron on the app, again after a crash, and answers its last exit code. Our signals go to it: it stops the station. */
export async function runKiosk(electronPath: string, appRoot: string, args: readonly string[]): Promise<number> {
  let child: ChildProcess | null = null;
  const asked = new Set<NodeJS.Signals>();
  const forward = (signal: NodeJS.Signals) => {
    asked.add(signal);
    child?.kill(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, forward);
  try {
    for (;;) {
      const startedMs = performance.now();
      // Detached: a Ctrl+C in the terminal would otherwise reach the window twice, once from there and once from us.
      const env = { ...process.env, [SUPERVISED]: '1' };
      child = spawn(electronPath, [appRoot, ...args], { stdio: 'inherit', env, detached: true });
      const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
      if (signal !== null && asked.has(signal)) throw new StoppedFirst(); // Electron had no handler yet
      const code = status ?? EXIT.refused;
      const again = code === EXIT.restart || (code !== 0 && performance.now() - startedMs >= EARNED_MS);
      if (asked.size > 0 || !again) return code;
    }
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, forward);
  }
}
