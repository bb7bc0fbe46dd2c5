import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE_MS, patience } from '../patience.ts';
import { DevTools } from './devtools.ts';

export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export interface Browser {
  process: ChildProcess;
  devtools: DevTools;
  debugUrl: string;
}

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-infobars',
  '--test-type', // no bar that warns of --no-sandbox above the picture
  '--hide-crash-restore-bubble',
  '--disable-session-crashed-bubble',
  '--disable-features=Translate,BackForwardCache,SpareRendererForSitePerProcess',
  '--password-store=basic',
];

/** A real Chromium in kiosk mode on `$DISPLAY`. As root it needs --no-sandbox: that is this test bench's own business. */
export async function startChromium(profile: string, url: string, more: readonly string[]): Promise<Browser> {
  mkdirSync(profile, { recursive: true });
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    CHROMIUM,
    [...QUIET, ...root, '--kiosk', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...more, url],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: false },
  );
  let said = '';
  child.stderr!.on('data', (chunk) => (said = (said + String(chunk)).slice(-2000)));
  const waiting = patience(PATIENCE_MS);
  while (!existsSync(portFile) || readFileSync(portFile, 'utf8').split('\n').length < 2) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null || !waiting())
      throw new Error(`Chromium did not start (${end ?? 'it still runs'}); it said: ${said}`);
    await wait(25);
  }
  const [port, path] = readFileSync(portFile, 'utf8').trim().split('\n');
  const debugUrl = `ws://127.0.0.1:${port}${path}`;
  return { process: child, devtools: await DevTools.connect(debugUrl), debugUrl };
}

/** Living processes that work on `profile`: of one kind ('renderer', 'gpu-process'), or all of them. */
export function processesOf(profile: string, type?: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const command = readProc(pid, 'cmdline');
      if (type !== undefined && !command.includes(`--type=${type}`)) return false;
      return command.includes(profile) || ancestors(pid).some((up) => readProc(up, 'cmdline').includes(profile));
    });
}

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024;

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''; // ended meanwhile
    throw error;
  }
}

function ancestors(pid: number): number[] {
  const parent = Number(/PPid:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0);
  return parent > 1 ? [parent, ...ancestors(parent)] : [];
}
