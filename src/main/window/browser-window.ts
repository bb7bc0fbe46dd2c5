import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unlessRefused } from '../../base/system-error.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export function findChromium(env: NodeJS.ProcessEnv): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun) ?? null;
}

const canRun = (path: string): boolean => unlessRefused(() => accessSync(path, constants.X_OK)) !== null;

/**
 * Chromium arguments for a wall: no bars, prompts, pinch or keyring, and its own profile. F11 and Alt+F4 work. Without `quit=1` in the
 * address: a page cannot end this window.
 */
export const browserArguments = (url: string, profile: string): string[] => [
  `--app=${new URL('/?kiosk=1', url).href}`,
  '--start-fullscreen',
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-session-crashed-bubble',
  '--disable-pinch',
  '--overscroll-history-navigation=0',
  '--password-store=basic',
];

/** Opens it; the station does not depend on it, and goes on when it is closed. Answers how to close it. */
export function openBrowserWindow(program: string, url: string, profile: string, tell: (sentence: string) => void) {
  const child: ChildProcess = spawn(program, browserArguments(url, profile), { stdio: 'ignore', detached: true });
  child.once('error', (error) => tell(`${program} could not be started: ${error.message}`));
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) tell(`${program} ended with ${code}; the station goes on without a window`);
  });
  return () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
  };
}
