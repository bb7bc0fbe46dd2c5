import type { Health } from '../../contract/telemetry.ts';
import { diskOf } from '../store/disk-room.ts';
import type { Machine } from './values.ts';

const HEALTH = { ok: 0, warn: 1, fault: 2 } as const;
const DISK_EVERY_S = 600;
/** Bit of the firmware's flags: the supply is too weak now. */
const VOLTAGE = 1;

export interface MachineParts {
  folder: string;
  health: () => Health;
  /** Why there is nothing fresh; null while there is. */
  staleness: () => string | null;
  /** Whether an adopted sender is silent, and whether one has a weak cell; null where none tells. */
  silentSender: () => boolean;
  lowBattery: () => boolean | null;
  probeMissing: () => boolean | null;
  /** A board whose firmware tells of the supply when it is weak, and nothing otherwise. */
  hasFirmware: boolean;
}

/** Conditions of the machine and the sensors that an alarm can ask for. */
export class MachineConditions {
  #freePct: number | null = null;
  #throttled: number | null;
  #diskDueS = 0;

  constructor(private readonly parts: MachineParts) {
    this.#throttled = parts.hasFirmware ? 0 : null;
  }

  /** Flags of a notice of the board. */
  throttled(flags: unknown): void {
    if (typeof flags === 'number') this.#throttled = flags;
  }

  /** Looks at the disk now and then. */
  async look(steadyS: number): Promise<void> {
    if (steadyS < this.#diskDueS) return;
    this.#diskDueS = steadyS + DISK_EVERY_S;
    const disk = await diskOf(this.parts.folder);
    this.#freePct = disk && disk.totalBytes > 0 ? (100 * disk.freeBytes) / disk.totalBytes : null;
  }

  get values(): Machine {
    const { health, staleness, silentSender, lowBattery, probeMissing } = this.parts;
    return {
      health: () => HEALTH[health()],
      sensor: () => Number(health() === 'fault' || staleness() !== null || silentSender()),
      battery: () => flag(lowBattery()),
      disk: () => this.#freePct,
      undervoltage: () => (this.#throttled === null ? null : this.#throttled & VOLTAGE),
      probe: () => flag(probeMissing()),
    };
  }
}

const flag = (is: boolean | null): number | null => (is === null ? null : Number(is));
