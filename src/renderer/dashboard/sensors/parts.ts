import type { Input } from '../../../contract/inputs.ts';
import { named } from '../../kit/texts/by-name.ts';
import { type Sensor, titleOf } from './model.ts';
import { headWord } from './names.ts';

const headOf = (path: string): string => path.split('.', 1)[0]!;
const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);
const only = <T>(of: Readonly<Record<string, T>>, isWanted: (key: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([key]) => isWanted(key)));

/** Input with the values and states of some of its sensors alone. */
const partOf = (of: Input, isWanted: (path: string) => boolean): Input => ({
  ...of,
  values: only(of.values, isWanted),
  battery: only(of.battery, isWanted),
  lost: of.lost.filter(isWanted),
  main_for: of.main_for.filter(isWanted),
});

/** Sensors of a sender in use: itself, and each one behind it that is in use. */
export function sensorsOf(of: Input): Sensor[] {
  const parts = Object.entries(of.parts).filter(([, { retired }]) => !retired);
  const behind = parts.map(([head, { name, place }]) => ({
    ...partOf(of, (path) => headOf(path) === head),
    id: `${of.id} ${head}`,
    name,
    model: capital(headWord(head)),
    place: place ?? (head === 'indoor' ? 'indoors' : null),
    main_for: [],
    source_of: [],
    signal_db: null,
    refused: [],
    clock_off_s: null,
    behind: { id: of.id, title: titleOf(of), head },
  }));
  behind.sort((a, b) => titleOf(a).localeCompare(titleOf(b), undefined, { numeric: true }));
  return [partOf(of, (path) => !Object.hasOwn(of.parts, headOf(path))), ...behind];
}

/** Name of a channel of a sender: the one that a person gave it, else that of its kind. */
export const partWord = ({ parts }: Pick<Input, 'parts'>, head: string): string =>
  named(parts, head)?.name ?? headWord(head);
