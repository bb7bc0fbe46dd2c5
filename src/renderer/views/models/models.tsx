import { models, status } from '../../data/station.ts';
import { Aged } from '../../parts/aged.tsx';
import { Problem } from '../../parts/problem.tsx';
import { t } from '../../texts/models.ts';
import { LabelList } from './labels/label-list.tsx';
import { Members } from './members.tsx';
import { RainWeights } from './rain-weights.tsx';
import { Training } from './training.tsx';
import { Usual } from './usual.tsx';
import { Calibration } from './wizard/wizard.tsx';

/** View Models: what the station learned, and what you can teach it. */
export default function Models() {
  models.use();
  status.use();
  return (
    <div class="page models">
      <header>
        <h1>{t.views.models}</h1>
        <p class="muted">{t.models.intro}</p>
      </header>
      <Problem of={models.problem.value} />
      <Calibration />
      <div class="two">
        <Training />
        <Aged by={[models.isOld]}>
          <Usual />
        </Aged>
      </div>
      <LabelList />
      <Aged by={[models.isOld]}>
        <RainWeights />
        <Members />
      </Aged>
    </div>
  );
}
