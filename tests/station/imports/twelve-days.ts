import { DAY_S } from '../../../src/base/durations.ts';
import type { Imported, ImportInput } from '../../../src/station/imports/steps.ts';
import type { Store } from '../../../src/station/store/store.ts';
import { NOON } from '../store/support.ts';
import { bringIn as broughtIn } from './bring-in.ts';
import { madeWeather } from './made-files.ts';

export const ZONE = 'Europe/Berlin';
export const bringIn = (store: Store, files: readonly string[], more: Partial<ImportInput> = {}): Promise<Imported> =>
  broughtIn(store, files, { zone: ZONE, ...more });

/** Twelve days before noon, of which four are kept in five minutes: hours, five minutes and, of the last hour, samples. */
export const DAYS = 12;
export const KEPT = { fiveMinRetentionDays: 4 };
export const FROM_S = NOON - DAYS * DAY_S;
export const WEATHER = madeWeather(FROM_S, NOON);
