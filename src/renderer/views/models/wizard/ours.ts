import type { Nerd } from '../../../../contract/models.ts';
import { isKept, KEPT_AS } from '../../../calibrating.ts';
import { getJson } from '../../../data/station.ts';
import { read, write } from '../../../settings.ts';
import type { Subject } from './rules.ts';
import { createWizard, type Keeper, type Wizard } from './state.ts';

/** Kept by this tab. A private window may refuse; then it lasts as long as the page. */
const tabKeeper: Keeper = {
  read: () => read(KEPT_AS, 'sessionStorage'),
  write(text) {
    write(KEPT_AS, text, 'sessionStorage');
    isKept.value = true;
  },
};

let ours: Wizard | null = null;
/** The calibration of this page. */
export const wizard = (): Wizard => {
  ours ??= createWizard(tabKeeper, () => Date.now() / 1000);
  return ours;
};

/** A connection may be open and mute for ever. */
const COUNTED_WITHIN_MS = 20_000;
/** How many references count by now. */
export async function counted(subject: Subject): Promise<number> {
  const { compensators } = await getJson<Nerd>('/api/nerd', AbortSignal.timeout(COUNTED_WITHIN_MS));
  return compensators[subject === 'temperature' ? 'thermal' : 'humidity'].n;
}
