import type { Settings } from '../../../contract/settings.ts';
import { status } from '../../data/station.ts';
import { lazyPart } from '../../lazy-view.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Problem } from '../../parts/problem.tsx';
import sheetStyles from '../../styles/sensor-sheet.css?url';
import { t } from '../../texts/sensors.ts';
import { withStyles } from '../../view-styles.ts';
import { allOf } from '../settings/draft.ts';
import { isBusy, latest, meanwhile, shown } from '../settings/editing.ts';
import { whyReadOnly } from '../settings/lock.ts';
import { Meanwhile } from '../settings/meanwhile.tsx';
import { SaveBar } from '../settings/save-bar.tsx';
import { Section } from '../settings/section.tsx';

/** Values over MQTT, loaded where the station listens to a broker. */
const Broker = lazyPart(withStyles(() => import('./broker.tsx'), sheetStyles));

function isListening(settings: Settings): boolean {
  const all = new Map(allOf(settings).map(({ key, value }) => [key, value]));
  const isOn = all.get('inputs.mqtt.enabled') === true || all.get('sensors.source') === 'mqtt';
  return isOn && all.get('inputs.mqtt.url') !== null;
}

/** Section on what can be connected: the address for a console, and a switch for each family, by the editor of the settings. */
export function Connect() {
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
            <Section section={section} settings={settings} isShut={whyReadOnly(settings) !== null} isAlone />
          </div>
          {topics && isListening(settings) && (
            <Broker settings={settings} setting={topics} isShut={whyReadOnly(settings) !== null} />
          )}
          <SaveBar settings={settings} />
          {meanwhile.value && <Meanwhile of={meanwhile.value} />}
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
