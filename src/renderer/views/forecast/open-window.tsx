import type { LabelResult, Labels } from '../../../contract/conditions.ts';
import { minuteS, post, resource, status, time } from '../../data/station.ts';
import { useTask } from '../../data/task.ts';
import { t } from '../../texts/forecast.ts';
import { openUntilS } from './open-until.ts';

const newest = resource<Labels>(() => '/api/labels?kinds=window_open&limit=1', 60);

/** Tells a station indoors that a window is open, so that the forecast learns nothing from it. Outdoors there is nothing to tell. */
export function OpenWindow() {
  const labels = newest.use();
  const task = useTask<LabelResult>();
  if (!labels || !status.value.value?.site.indoors) return null;
  const untilS = openUntilS(labels, minuteS.value);
  const tell = () =>
    task.run(async () => {
      const result = await post<LabelResult>('/api/label', { kind: 'window_open', value: untilS === null ? 1 : 0 });
      await newest.load();
      return result;
    });
  return (
    <section>
      <h2>{t.window.title}</h2>
      <p class="muted" aria-live="polite">
        {task.problem.value ??
          (untilS === null ? t.window.why : t.window.pausedUntil({ clock: time.value.clock(untilS) }))}
      </p>
      <div class="row">
        <button type="button" class="button" onClick={tell} disabled={task.busy.value}>
          {untilS === null ? t.window.open : t.window.closed}
        </button>
      </div>
    </section>
  );
}
