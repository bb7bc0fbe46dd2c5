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
  | 'wrong-chip'
  | 'calibration'
  | 'reset'
  | 'silent';

/** How to go on: at once, every minute, with a fresh descriptor, ever more slowly, or not at all. */
export type Retry = 'yes' | 'slow' | 'reopen' | 'backoff' | 'no';

export interface I2cFault {
  kind: FaultKind;
  retry: Retry;
}

/** A chip answered, but not as itself or not usably. */
export class ChipFault extends Error {
  constructor(
    readonly kind: 'wrong-chip' | 'calibration' | 'reset' | 'silent',
    message: string,
  ) {
    super(message);
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

/** Whether the fault is of the bus as a whole, so that asking the next chip is pointless. */
export const concernsWholeBus = (kind: FaultKind): boolean =>
  kind === 'bus-missing' || kind === 'permission' || kind === 'unsupported';

/** One sentence with the way out, for the event list and the log. */
export function faultSentence(kind: FaultKind, error: unknown, who: { chip: string; holder?: Holder | null }): string {
  const { chip } = who;
  const said = error instanceof Error ? error.message : String(error);
  switch (kind) {
    case 'bus-missing':
      return 'There is no I2C bus: enable I2C (dtparam=i2c_arm=on in /boot/firmware/config.txt) and reboot';
    case 'permission':
      return 'No permission for the I2C bus: sudo usermod -aG i2c "$USER", then log in again';
    case 'unsupported':
      return error instanceof BusModuleMissing
        ? `The I2C bus cannot be used here (${said}): it needs Linux and i2c-bus built for this runtime`
        : `This I2C bus does not know block transfers (${said}): set sensors.i2c_bus to the one the board sits on`;
    case 'bus-stuck':
      return `${chip} holds a line of the I2C bus low: switch the board off and on again`;
    case 'no-answer':
      return `${chip} does not answer: the chip is missing or the board sits loose`;
    case 'claimed':
      return who.holder
        ? `${chip} is held by the kernel driver ${who.holder.driver}: ${letGo(who.holder)}`
        : `${chip} is held by a kernel driver: update the kernel, or unload the driver that i2cdetect -y 1 shows as UU`;
    case 'transfer-error':
      return `${chip} loses transfers on the I2C bus: check the cable and try dtparam=i2c_arm_baudrate=10000`;
    case 'programming-error':
      return `${chip}: ${said}`;
    case 'wrong-chip':
    case 'calibration':
    case 'reset':
    case 'silent':
      return said;
  }
}

export const wrongChip = (chip: string, address: number, found: number | undefined, expected: string): ChipFault =>
  new ChipFault(
    'wrong-chip',
    `${chip}: the part at ${hex(address)} calls itself ${hex(found ?? 0)}, expected ${expected}`,
  );
