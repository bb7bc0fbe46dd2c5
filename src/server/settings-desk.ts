import type { Settings, SettingsChanged, SettingsFromFile } from '../contract/settings.ts';
import type { Refusal } from '../station/api.ts';
import type { Sentence } from '../words/sentence.ts';

/** A reason for each key that cannot be; nothing was changed. */
export interface Misfits {
  misfits: Readonly<Record<string, Sentence>>;
}
/** The file is not the one that the visitor has seen. */
export interface Meanwhile {
  changedMeanwhile: true;
}

/** Who keeps the file of the settings. The program does; the server asks in the words of the API. */
export interface SettingsDesk {
  read(): Settings | Refusal;
  /** The text of the file without its secrets. */
  asFile(): string | Refusal;
  /** What a file that somebody brings would change. Nothing is written. */
  judge(text: string): SettingsFromFile | Misfits | Refusal;
  /** `ifMatch` as it was sent; null where nothing was. */
  change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal>;
  /** Those of the keys that a guest may not change while anyone may change the others. */
  guarded(keys: readonly string[]): string[];
  /** The answer to a change has left: now is the time to live by it. */
  answered(): void;
}
