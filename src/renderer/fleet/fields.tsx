import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Select } from '../kit/parts/select.tsx';

/** Field with its label above it. */
const Labelled = ({ label, children }: { label: string; children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the field is its child
  <label class="labelled">
    <span class="muted">{label}</span>
    {children}
  </label>
);

interface EntryProps extends Pick<JSX.IntrinsicElements['input'], 'autocomplete' | 'inputMode' | 'pattern' | 'title'> {
  label: string;
  of: Signal<string>;
  type?: 'text' | 'password';
  isNeeded?: boolean;
  /** Suggested values, those that are often meant. */
  suggested?: readonly string[];
}

/** Text field. */
export function Entry({ label, of, type = 'text', isNeeded = true, suggested = [], ...rest }: EntryProps) {
  const id = useId();
  return (
    <Labelled label={label}>
      <input
        class="entry"
        autocomplete="off"
        {...rest}
        type={type as 'text'}
        {...{ required: isNeeded, value: of.value }}
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
    </Labelled>
  );
}

interface NumberEntryProps extends Pick<EntryProps, 'label' | 'of' | 'isNeeded'> {
  /** Whole, or with a part behind a point or a comma. */
  isWhole?: boolean;
}

/**
 * Field of a number. The browser sends no form with other text in it, and leaves that text in sight: a field of type `number` drops the comma of
 * 2,5 and letters while they are typed.
 */
export const NumberEntry = ({ isWhole = true, ...rest }: NumberEntryProps) => (
  <Entry
    {...rest}
    inputMode={isWhole ? 'numeric' : 'decimal'}
    pattern={isWhole ? '[0-9]+' : '[0-9]+([.,][0-9]+)?'}
    title={isWhole ? '1, 2, 3 …' : '1.5'}
  />
);

/** Value of a `NumberEntry`. */
export const numberIn = ({ value }: Signal<string>): number => Number(value.replace(',', '.'));

interface ChoicesProps<T extends string, Of> {
  label: string;
  of: Signal<Of>;
  choices: Readonly<Partial<Record<T, string>>>;
}

/** One of a few choices. */
export const SelectEntry = <T extends string>({ label, of, choices }: ChoicesProps<T, T>) => (
  <Labelled label={label}>
    <Select
      class="entry"
      value={of.value}
      of={Object.entries(choices) as [T, string][]}
      pick={(one) => (of.value = one as T)}
    />
  </Labelled>
);

interface TickProps {
  label?: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
  children: ComponentChildren;
}

/** Checkbox. */
export const Tick = ({ label, isOn, set, children }: TickProps) => (
  <label class="tick">
    <input type="checkbox" aria-label={label} checked={isOn} onChange={(event) => set(event.currentTarget.checked)} />
    {children}
  </label>
);

/** Several of a few choices. */
export const Ticks = <T extends string>({ label, of, choices }: ChoicesProps<T, readonly T[]>) => {
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

type SearchProps = Pick<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'onChange'> & { label: string };

/** Search field; its label stands in it. */
export const Search = ({ label, ...rest }: SearchProps) => (
  <input class="entry" type="search" aria-label={label} placeholder={label} {...rest} />
);
