import { signal } from '@preact/signals';

/** Reason why a note was not saved whose dialog was closed before the answer; its words wait in the next dialog, which takes this away. */
export const unsaved = signal<string | null>(null);
