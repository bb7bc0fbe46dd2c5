import { lazyPart } from '../../../kit/lazy-view.tsx';

/** Note dialog, loaded on first use: History is read far more often than written to. */
export const NoteDialog = lazyPart(() => import('./note-dialog.tsx'));
