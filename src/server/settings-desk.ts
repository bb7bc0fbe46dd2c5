import type { Settings, SettingsChanged } from '../contract/settings.ts';
import type { Refusal } from '../station/api.ts';

/** A reason for each key that cannot be; nothing was changed. */
export interface Misfits {
  misfits: Readonly<Record<string, string>>;
}
/** The file is not the one that the visitor has seen. */
export interface Meanwhile {
  changedMeanwhile: true;
}

/** Who keeps the file of the settings. The program does; the server asks in the words of the API. */
export interface SettingsDesk {
  read(): Settings | Refusal;
  /** `ifMatch` as it was sent; null where nothing was. */
  change(
    changes: Readonly<Record<string, unknown>>,
    ifMatch: string | null,
  ): Promise<SettingsChanged | Misfits | Meanwhile | Refusal>;
  /** The answer to a change has left: now is the time to live by it. */
  answered(): void;
}
