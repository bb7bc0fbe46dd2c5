import { anomaly, nerd } from '../../data/station.ts';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts.ts';
import { Board, Led } from './board.tsx';
import { Corrections } from './corrections.tsx';
import { Filters } from './filters.tsx';
import { Heads } from './heads.tsx';
import { Innovations } from './innovations.tsx';
import { Monitoring } from './monitoring.tsx';
import { StorageTiers } from './storage-tiers.tsx';
import { Theta } from './theta.tsx';

/** The engine with its case off. */
export default function Nerd() {
  const inside = nerd.use();
  anomaly.use();
  return (
    <div class="page nerd">
      <header>
        <h1>{t.views.nerd}</h1>
        <p class="muted">{t.nerd.intro}</p>
      </header>
      <Problem of={nerd.problem.value} />
      {!inside && <div {...waitsFor(nerd)} />}
      {inside && (
        <>
          <Filters of={inside.filters} />
          <Innovations of={inside.innovation} />
          <Theta heads={inside.heads} features={inside.feature_names} />
          <Heads of={inside.heads} />
          <div class="two">
            <Monitoring of={inside.monitoring} />
            <StorageTiers />
          </div>
          <Corrections of={inside} />
        </>
      )}
      <div class="two">
        <Board />
        <Led />
      </div>
    </div>
  );
}
