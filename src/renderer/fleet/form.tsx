import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Refused } from './session.ts';
import { t } from './texts/fleet.ts';

interface Props {
  label: string;
  /** Text of the button that sends it. */
  go: string;
  /** Answers a sentence for the reader, or null. */
  send: () => Promise<string | null>;
  isShut?: boolean;
  children: ComponentChildren;
}

/** Form that is sent once at a time, and says below itself how it went. */
export function Form({ label, go, send, isShut = false, children }: Props) {
  const isSending = useSignal(false);
  const said = useSignal<{ text: string; isBad: boolean } | null>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isSending.value || isShut) return;
    isSending.value = true;
    said.value = null;
    try {
      const text = await send();
      said.value = text === null ? null : { text, isBad: false };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.value = { text: t.fleet.hubRefused({ detail: error.message }), isBad: true };
    } finally {
      isSending.value = false;
    }
  };
  return (
    <form class="stack" aria-label={label} onSubmit={submit}>
      <div class="row">
        {children}
        <button type="submit" class="button" disabled={isSending.value || isShut}>
          {go}
        </button>
      </div>
      <p class={said.value?.isBad ? 'problem' : 'muted'} role="status">
        {said.value?.text}
      </p>
    </form>
  );
}

interface EntryProps {
  label: string;
  value: string;
  set: (value: string) => void;
  isHidden?: boolean;
  autocomplete?: string;
  isNeeded?: boolean;
}
export const Entry = ({ label, value, set, isHidden = false, autocomplete = 'off', isNeeded = true }: EntryProps) => (
  <label class="labelled">
    <span class="muted">{label}</span>
    <input
      class="entry"
      {...(isHidden ? { type: 'password' as const } : { type: 'text' as const })}
      value={value}
      autocomplete={autocomplete}
      required={isNeeded}
      onInput={(event) => set(event.currentTarget.value)}
    />
  </label>
);

interface PickProps<T extends string> {
  label: string;
  value: T;
  of: Readonly<Partial<Record<T, string>>>;
  set: (value: T) => void;
}
export const Pick = <T extends string>({ label, value, of, set }: PickProps<T>) => (
  <label class="labelled">
    <span class="muted">{label}</span>
    <select class="entry" value={value} onChange={(event) => set(event.currentTarget.value as T)}>
      {(Object.entries(of) as Array<[T, string]>).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
