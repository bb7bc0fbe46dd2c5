import { lazyPart } from '../../../lazy-view.tsx';
import { withMoreWords } from '../../../texts/in-language.ts';

/** Charts of further sensors, loaded behind the rest: most stations have none. */
export const Others = lazyPart(withMoreWords(() => import('./others.tsx')));
