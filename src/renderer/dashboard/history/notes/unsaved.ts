import { signal } from '@preact/signals';

/** Reason why a note was not saved, if its dialog was closed before the answer. Its words wait in the next dialog, which clears this. */
export const unsaved = signal<string | null>(null);
