import { anomaly, isStale, nerd } from '../../data/station.ts';
import { Aged } from '../../parts/aged.tsx';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import { t } from '../../texts/nerd.ts';
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
          <Aged by={[nerd.isOld, isStale]}>
            <Filters of={inside.filters} />
            <Innovations of={inside.innovation} />
          </Aged>
          <Aged by={[nerd.isOld]}>
            <Theta heads={inside.heads} features={inside.feature_names} />
            <Heads of={inside.heads} />
          </Aged>
          <div class="two">
            <Aged by={[nerd.isOld, anomaly.isOld]}>
              <Monitoring of={inside.monitoring} />
            </Aged>
            <StorageTiers />
          </div>
          <Aged by={[nerd.isOld, isStale]}>
            <Corrections of={inside} />
          </Aged>
        </>
      )}
      <div class="two">
        <Aged by={[isStale]}>
          <Board />
        </Aged>
        <Led />
      </div>
    </div>
  );
}
