import type { InputKind } from '../../contract/names.ts';
import type { Sender } from './roster.ts';

/** Kinds that a person sets up to report here, so a new sender is meant for this station. Radio also brings the neighbours' sensors. */
export const WANTS: ReadonlySet<InputKind> = new Set(['ecowitt', 'ambient', 'wunderground', 'tempest', 'davis']);
/** Kinds of senders that `--source` names; the radio is left out: the first one heard may be a neighbour's. */
const KINDS_OF: Readonly<Record<string, readonly InputKind[]>> = {
  ecowitt: ['ecowitt', 'ambient', 'wunderground'],
  tempest: ['tempest'],
  davis: ['davis'],
  kernel: ['kernel'],
  mqtt: ['mqtt'],
};

/** Whether a new sender is adopted by itself: the owner named its kind as the source, and no sender is adopted yet. */
export function isTakenIn(sender: Sender, source: string, all: readonly Sender[]): boolean {
  const isWanted = KINDS_OF[source]?.includes(sender.kind) ?? false;
  const isFirst = all.every(({ state }) => state === 'offered' || state === 'ignored');
  return isWanted && (isFirst || isSameDevice(sender, all));
}

/** Further transmitters of the device that counts (`did` and `did-1`), and further sensors of this computer. */
function isSameDevice({ id, kind, sender }: Sender, all: readonly Sender[]): boolean {
  if (kind !== 'davis' && kind !== 'kernel') return false;
  const [device] = sender.split('-');
  return all.some(
    (one) =>
      one.id !== id &&
      one.kind === kind &&
      one.state === 'adopted' &&
      (kind === 'kernel' || one.sender.split('-')[0] === device),
  );
}
