import { lazyPart } from '../../../lazy-view.tsx';

/** Dialog of a mark on readings, loaded on first use. */
export const FlagDialog = lazyPart(() => import('./flag-dialog.tsx'));
