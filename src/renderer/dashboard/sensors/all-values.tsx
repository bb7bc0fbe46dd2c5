import type { Input } from '../../../contract/inputs.ts';
import { units } from '../../kit/browser-choices.ts';
import { time } from '../../kit/data/station.ts';
import { t } from '../texts/sensor-sheet.ts';
import { inputs } from './data.ts';
import { measureWord } from './measure-word.ts';
import { cellWord, headWord } from './names.ts';
import { oldIf } from './rows.tsx';
import { shownValue } from './values.ts';

/** All values and batteries of a sensor by what they are of, in people's words. */
export function AllValues({ of }: { of: Pick<Input, 'values' | 'battery' | 'silent'> }) {
  const byHead = Map.groupBy(Object.entries(of.values), ([path]) => path.split('.', 1)[0]!);
  const cells = Object.entries(of.battery).filter(([, state]) => state !== null);
  return (
    <div class={`sensor-values ${oldIf(of.silent || inputs.isOld.value)}`}>
      {[...byHead].map(([head, values]) => (
        <section key={head}>
          <h3>
            <bdi>{headWord(head)}</bdi>
          </h3>
          <dl>
            {values.map(([path, value]) => (
              <div key={path}>
                <dt class="muted">
                  <bdi>{measureWord(path)}</bdi>
                </dt>
                <dd>
                  <Value path={path} value={value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {cells.length > 0 && (
        <section>
          <h3>{t.sensors.battery}</h3>
          <dl>
            {cells.map(([name, state]) => (
              <div key={name}>
                <dt class="muted">
                  <bdi>{cellWord(name)}</bdi>
                </dt>
                <dd>{state === 'low' ? t.sensors.batteryLow : t.sensors.batteryGood}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function Value({ path, value }: { path: string; value: number }) {
  if (path.endsWith('.last_time')) return <>{time.value.dateAndClock(value)}</>;
  if (path.endsWith('.wet')) return <>{value > 0 ? t.sheet.wet.yes : t.sheet.wet.no}</>;
  const { text, unit } = shownValue(path, value, units.value);
  return (
    <bdi dir="ltr">
      {text} <span class="unit">{unit}</span>
    </bdi>
  );
}
