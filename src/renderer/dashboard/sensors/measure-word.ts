import { named } from '../../kit/texts/by-name.ts';
import { t } from '../texts/sensor-sheet.ts';

/** Name of what a path ends with. */
export function measureWord(path: string): string {
  const measure = path.slice(path.indexOf('.') + 1);
  return named(t.sheet.measures, measure) ?? measure;
}
