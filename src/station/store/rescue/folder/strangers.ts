import { readdirSync } from 'node:fs';
import { readNote, writeNote } from './note-file.ts';

/** File of the data folder with the names of backups that are not of its history. */
const STRANGERS = 'weatherglass.strangers';

/** Backups of a history that was set aside, on a disk that let them be moved nowhere. */
export const strangersIn = (folder: string): ReadonlySet<string> =>
  new Set(readNote<string[]>(folder, STRANGERS) ?? []);

/** Marks a folder's backups as foreign: its history is not rebuilt from them. */
export const markForeign = (folder: string, backups: string): void =>
  writeNote(folder, STRANGERS, [...new Set([...strangersIn(folder), ...readdirSync(backups)])]);
