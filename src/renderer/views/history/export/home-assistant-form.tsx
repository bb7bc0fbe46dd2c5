import { useSignal } from '@preact/signals';
import type { HomeAssistantExport } from '../../../../contract/home-assistant.ts';
import { getJson, post } from '../../../data/station.ts';
import { useTask } from '../../../data/task.ts';
import { t } from '../../../texts/history.ts';

const PATH = '/api/export/home-assistant';
const LOOK_EVERY_MS = 1000;

/** Hourly statistics into Home Assistant. The token leaves the page with the one request that needs it, and is forgotten. */
export function HomeAssistantForm({ close }: { close: () => void }) {
  const words = t.history.export;
  const address = useSignal('');
  const token = useSignal('');
  const now = useSignal<HomeAssistantExport | null>(null);
  const task = useTask<void>();
  const isReady = address.value.trim() !== '' && token.value.trim() !== '' && !task.busy.value;
  const send = (): void => {
    void task.run(async () => {
      now.value = null;
      now.value = await post<HomeAssistantExport>(PATH, { address: address.peek().trim(), token: token.peek().trim() });
      token.value = '';
      while (now.peek()?.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
        now.value = await getJson<HomeAssistantExport>(PATH);
      }
    });
  };
  const told = now.value === null ? null : (now.value.detail ?? words.sent({ sent: now.value.sent }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) send();
      }}
    >
      <p class="muted">{words.explain}</p>
      <label>
        <span class="muted">{words.address}</span>
        <input
          type="text"
          inputMode="url"
          autocomplete="off"
          maxLength={300}
          dir="ltr"
          value={address.value}
          onInput={(event) => {
            address.value = event.currentTarget.value;
          }}
        />
      </label>
      <label>
        <span class="muted">{words.token}</span>
        <input
          type="password"
          autocomplete="off"
          maxLength={1000}
          dir="ltr"
          value={token.value}
          onInput={(event) => {
            token.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="muted">{words.tokenNote}</p>
      <p class={task.problem.value === null && now.value?.state !== 'failed' ? 'muted' : 'refusal'} role="status">
        {task.problem.value ?? told}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={close}>
          {now.value?.state === 'done' ? words.close : t.history.notes.cancel}
        </button>
        <button type="submit" class="button strong" disabled={!isReady}>
          {words.send}
        </button>
      </div>
    </form>
  );
}
