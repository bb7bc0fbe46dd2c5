import { isMissing } from './files.ts';

/** Runs a program and gives what it printed; rejects when it is not there or fails. */
export type RunCommand = (program: string, args: readonly string[]) => Promise<string>;

/** The Pi's `vcgencmd`, for what sysfs does not tell. Where it is not installed it is asked once and no more. */
export class FirmwareTool {
  constructor(private run: RunCommand | null) {}

  /** Output of the firmware tool; null if it is absent or failed: outside group video it may not ask the firmware. */
  async ask(question: string): Promise<string | null> {
    try {
      return (await this.run?.('vcgencmd', [question])) ?? null;
    } catch (error) {
      if (isMissing(error)) this.run = null;
      return null;
    }
  }
}
