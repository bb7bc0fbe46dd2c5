import { z } from 'zod';
import { int } from './common.ts';

/** Note of the people who live here, at a moment of the history. */
export const Note = z.object({ id: int, ts: z.number(), given_ts: z.number(), text: z.string() });
export type Note = z.infer<typeof Note>;
/** Newest moment first; `total` counts what the question names, on all pages. */
export const Notes = z.object({ notes: z.array(Note), total: int });
export type Notes = z.infer<typeof Notes>;
export const NoteRemoved = z.object({ removed: z.literal(true), id: int });
export type NoteRemoved = z.infer<typeof NoteRemoved>;
