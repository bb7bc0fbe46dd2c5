import { dayText } from '../../calendar.ts';
import { time, work } from '../../data/station.ts';
import { useTask } from '../../data/task.ts';
import { isKiosk } from '../../settings.ts';
import { t } from '../../texts/about.ts';

/** Download of the support file. The window on the wall keeps no files, so it offers none. */
export function SupportFile() {
  const task = useTask<true>();
  const make = () =>
    task.run(async () => {
      const file = await work<{ made_ts: number }>('/api/support');
      const day = dayText(time.peek().calendar.dayAt(file.made_ts));
      saveAs(`weatherglass-support-${day}.json`, JSON.stringify(file, null, 2));
      return true;
    });
  return (
    <section>
      <h2>{t.support.title}</h2>
      <p class="muted">{t.support.intro}</p>
      {isKiosk ? (
        <p>{t.support.onWall}</p>
      ) : (
        <div class="row">
          <button type="button" class="button" disabled={task.busy.value} onClick={make}>
            {t.support.download}
          </button>
        </div>
      )}
      <p aria-live="polite" class={task.problem.value ? 'refusal' : 'muted'}>
        {task.busy.value ? t.support.making : (task.problem.value ?? (task.result.value ? t.support.made : ''))}
      </p>
    </section>
  );
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser has taken it by then
}
