import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { ApiProblem } from '../kit/data/api.ts';
import { Button } from '../kit/parts/button.tsx';
import { Select } from '../kit/parts/select.tsx';
import { whyNot } from './fleet.ts';

interface Props {
  label: string;
  /** Text of the button that sends it; the label if absent. */
  go?: string;
  /** Answers a sentence for the reader; anything else is not shown. */
  send: () => Promise<unknown>;
  isShut?: boolean;
  children?: ComponentChildren;
}

/** Form that is sent once at a time, and says below itself how it went. */
export function Form({ label, go = label, send, isShut = false, children }: Props) {
  const isSending = useSignal(false);
  const said = useSignal<{ text: string; isBad: boolean } | null>(null);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (isSending.value || isShut) return;
    isSending.value = true;
    said.value = null;
    try {
      const text = await send();
      if (typeof text === 'string') said.value = { text, isBad: false };
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      said.value = { text: whyNot(error), isBad: true };
    } finally {
      isSending.value = false;
    }
  };
  return (
    <form class="stack" aria-label={label} onSubmit={submit}>
      <div class="row">
        {children}
        <Button name={go} type="submit" disabled={isSending.value || isShut} />
      </div>
      <p class={said.value?.isBad ? 'problem' : 'muted'} role="status">
        {said.value?.text}
      </p>
    </form>
  );
}

interface EntryProps {
  label: string;
  of: Signal<string>;
  type?: 'text' | 'password';
  autocomplete?: string;
  isNeeded?: boolean;
  /** Suggested values, those that are often meant. */
  suggested?: readonly string[];
}
export function Entry({ label, of, type = 'text', autocomplete = 'off', isNeeded = true, suggested = [] }: EntryProps) {
  const id = useId();
  return (
    <label class="labelled">
      <span class="muted">{label}</span>
      <input
        class="entry"
        {...(type === 'password' ? { type } : { type })}
        {...{ autocomplete, required: isNeeded, value: of.value }}
        onInput={(event) => (of.value = event.currentTarget.value)}
        {...(suggested.length > 0 && { list: id })}
      />
      {suggested.length > 0 && (
        <datalist id={id}>
          {suggested.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

interface PickProps<T extends string> {
  label: string;
  of: Signal<T>;
  choices: Readonly<Partial<Record<T, string>>>;
}
export const Pick = <T extends string>({ label, of, choices }: PickProps<T>) => (
  <label class="labelled">
    <span class="muted">{label}</span>
    <Select
      class="entry"
      value={of.value}
      of={Object.entries(choices) as [T, string][]}
      pick={(one) => (of.value = one as T)}
    />
  </label>
);

interface TickProps {
  label?: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
  children: ComponentChildren;
}
export const Tick = ({ label, isOn, set, children }: TickProps) => (
  <label class="tick">
    <input type="checkbox" aria-label={label} checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
    {children}
  </label>
);

interface TicksProps<T extends string> {
  label: string;
  of: Signal<readonly T[]>;
  choices: Readonly<Partial<Record<T, string>>>;
}
/** Several of a few choices. */
export const Ticks = <T extends string>({ label, of, choices }: TicksProps<T>) => {
  const all = Object.keys(choices) as T[];
  const tick = (one: T, isOn: boolean): void => {
    of.value = all.filter((other) => (other === one ? isOn : of.value.includes(other)));
  };
  return (
    <fieldset class="row">
      <legend class="muted">{label}</legend>
      {all.map((one) => (
        <Tick key={one} isOn={of.value.includes(one)} set={(isOn) => tick(one, isOn)}>
          {choices[one]}
        </Tick>
      ))}
    </fieldset>
  );
};

type Search = Pick<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'onChange'>;
export const Search = ({ label, ...rest }: Search & { label: string }) => (
  <input class="entry" type="search" aria-label={label} placeholder={label} {...rest} />
);
