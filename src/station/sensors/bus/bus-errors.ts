import { messageOf } from '../../../base/system-error.ts';
import { foreign, type Sentence, sentence } from '../../../words/sentence.ts';
import { hex } from './bus.ts';
import { type Holder, letGo } from './holder.ts';

export type FaultKind =
  | 'bus-missing'
  | 'permission'
  | 'no-answer'
  | 'claimed'
  | 'transfer-error'
  | 'bus-stuck'
  | 'unsupported'
  | 'programming-error'
  // Of our own making, from what a chip says rather than how the transfer went:
  | ChipFault['kind'];

/** Retry policy: at once, every minute, with a fresh descriptor, with back-off, or never. */
export type Retry = 'yes' | 'slow' | 'reopen' | 'backoff' | 'no';

export interface I2cFault {
  kind: FaultKind;
  retry: Retry;
}

/** A chip answered, but not as itself or not usably. */
export class ChipFault extends Error {
  constructor(
    readonly kind: 'wrong-chip' | 'calibration' | 'reset' | 'silent',
    readonly words: Sentence,
  ) {
    super(words.detail);
  }
}

/** The native addon is absent, or built for another runtime. */
export class BusModuleMissing extends Error {}

/** By absolute errno: native transfers report it positive, file calls negative, and EREMOTEIO arrives without a code. */
const BY_ERRNO: ReadonlyMap<number, I2cFault> = new Map([
  [2, { kind: 'bus-missing', retry: 'slow' }], // ENOENT
  [5, { kind: 'transfer-error', retry: 'yes' }], // EIO
  [6, { kind: 'no-answer', retry: 'yes' }], // ENXIO
  [11, { kind: 'transfer-error', retry: 'yes' }], // EAGAIN
  [13, { kind: 'permission', retry: 'slow' }], // EACCES
  [16, { kind: 'claimed', retry: 'reopen' }], // EBUSY
  [19, { kind: 'bus-missing', retry: 'slow' }], // ENODEV: the adapter went away under an open descriptor
  [25, { kind: 'bus-missing', retry: 'no' }], // ENOTTY
  [95, { kind: 'unsupported', retry: 'no' }], // EOPNOTSUPP
  [110, { kind: 'bus-stuck', retry: 'backoff' }], // ETIMEDOUT
  [121, { kind: 'no-answer', retry: 'yes' }], // EREMOTEIO
]);

const errnoOf = (error: unknown): number | null =>
  error instanceof Error && 'errno' in error && typeof error.errno === 'number' ? Math.abs(error.errno) : null;

export function i2cFault(error: unknown): I2cFault {
  if (error instanceof ChipFault) return { kind: error.kind, retry: 'yes' };
  if (error instanceof BusModuleMissing) return { kind: 'unsupported', retry: 'no' };
  const errno = errnoOf(error);
  if (errno === null) return { kind: 'programming-error', retry: 'no' };
  return BY_ERRNO.get(errno) ?? { kind: 'transfer-error', retry: 'yes' };
}

/** Whether the fault is the whole bus's, so that asking the next chip is pointless. */
export const concernsWholeBus = (kind: FaultKind): boolean =>
  kind === 'bus-missing' || kind === 'permission' || kind === 'unsupported';

/** Sentence of a bus fault with the way out, for events and log. `chip` is null if unknown. */
export function faultSentence(
  kind: FaultKind,
  error: unknown,
  { chip: named, holder = null }: { chip: string | null; holder?: Holder | null },
): Sentence {
  const why = messageOf(error);
  const chip = named ?? 'A chip';
  switch (kind) {
    case 'bus-missing':
      return sentence('bus.missing');
    case 'permission':
      return sentence('bus.forbidden');
    case 'unsupported':
      return sentence(error instanceof BusModuleMissing ? 'bus.no-module' : 'bus.no-blocks', { why });
    case 'bus-stuck':
      return sentence('bus.stuck', { chip: named });
    case 'no-answer':
      return sentence('chip.no-answer', { chip });
    case 'claimed':
      return holder === null
        ? sentence('chip.held', { chip })
        : sentence('chip.held-by', { chip, driver: holder.driver, command: letGo(holder) });
    case 'transfer-error':
      return sentence('chip.loses-transfers', { chip });
    case 'programming-error':
      return sentence('chip.failed', { chip, why });
    case 'wrong-chip':
    case 'calibration':
    case 'reset':
    case 'silent':
      return error instanceof ChipFault ? error.words : foreign(why);
  }
}

export const wrongChip = (chip: string, address: number, found: number, expected: string): ChipFault =>
  new ChipFault('wrong-chip', sentence('chip.other', { chip, address: hex(address), found: hex(found), expected }));
