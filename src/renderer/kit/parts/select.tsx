import type { HTMLAttributes } from 'preact';

type Props = Pick<HTMLAttributes<HTMLSelectElement>, 'class' | 'aria-label'> & {
  value: string | number;
  disabled?: boolean;
  /** Values with their words. */
  of: ReadonlyArray<readonly [value: string | number, words: string]>;
  pick: (value: string) => void;
};

/** Select field. */
export const Select = ({ of, pick, ...rest }: Props) => (
  <select class="choose" {...rest} onChange={({ currentTarget }) => pick(currentTarget.value)}>
    {of.map(([value, words]) => (
      <option key={value} value={value}>
        {words}
      </option>
    ))}
  </select>
);
