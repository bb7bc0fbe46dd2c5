import { read, write } from '../../../kit/browser-choices.ts';
import { isKept, STORAGE_KEY } from '../../calibrating.ts';
import { createWizard, type Keeper, type Wizard } from './state.ts';

/** Storage of this tab; in a private window it lasts as long as the page. */
const tabKeeper: Keeper = {
  read: () => read(STORAGE_KEY, 'sessionStorage'),
  write(text) {
    write(STORAGE_KEY, text, 'sessionStorage');
    isKept.value = true;
  },
};

let ours: Wizard | null = null;
/** The calibration of this page. */
export const wizard = (): Wizard => {
  ours ??= createWizard(tabKeeper, () => Date.now() / 1000);
  return ours;
};
