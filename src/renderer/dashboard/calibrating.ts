import { signal } from '@preact/signals';
import { read } from '../kit/browser-choices.ts';

/** Storage key of a tab's unfinished calibration. */
export const KEPT_AS = 'weatherglass.calibration';
/** Something is kept; whether it goes on, the wizard knows, which comes when it is wanted. */
export const isKept = signal(read(KEPT_AS, 'sessionStorage') !== null);
