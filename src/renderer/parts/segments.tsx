interface Props<T extends string> {
  label: string;
  value: T;
  choose: (value: T) => void;
  choices: Record<T, string>;
}

/** Segmented control. */
export function Segments<T extends string>({ label, value, choose, choices }: Props<T>) {
  return (
    <fieldset class="segments" aria-label={label}>
      {(Object.keys(choices) as T[]).map((choice) => (
        <button key={choice} type="button" aria-pressed={value === choice} onClick={() => choose(choice)}>
          {choices[choice]}
        </button>
      ))}
    </fieldset>
  );
}
