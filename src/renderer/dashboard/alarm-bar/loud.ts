import { computed } from '@preact/signals';
import type { Alarm, Alarms } from '../../../contract/alarms.ts';
import { units } from '../../kit/browser-choices.ts';
import { minuteS, resource } from '../../kit/data/station.ts';
import { chanceText } from '../now/tonight-answer.ts';

export const alarms = resource<Alarms>(() => `/api/alarms?units=${units.value}`, 5);

const RANK: Readonly<Record<Alarm['severity'], number>> = { critical: 0, warning: 1, info: 2 };

/** Alarms that nobody has acknowledged or put off, the gravest and newest first. */
export const loud = computed<Alarm[]>(() =>
  (alarms.value.value?.alarms ?? [])
    .filter(
      ({ state, rule, snoozed_until_ts: until }) =>
        state === 'firing' && rule.channels.includes('screen') && (until === null || until <= minuteS.value),
    )
    .sort((a, b) => RANK[a.severity] - RANK[b.severity] || (b.started_ts ?? 0) - (a.started_ts ?? 0)),
);

/** Its name, with the chance where it is one. */
export const headOf = ({ title, chance }: Alarm): string =>
  chance === null ? title : `${title} ${chanceText(chance)}`;
