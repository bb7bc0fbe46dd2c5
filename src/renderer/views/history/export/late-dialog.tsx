import { lazyPart } from '../../../lazy-view.tsx';

/** Export sheet, loaded on first use. */
export const ExportDialog = lazyPart(() => import('./export-dialog.tsx'));
