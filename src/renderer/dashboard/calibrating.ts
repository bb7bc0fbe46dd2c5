import { signal } from '@preact/signals';
import { read } from '../kit/browser-choices.ts';

/** Storage key of a tab's unfinished calibration. */
export const KEPT_AS = 'weatherglass.calibration';
/** Whether this tab keeps a calibration. Only the wizard, which is loaded late, knows whether it still goes on. */
export const isKept = signal(read(KEPT_AS, 'sessionStorage') !== null);
