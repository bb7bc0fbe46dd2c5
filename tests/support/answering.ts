import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { patience } from './patience.ts';

/** Waits until a program that was started answers there: whatever it says, unless only a yes is meant. */
export async function answering(url: string, child: ChildProcess, isMeant = (_: Response) => true): Promise<void> {
  for (const waiting = patience(240_000); waiting(); await wait(25)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer && isMeant(answer)) return;
  }
  throw new Error(`${child.spawnfile} does not answer at ${url}`);
}
