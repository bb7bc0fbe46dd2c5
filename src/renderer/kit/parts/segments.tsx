import type { Signal } from '@preact/signals';

interface Props<T extends string> {
  label: string;
  /** Null: nothing is chosen yet. */
  value: T | null;
  choose: (value: T) => void;
  choices: Record<T, string>;
  /** Order of the choices, where their words alone come from a file of a language. */
  order?: readonly T[];
}

/** Segmented control. */
export function Segments<T extends string>({
  label,
  value,
  choose,
  choices,
  order = Object.keys(choices) as T[],
}: Props<T>) {
  return (
    <fieldset class="segments" aria-label={label}>
      {order.map((choice) => (
        <button key={choice} type="button" aria-pressed={value === choice} onClick={() => choose(choice)}>
          {choices[choice]}
        </button>
      ))}
    </fieldset>
  );
}

type OfProps<T extends string> = Pick<Props<T>, 'label' | 'choices' | 'order'> & { of: Signal<T> };

/** Segmented control of a signal. */
export const SegmentsOf = <T extends string>({ of, ...rest }: OfProps<T>) => (
  <Segments {...rest} value={of.value} choose={(value) => (of.value = value)} />
);
