import { useComputed } from '@preact/signals';
import { status } from '../data/station.ts';
import { Check } from '../icons-over.tsx';
import { t } from '../texts/over.ts';

/** Milestones of learning: hours of history that each needs. */
const MILESTONES = [
  ['tendency', 3],
  ['training', 12],
  ['usual', 48],
  ['scores', 30 * 24],
] as const;

export const isStillLearning = (historyDays: number): boolean => 24 * historyDays < MILESTONES.at(-1)![1];

const leftWords = (hours: number): string =>
  hours < 48
    ? t.learning.inHours({ n: Math.max(1, Math.ceil(hours)) })
    : t.learning.inDays({ n: Math.ceil(hours / 24) });

/** Learning progress, until everything that takes a month is learned. */
export default function Learning() {
  const hours = useComputed(() => 24 * (status.value.value?.history_days ?? 0));
  const next = MILESTONES.find(([, after]) => hours.value < after)?.[0];
  return (
    <ol class="learning" aria-label={t.learning.label}>
      {MILESTONES.map(([name, after]) => {
        const share = Math.min(1, hours.value / after);
        return (
          <li key={name} class={share === 1 ? 'done' : name === next ? 'coming' : ''}>
            <span class="milestone">
              {share === 1 && <Check />}
              {t.learning.names[name]}
              <span class="sr-only">{share === 1 ? `, ${t.learning.done}` : ''}</span>
            </span>
            <svg class="meter" aria-hidden="true">
              <rect class="track" width="100%" height="100%" rx="3" />
              <rect class="fill" width={`${100 * share}%`} height="100%" rx="3" />
            </svg>
            <span class="muted">{share === 1 ? t.learning.done : leftWords(after - hours.value)}</span>
          </li>
        );
      })}
    </ol>
  );
}
