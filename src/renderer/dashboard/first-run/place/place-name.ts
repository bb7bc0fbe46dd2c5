import { t } from '../../texts/first-run.ts';
import type { Place } from '../draft.ts';

/** A town by its name, a point by the town it is near. */
export function placeName({ name, isNear }: Place): string {
  if (name === null) return t.first.place.point;
  return isNear ? t.first.place.near({ town: name }) : name;
}
