import { useComputed } from '@preact/signals';
import type { BackupMade, Care } from '../../../contract/care.ts';
import { jobs, time, work } from '../../data/station.ts';
import { useTask } from '../../data/task.ts';
import { number } from '../../format.ts';
import { bytes } from '../../format-size.ts';
import { Check } from '../../icons-over.tsx';
import { Facts } from '../../parts/facts.tsx';
import { JobBar } from '../../parts/job-bar.tsx';
import { t } from '../../texts/about.ts';

/** List of backups, and a button to make one. */
export function Backups({ of: { backup }, again }: { of: Care; again: () => Promise<void> }) {
  const task = useTask<BackupMade>();
  const isRunning = useComputed(() => task.busy.value || jobs.value.some(({ job }) => job === 'backup'));
  const make = () =>
    task.run(async () => {
      const made = await work<BackupMade>('/api/backup');
      await again();
      return made;
    });
  const made = task.result.value;
  return (
    <section>
      <h2>{t.backup.title}</h2>
      <p class="muted">{t.backup.intro}</p>
      <Facts
        of={[
          [t.backup.last, backup.last_ts === null ? t.backup.never : time.value.dateAndClock(backup.last_ts)],
          [t.backup.size, bytes(backup.bytes)],
          [t.backup.kept, number(backup.kept)],
        ]}
      />
      {backup.keeps === 0 && <p class="muted">{t.backup.off}</p>}
      {isRunning.value && <JobBar job="backup" label={t.backup.making} />}
      <div class="row">
        <button type="button" class="button strong" disabled={isRunning.value} onClick={make}>
          {t.backup.make}
        </button>
      </div>
      <div aria-live="polite">
        {task.problem.value && <p class="refusal">{task.problem.value}</p>}
        {made && !isRunning.value && (
          <p class="verdict ok">
            <Check />
            {t.backup.made({ size: bytes(made.bytes) })}
          </p>
        )}
      </div>
    </section>
  );
}
