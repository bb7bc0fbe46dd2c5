import type { Setting, Settings } from '../../../contract/settings.ts';
import { DialogButton } from '../dialog-button.tsx';
import { draft, isBusy } from '../settings/editing.ts';
import { whyLocked, whyReadOnly } from '../settings/lock.ts';
import { t } from '../texts/sensors.ts';
import type { TopicEntry } from './mapping.ts';
import TopicsSheet from './topics-sheet.tsx';

interface Props {
  settings: Settings;
  /** `inputs.mqtt.topics` of the settings. */
  setting: Setting;
}

/** Mapping of a broker's messages, and the way to choose it by touch. */
export default function Broker({ settings, setting }: Props) {
  const locked = whyLocked(setting, settings);
  const entries = (draft.value.get(setting.key) ?? setting.value) as unknown as readonly TopicEntry[];
  return (
    <div>
      <h3>{t.sensors.topics.title}</h3>
      <p class="muted">{locked ?? t.sensors.topics.mapped({ n: entries.length })}</p>
      <DialogButton
        name={t.sensors.topics.choose}
        disabled={whyReadOnly(settings) !== null || locked !== null || isBusy.value}
        opens={(close) => <TopicsSheet setting={setting} entries={entries} close={close} />}
      />
    </div>
  );
}
