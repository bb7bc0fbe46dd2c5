import type { InputKind } from '../../contract/names.ts';
import type { Sender } from './roster.ts';

/** Kinds that a person set up to report here: whoever is new wants something. The radio is full of neighbours. */
export const WANTS: ReadonlySet<InputKind> = new Set(['ecowitt', 'ambient', 'wunderground', 'tempest', 'davis']);
/** Kinds of senders that `--source` names; the radio is left out: the first one heard may be a neighbour's. */
const KINDS_OF: Readonly<Record<string, readonly InputKind[]>> = {
  ecowitt: ['ecowitt', 'ambient', 'wunderground'],
  tempest: ['tempest'],
  davis: ['davis'],
  kernel: ['kernel'],
  mqtt: ['mqtt'],
};

/** Whether a sender that was never heard is taken in: the owner named its kind as the source, and nobody counts yet. */
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
