import { useSignal } from '@preact/signals';
import type { Input } from '../../../contract/inputs.ts';
import type { Settings } from '../../../contract/settings.ts';
import { status, time } from '../../kit/data/station.ts';
import { lazyPart } from '../../kit/lazy-view.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { Page } from '../../kit/parts/page.tsx';
import { Problem } from '../../kit/parts/problem.tsx';
import { Refusal } from '../../kit/parts/refusal.tsx';
import { waitsFor } from '../../kit/parts/waiting.ts';
import { settingIn } from '../settings/draft.ts';
import { isBusy, latest, shown } from '../settings/editing.ts';
import { SaveBar } from '../settings/save-bar.tsx';
import { Section } from '../settings/section.tsx';
import { t } from '../texts/sensors.ts';
import { withStyles } from '../view-styles.ts';
import { inputs, refusal } from './data.ts';
import { sorted, titleOf } from './model.ts';
import { sensorsOf } from './parts.ts';
import { FoundRow, OwnRow, since, UsedRow } from './rows.tsx';
import sheetStyles from './sensor-sheet.css?url';

/** Sheet of one sensor, loaded on first use: the list is read far more often than a sensor is added. */
const SensorSheet = lazyPart(withStyles(() => import('./sheet.tsx'), sheetStyles));

/** View Sensors: what measures here, what was found nearby, what is retired, and how to connect more. */
export default function Sensors() {
  inputs.use();
  const opened = useSignal<string | null>(null);
  const known = inputs.value.value ?? { inputs: [], unknown: [] };
  const all = known.inputs;
  const { used, found, retired } = sorted(known);
  const sensors = used.flatMap(sensorsOf);
  const sheet = [...sensors.filter(({ behind }) => behind), ...all].find(({ id }) => id === opened.value);
  const open = ({ id }: Input): void => {
    refusal.value = null;
    opened.value = id;
  };
  const toConnect = (): void => document.getElementById('connect')?.scrollIntoView({ block: 'start' });
  const byHand = <Button name={t.sensors.addByHand} kind={all.length > 0 ? '' : 'unknown'} onClick={toConnect} />;
  return (
    <Page view="sensors" head={byHand} problem={inputs.problem.value}>
      <div {...waitsFor(inputs, status, latest)} hidden />
      {refusal.value && !sheet && <Refusal of={refusal.value} />}
      <Troubles isAny={used.length > 0} />
      {(used.length > 0 || status.value.value?.hardware !== 'inputs') && (
        <section class="used bare" aria-label={t.sensors.inUse}>
          <p class="sensor heads muted small" aria-hidden="true">
            <span />
            <span>{t.headings.name}</span>
            <span>{t.headings.place}</span>
            <span>{t.sensors.now}</span>
            <span>{t.sensors.battery}</span>
            <span>{t.sensors.reception}</span>
            <span class="heard">{t.sensors.lastHeard}</span>
          </p>
          <ul class="sensor-rows">
            {sensors.map((one) => (
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
    </Page>
  );
}

const MOST_TROUBLES = 3;

/** Newest events about senders, back to the last good one: a hub that nobody hears has no row to tell it. */
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

/** Retired sensors: one line, until the reader unfolds them. */
function Retired({ of, open }: { of: readonly Input[]; open: (one: Input) => void }) {
  const isShown = useSignal(false);
  return (
    <section>
      <div class="section-head">
        <p class="muted">{t.sensors.retired({ n: of.length })}</p>
        <Button
          name={isShown.value ? t.sensors.hide : t.sensors.show}
          aria-expanded={isShown.value}
          onClick={() => (isShown.value = !isShown.value)}
        />
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
                <Button name={t.sensors.useAgain} onClick={() => open(one)} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Values over MQTT, loaded where the station listens to a broker. */
const Broker = lazyPart(withStyles(() => import('./broker.tsx'), sheetStyles));

function isListening(settings: Settings): boolean {
  const settingOf = (key: string) => settingIn(settings, key)?.value;
  const isOn = settingOf('inputs.mqtt.enabled') === true || settingOf('sensors.source') === 'mqtt';
  return isOn && settingOf('inputs.mqtt.url') !== null;
}

/** Section on what can be connected: the address for a console, and a switch for each family, by the editor of the settings. */
function Connect() {
  latest.use();
  const settings = shown.value;
  const inputs = settings?.sections.find(({ name }) => name === 'inputs');
  const topics = inputs?.settings.find(({ key }) => key === 'inputs.mqtt.topics');
  const section = inputs && { ...inputs, settings: inputs.settings.filter((one) => one !== topics) };
  return (
    <section class="settings connect" id="connect">
      <h2>{t.sensors.connectTitle}</h2>
      <p>{t.sensors.connect}</p>
      <Address />
      {!isBusy.value && !settings && <Problem of={latest.problem.value} />}
      {settings && section && (
        <>
          <div class="foldings">
            <Section section={section} isAlone />
          </div>
          {topics && isListening(settings) && <Broker settings={settings} setting={topics} />}
          <SaveBar />
        </>
      )}
    </section>
  );
}

/** Address that somebody types into a console that can send to an own server. */
function Address() {
  const [url] = status.value.value?.lan_urls ?? [];
  if (url === undefined) return <p class="muted">{t.sensors.noAddress}</p>;
  const { hostname, port, protocol } = new URL(url);
  const written = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return (
    <Facts
      of={[
        [t.sensors.server, written(hostname)],
        [t.sensors.port, written(port || (protocol === 'https:' ? '443' : '80'))],
        [t.sensors.path, written('/data/report/')],
      ]}
    />
  );
}
