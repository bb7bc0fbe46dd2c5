import { type Signal, useSignal } from '@preact/signals';
import type { InputHTMLAttributes } from 'preact';
import type { HomeAssistantExport } from '../../../../contract/home-assistant.ts';
import { getJson, post } from '../../../kit/data/station.ts';
import { useTask } from '../../../kit/data/task.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { wait } from '../../../kit/wait.ts';
import { t } from '../../texts/history.ts';

const PATH = '/api/export/home-assistant';
const LOOK_EVERY_MS = 1000;

const line = (label: string, of: Signal<string>, kind: InputHTMLAttributes) => (
  <label>
    <span class="muted">{label}</span>
    <input
      {...kind}
      autocomplete="off"
      dir="ltr"
      value={of.value}
      onInput={(event) => (of.value = event.currentTarget.value)}
    />
  </label>
);

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
        await wait(LOOK_EVERY_MS);
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
      {line(words.address, address, { type: 'text', inputMode: 'url', maxLength: 300 })}
      {line(words.token, token, { type: 'password', maxLength: 1000 })}
      <p class="muted">{words.tokenNote}</p>
      <p class={task.problem.value === null && now.value?.state !== 'failed' ? 'muted' : 'refusal'} role="status">
        {task.problem.value ?? told}
      </p>
      <div class="buttons">
        <Button name={now.value?.state === 'done' ? t.buttons.close : t.buttons.cancel} onClick={close} />
        <Button kind="strong" name={words.send} type="submit" disabled={!isReady} />
      </div>
    </form>
  );
}
