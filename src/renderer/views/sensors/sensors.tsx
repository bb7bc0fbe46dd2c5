import { useSignal } from '@preact/signals';
import type { Input } from '../../../contract/inputs.ts';
import { status, time } from '../../data/station.ts';
import { lazyPart } from '../../lazy-view.tsx';
import { Problem } from '../../parts/problem.tsx';
import { waitsFor } from '../../parts/waiting.ts';
import sheetStyles from '../../styles/sensor-sheet.css?url';
import { t } from '../../texts/sensors.ts';
import { withStyles } from '../../view-styles.ts';
import { latest } from '../settings/editing.ts';
import { Connect } from './connect.tsx';
import { inputs, refusal } from './data.ts';
import { sorted, titleOf } from './model.ts';
import { FoundRow, OwnRow, since, UsedRow } from './rows.tsx';

/** Sheet of one sensor, loaded on first use: the list is read far more often than a sensor is added. */
const SensorSheet = lazyPart(withStyles(() => import('./sheet.tsx'), sheetStyles));

/** View Sensors: what measures here, what was found nearby, what is retired, and how to connect more. */
export default function Sensors() {
  inputs.use();
  const opened = useSignal<string | null>(null);
  const known = inputs.value.value ?? { inputs: [], unknown: [] };
  const all = known.inputs;
  const { used, found, retired } = sorted(known);
  const sheet = all.find(({ id }) => id === opened.value);
  const open = ({ id }: Input): void => {
    refusal.value = null;
    opened.value = id;
  };
  const toConnect = (): void => document.getElementById('connect')?.scrollIntoView({ block: 'start' });
  return (
    <div class="page sensors">
      <header>
        <h1>{t.views.sensors}</h1>
        {all.length > 0 && (
          <button type="button" class="button" onClick={toConnect}>
            {t.sensors.addByHand}
          </button>
        )}
      </header>
      <div class="bare" {...waitsFor(inputs, status, latest)} hidden={inputs.problem.value === null}>
        <Problem of={inputs.problem.value} />
      </div>
      {refusal.value && !sheet && (
        <p class="refusal" role="alert">
          {refusal.value}
        </p>
      )}
      <Troubles isAny={used.length > 0} />
      {(used.length > 0 || status.value.value?.hardware !== 'inputs') && (
        <section class="used" aria-label={t.sensors.inUse}>
          <p class="sensor heads" aria-hidden="true">
            <span />
            <span>{t.sensors.name}</span>
            <span>{t.sensors.place}</span>
            <span>{t.sensors.now}</span>
            <span>{t.sensors.battery}</span>
            <span>{t.sensors.reception}</span>
            <span class="heard">{t.sensors.lastHeard}</span>
          </p>
          <ul class="sensor-rows">
            {used.map((one) => (
              <UsedRow key={one.id} of={one} open={() => open(one)} />
            ))}
            <OwnRow />
          </ul>
        </section>
      )}
      {found.length > 0 && (
        <section>
          <h2>
            {t.sensors.foundTitle} <span class="plain">{t.sensors.foundText}</span>
          </h2>
          <ul class="sensor-rows">
            {found.map((one) => (
              <FoundRow key={one.id} of={one} all={all} add={() => open(one)} />
            ))}
          </ul>
        </section>
      )}
      {retired.length > 0 && <Retired of={retired} open={open} />}
      <Connect />
      {known.unknown.length > 0 && (
        <section>
          <details>
            <summary>
              <h2>{t.sensors.unknownTitle}</h2>
            </summary>
            <p class="muted">{t.sensors.unknownText}</p>
            <dl class="unknown-keys">
              {known.unknown.map(({ id, keys, count }) => (
                <div key={id}>
                  <dt dir="ltr">
                    <span translate={false}>{id}</span> <span class="muted">{t.sensors.times({ n: count })}</span>
                  </dt>
                  <dd dir="ltr" translate={false}>
                    {keys.join(', ')}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      )}
      {sheet && <SensorSheet key={sheet.id} of={sheet} all={all} close={() => (opened.value = null)} />}
    </div>
  );
}

const MOST_TROUBLES = 3;

/** Troubles: what the station said last of its senders, until something good is said: a hub that nobody hears has no row of its own. */
function Troubles({ isAny }: { isAny: boolean }) {
  const { events = [], started_ts: startedS = 0 } = status.value.value ?? {};
  const said = events.filter(({ kind, ts }) => kind === 'sensor' && ts >= startedS);
  const good = said.findIndex(({ severity }) => severity === 'info');
  const troubles = said.slice(0, good < 0 ? MOST_TROUBLES : Math.min(good, MOST_TROUBLES));
  return troubles.map(({ id, ts, detail }) => (
    <p key={id ?? ts} class={isAny ? 'muted' : 'refusal'}>
      {since(ts)} <bdi>{detail}</bdi>
    </p>
  ));
}

/** Retired sensors: one line until somebody wants them. */
function Retired({ of, open }: { of: readonly Input[]; open: (one: Input) => void }) {
  const isShown = useSignal(false);
  return (
    <section>
      <div class="section-head">
        <p class="muted">{t.sensors.retired({ n: of.length })}</p>
        <button
          type="button"
          class="button"
          aria-expanded={isShown.value}
          onClick={() => (isShown.value = !isShown.value)}
        >
          {isShown.value ? t.sensors.hide : t.sensors.show}
        </button>
      </div>
      {isShown.value && (
        <ul class="sensor-rows">
          {of.map((one) => (
            <li key={one.id}>
              <div class="sensor was">
                <span class="named">
                  <b dir="auto">{titleOf(one)}</b>
                  <small>{t.sensors.lastHeardOn({ day: time.value.dayAndMonth(one.last_seen_ts) })}</small>
                </span>
                <button type="button" class="button" onClick={() => open(one)}>
                  {t.sensors.useAgain}
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
