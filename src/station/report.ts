import type { EventRecord } from '../contract/events.ts';
import type { EventKind } from '../contract/names.ts';
import type { Sentence } from '../words/sentence.ts';

/** Tells the people of something worth knowing. One event per change, never one per tick. */
export type Report = (
  kind: EventKind,
  severity: EventRecord['severity'],
  sentence: Sentence,
  data?: Record<string, unknown>,
) => void;
