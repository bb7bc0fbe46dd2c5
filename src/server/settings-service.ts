import type { Settings, SettingsChanged, SettingsFromFile } from '../contract/settings.ts';
import type { Refusal } from '../station/api.ts';
import type { Sentence } from '../words/sentence.ts';

/** Validation errors by key; nothing was changed. */
export interface Misfits {
  misfits: Readonly<Record<string, Sentence>>;
}
/** Edit conflict: the file changed since the client read it. */
export interface Meanwhile {
  changedMeanwhile: true;
}

/** Port to the settings file, which the program keeps; the routes of `/api/settings` call it. */
export interface SettingsService {
  read(): Settings | Refusal;
  /** The text of the file without its secrets. */
  asFile(): string | Refusal;
  /** Dry run: what an uploaded file would change. */
  judge(text: string): SettingsFromFile | Misfits | Refusal;
  /** Applies changes. `ifMatch` is the header as sent; null without one. */
  change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal>;
  /** The keys that a guest may not change, even if guests may change others. */
  guarded(keys: readonly string[]): string[];
  /** The answer to a change was sent: restart now. */
  answered(): void;
}
