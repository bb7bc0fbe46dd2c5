import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MqttTopics } from '../../../contract/inputs.ts';
import { MQTT_QUANTITIES, mqttUnitsOf } from '../../../contract/mqtt-units.ts';
import type { Setting } from '../../../contract/settings.ts';
import { ApiProblem, GivenUp } from '../../data/api.ts';
import { post } from '../../data/station.ts';
import { DASH, number } from '../../format.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { t } from '../../texts/sensor-sheet.ts';
import { draft, edit, save } from '../settings/editing.ts';
import { entryOf, mapped, quantityAt, type TopicEntry, unitAt, withMap } from './mapping.ts';
import { measureWord } from './measure-word.ts';
import { headWord } from './names.ts';
import { PickRow } from './pick-row.tsx';

const LOOK_EVERY_MS = 3000;
const MOST_DECIMALS = 4;

interface Props {
  setting: Setting;
  entries: readonly TopicEntry[];
  close: () => void;
}

/** Sheet of a broker's topics: what is sent there now, and which number of it is which quantity. */
export default function TopicsSheet({ setting, entries, close }: Props) {
  const heard = useSignal<MqttTopics | null>(null);
  const problem = useSignal('');
  const chosen = useSignal<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const look = async (): Promise<void> => {
      try {
        heard.value = await post<MqttTopics>('/api/inputs/topics');
        problem.value = '';
      } catch (error) {
        if (error instanceof GivenUp) return close(); // nobody who may not change anything sees messages of the house
        if (!(error instanceof ApiProblem)) throw error;
        problem.value = error.message;
      }
      if (!isOver) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  const topic = heard.value?.topics.find((one) => one.topic === chosen.value);
  const keep = async (name: string, map: TopicEntry['map']): Promise<void> => {
    const isAlone = draft.peek().size === 0;
    edit(setting, withMap(entries, name, map) as never);
    close();
    if (isAlone) await save();
  };
  return (
    <Dialog class="ask sensor-sheet" close={close} labelledBy="topics-title">
      <h2 id="topics-title">{t.sensors.topics.title}</h2>
      {problem.value && (
        <p class="refusal" role="alert">
          {problem.value}
        </p>
      )}
      {topic ? (
        <Mapping
          key={topic.topic}
          of={topic}
          entry={entryOf(topic.topic, entries)}
          back={() => (chosen.value = null)}
          keep={(map) => void keep(topic.topic, map)}
        />
      ) : (
        <>
          <p>{heard.value?.listening === false ? t.sheet.topics.noBroker : t.sheet.topics.pick}</p>
          <ul class="topics">
            {heard.value?.topics.map((one) => (
              <li key={one.topic}>
                <button type="button" class="button" onClick={() => (chosen.value = one.topic)}>
                  <bdi dir="ltr" translate={false}>
                    {one.topic}
                  </bdi>
                  <small>
                    {entryOf(one.topic, entries) ? t.sheet.topics.isMapped : <bdi dir="ltr">{sample(one.values)}</bdi>}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          <div class="buttons">
            <button type="button" class="button" onClick={close}>
              {t.sensors.cancel}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

const written = (value: number): string =>
  number(value, Number.isInteger(value) ? 0 : Math.min(MOST_DECIMALS, decimalsOf(value)));
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;
/** First numbers of a message, so that its sensor is known again. */
const sample = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .slice(0, 3)
    .map(([path, value]) => `${path === '.' ? '' : `${path} `}${written(value)}`)
    .join(' · ') || DASH;

interface MappingProps {
  of: MqttTopics['topics'][number];
  entry: TopicEntry | undefined;
  back: () => void;
  keep: (map: TopicEntry['map']) => void;
}

/** Numbers of one topic, each with the quantity and unit that a person gives it. */
function Mapping({ of, entry, back, keep }: MappingProps) {
  const map = useSignal<TopicEntry['map']>(entry?.map ?? {});
  return (
    <>
      <p>
        <bdi dir="ltr" translate={false}>
          {of.topic}
        </bdi>
      </p>
      {entry && entry.topic !== of.topic && <p>{t.sheet.topics.byFilter({ filter: entry.topic })}</p>}
      <ul class="paths">
        {Object.entries(of.values).map(([path, value]) => {
          const quantity = quantityAt(path, map.value);
          const choices = quantity === '' ? [] : mqttUnitsOf(quantity);
          return (
            <PickRow
              key={path}
              path={path}
              value={written(value)}
              quantity={quantity}
              unit={unitAt(quantity, map.value)}
              units={choices}
              choose={(name, unit) => (map.value = mapped(map.value, path, name, unit))}
            >
              {[...Map.groupBy(MQTT_QUANTITIES, (name) => name.split('.', 1)[0]!)].map(([head, names]) => (
                <optgroup key={head} label={head === 'battery' ? t.sensors.battery : headWord(head)}>
                  {names.map((name) => (
                    <option key={name} value={name}>
                      {name === 'battery' ? t.sensors.battery : `${headWord(head)}: ${measureWord(name)}`}
                    </option>
                  ))}
                </optgroup>
              ))}
              {quantity !== '' && !MQTT_QUANTITIES.includes(quantity) && <option value={quantity}>{quantity}</option>}
            </PickRow>
          );
        })}
      </ul>
      <div class="buttons">
        <button type="button" class="button" onClick={back}>
          {t.sheet.topics.back}
        </button>
        <button type="button" class="button strong" onClick={() => keep(map.value)}>
          {t.sensors.save}
        </button>
      </div>
    </>
  );
}
