import type { Inputs } from '../../../../contract/inputs.ts';
import { resource } from '../../../data/station.ts';
import { lazyPart } from '../../../lazy-view.tsx';
import { withMoreWords } from '../../../texts/in-language.ts';
import type { HistoryModel } from '../model.ts';

const known = resource<Inputs>(() => '/api/inputs', 60);
const LateOthers = lazyPart(withMoreWords(() => import('./others.tsx')));

/** Charts of further sensors, whose script is loaded where the history keeps any: most stations have none. */
export function Others({ model }: { model: HistoryModel }) {
  const heard = known.use();
  const hasAny = heard?.inputs.some(({ recorded }) => Object.keys(recorded).length > 0) ?? false;
  return hasAny ? <LateOthers model={model} /> : null;
}
