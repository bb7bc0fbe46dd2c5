import type { Sender } from './roster.ts';

/** Events of the intake that a person should know of. */
export interface IntakeNotices {
  /** A sender that was never heard. It may be adopted there and then. */
  newcomer(sender: Sender): void;
  clockOff(sender: Sender, offS: number): void;
  uncounted(sender: Sender, mm: number): void;
  /** A value that cannot be true, by its path. */
  nonsense(sender: Sender, path: string): void;
  /** The main gauge and another one, over a week. */
  gaugesDiffer(main: Sender, other: Sender, mm: number, otherMm: number): void;
}
