import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MqttTopics } from '../../../contract/inputs.ts';
import type { Setting } from '../../../contract/settings.ts';
import { unitsOf } from '../../../quantities/measures.ts';
import { ApiProblem, GivenUp } from '../../kit/data/api.ts';
import { post } from '../../kit/data/station.ts';
import { DASH } from '../../kit/format.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Refusal } from '../../kit/parts/refusal.tsx';
import { editNow } from '../settings/editing.ts';
import { plain } from '../settings/value-words.ts';
import { t } from '../texts/sensor-sheet.ts';
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
        if (error instanceof GivenUp) return close(); // messages of the house are only for readers who may change something
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
    close();
    await editNow(setting, withMap(entries, name, map) as never);
  };
  return (
    <Dialog class="ask sensor-sheet" close={close} title={t.sensors.topics.title}>
      {problem.value && <Refusal of={problem.value} />}
      {heard.value && topic ? (
        <Mapping
          key={topic.topic}
          of={topic}
          quantities={heard.value.quantities}
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
                  <small class="muted">
                    {entryOf(one.topic, entries) ? t.sheet.topics.isMapped : <bdi dir="ltr">{sample(one.values)}</bdi>}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          <div class="buttons">
            <Button name={t.buttons.cancel} onClick={close} />
          </div>
        </>
      )}
    </Dialog>
  );
}

const written = (value: number): string => plain(value, MOST_DECIMALS);
/** First numbers of a message, so that its sensor is known again. */
const sample = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .slice(0, 3)
    .map(([path, value]) => `${path === '.' ? '' : `${path} `}${written(value)}`)
    .join(' · ') || DASH;

interface MappingProps {
  of: MqttTopics['topics'][number];
  quantities: MqttTopics['quantities'];
  entry: TopicEntry | undefined;
  back: () => void;
  keep: (map: TopicEntry['map']) => void;
}

/** Numbers of one topic, each with the quantity and unit that a person gives it. */
function Mapping({ of, quantities, entry, back, keep }: MappingProps) {
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
          const choices = quantity === '' ? [] : unitsOf(quantity);
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
              {[...Map.groupBy(quantities, (name) => name.split('.', 1)[0]!)].map(([head, names]) => (
                <optgroup key={head} label={head === 'battery' ? t.sensors.battery : headWord(head)}>
                  {names.map((name) => (
                    <option key={name} value={name}>
                      {name === 'battery'
                        ? t.sensors.battery
                        : t.labelled({ label: headWord(head), text: measureWord(name) })}
                    </option>
                  ))}
                </optgroup>
              ))}
              {quantity !== '' && !quantities.includes(quantity) && <option value={quantity}>{quantity}</option>}
            </PickRow>
          );
        })}
      </ul>
      <div class="buttons">
        <Button name={t.sheet.topics.back} onClick={back} />
        <Button kind="strong" name={t.buttons.save} onClick={() => keep(map.value)} />
      </div>
    </>
  );
}
