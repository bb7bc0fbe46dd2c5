import { signal } from '@preact/signals';
import { read } from '../kit/browser-choices.ts';

/** Storage key of a tab's unfinished calibration. */
export const STORAGE_KEY = 'weatherglass.calibration';
/** Whether this tab keeps a calibration. Only the wizard, which is loaded late, knows whether it still goes on. */
export const isKept = signal(read(STORAGE_KEY, 'sessionStorage') !== null);
