import { lazyPart } from '../../../lazy-view.tsx';
import { withMoreWords } from '../../../texts/in-language.ts';
import { inputs } from '../../sensors/data.ts';
import type { HistoryModel } from '../model.ts';

const LateOthers = lazyPart(withMoreWords(() => import('./others.tsx')));

/** Charts of further sensors, whose script is loaded where the history keeps any: most stations have none. */
export function Others({ model }: { model: HistoryModel }) {
  const heard = inputs.use();
  const hasAny = heard?.inputs.some(({ recorded }) => Object.keys(recorded).length > 0) ?? false;
  return hasAny ? <LateOthers model={model} /> : null;
}
