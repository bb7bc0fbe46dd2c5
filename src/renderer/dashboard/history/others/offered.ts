import type { Input } from '../../../../contract/inputs.ts';
import { measureWord } from '../../sensors/measure-word.ts';
import { titleOf } from '../../sensors/model.ts';
import { partWord } from '../../sensors/parts.ts';
import { t } from '../../texts/sensor-sheet.ts';

/** Column that a reader may add as a chart, with the names of its sensor and its value. The path of the value tells the unit. */
export type Offered = ReturnType<typeof offered>[number];

/** Columns that have a panel of their own above. */
const SHOWN: ReadonlySet<string> = new Set(['wind_speed', 'wind_gust', 'rain', 'solar_radiation']);

/** Everything that the history keeps of bought sensors beside the panels that are always there. */
export const offered = (
  inputs: readonly Pick<Input, 'id' | 'model' | 'name' | 'adopted' | 'retired' | 'recorded' | 'parts'>[],
) =>
  inputs
    .filter(({ adopted, retired }) => adopted || retired)
    .flatMap((input) =>
      Object.entries(input.recorded).flatMap(([path, column]) =>
        SHOWN.has(column) ? [] : [{ column, path, sensor: titleOf(input), what: whatOf(path, input) }],
      ),
    );

function whatOf(path: string, of: Pick<Input, 'parts'>): string {
  if (path === 'battery') return t.sensors.battery;
  if (path === 'signal_db') return t.sensors.reception;
  const [head = ''] = path.split('.');
  return head === 'outdoor' ? measureWord(path) : t.labelled({ label: partWord(of, head), text: measureWord(path) });
}
