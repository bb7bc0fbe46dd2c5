import { lazyPart } from '../../../lazy-view.tsx';

/** Comes when somebody writes: History is read far more often. */
export const NoteDialog = lazyPart(() => import('./note-dialog.tsx'));
