import { useSignal } from '@preact/signals';
import type { Setting, Settings } from '../../../contract/settings.ts';
import { lazyPart } from '../../lazy-view.tsx';
import sheetStyles from '../../styles/sensor-sheet.css?url';
import { t } from '../../texts/sensors.ts';
import { withStyles } from '../../view-styles.ts';
import { draft, isBusy } from '../settings/editing.ts';
import { whyLocked } from '../settings/lock.ts';
import type { TopicEntry } from './mapping.ts';

const TopicsSheet = lazyPart(withStyles(() => import('./topics-sheet.tsx'), sheetStyles));

interface Props {
  settings: Settings;
  /** `inputs.mqtt.topics` of the settings. */
  setting: Setting;
  isShut: boolean;
}

/** What of a broker's messages is read, and the way to choose it by touch; nothing while the station listens to no broker. */
export function Broker({ settings, setting, isShut }: Props) {
  const isOpen = useSignal(false);
  const value = (key: string): unknown =>
    settings.sections.flatMap((one) => one.settings).find((one) => one.key === key)?.value;
  const isOn = value('inputs.mqtt.enabled') === true || value('sensors.source') === 'mqtt';
  if (!isOn || value('inputs.mqtt.url') === null) return null;
  const locked = whyLocked(setting, settings);
  const entries = (draft.value.get(setting.key) ?? setting.value) as unknown as readonly TopicEntry[];
  return (
    <div class="broker">
      <h3>{t.sensors.topics.title}</h3>
      <p class="muted">{locked ?? t.sensors.topics.mapped({ n: entries.length })}</p>
      <button
        type="button"
        class="button"
        disabled={isShut || locked !== null || isBusy.value}
        onClick={() => (isOpen.value = true)}
      >
        {t.sensors.topics.choose}
      </button>
      {isOpen.value && <TopicsSheet setting={setting} entries={entries} close={() => (isOpen.value = false)} />}
    </div>
  );
}
