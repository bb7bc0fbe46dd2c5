import { signal } from '@preact/signals';
import { write } from '../../kit/browser-choices.ts';
import type { Units } from '../../kit/format.ts';
import { kept, LATER, STORAGE_KEY } from '../first-run.ts';

export const STEPS = ['language', 'place', 'units', 'height', 'name', 'access', 'phone', 'sensors', 'done'] as const;
export type Step = (typeof STEPS)[number];

export interface Place {
  /** The town, or the one that the point is nearest to; null where none is known. */
  name: string | null;
  isNear: boolean;
  country: string | null;
  latitude: number;
  longitude: number;
  timezone: string | null;
}

/** Draft without answers. The PIN is not part of it: anyone with the browser could read it. */
const NOTHING = {
  step: 'language' as Step,
  /** The answers were sent and not confirmed: the station may have them. */
  sent: false,
  /** The questions are over; the steps that follow only show something. */
  saved: false,
  /** The station has confirmed the answers. */
  told: false,
  language: null as string | null,
  place: null as Place | null,
  altitudeM: null as number | null,
  indoors: null as boolean | null,
  units: null as Units | null,
  name: null as string | null,
  writes: null as 'open' | 'pin' | 'local' | null,
};
type Draft = typeof NOTHING;

/** Draft of this browser; it outlives a reload, and the page of another language. */
export const draft = signal(restored(kept.peek()));
/** The chosen PIN; kept only while the page is open. */
export const pin = signal('');

export function answer(change: Partial<Draft>): void {
  draft.value = { ...draft.peek(), ...change };
  kept.value = JSON.stringify(draft.peek());
  write(STORAGE_KEY, kept.peek()!);
}

/** Ends the first run at once: the station's status confirms it half a minute later (see first-run.ts). */
export function end(): void {
  kept.value = LATER;
  write(STORAGE_KEY, LATER);
}

function restored(text: string | null): Draft {
  if (!text?.startsWith('{')) return NOTHING;
  try {
    const known = JSON.parse(text) as Partial<Draft>;
    return STEPS.some((step) => step === known.step) ? { ...NOTHING, ...known } : NOTHING;
  } catch {
    return NOTHING; // written by something else, or cut short
  }
}
