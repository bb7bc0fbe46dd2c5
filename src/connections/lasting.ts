import { backOffS } from '../sending/back-off.ts';
import type { Ports } from '../sending/ports.ts';
import type { Member } from './member.ts';

/**
 * A member answers for its own errors. What ends it all the same, a disk that cannot be read or a fault of ours, touches none of the
 * others, and it begins again, later and later. `ended` hears when it has ended so, and when it begins again.
 */
export async function lasting(
  member: Pick<Member, 'name' | 'run'>,
  { clock, random, log }: Pick<Ports, 'clock' | 'random' | 'log'>,
  signal: AbortSignal,
  ended: (isSo: boolean) => void = () => {},
): Promise<void> {
  let told = '';
  for (let failures = 1; !signal.aborted; failures += 1) {
    ended(false);
    try {
      return await member.run(signal);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (why !== told) log('warn', `${member.name} has ended, and begins again: ${why}`);
      told = why;
      ended(true);
    }
    await clock.sleep(1000 * backOffS(failures, random), signal);
  }
}
