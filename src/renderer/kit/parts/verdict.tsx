import { Check, Warning } from '../icons-over.tsx';

interface Props {
  isWell: boolean;
  of: string;
  role?: 'status';
  'aria-live'?: 'polite';
}

/** Verdict in words with its sign: well, or to look at. */
export const Verdict = ({ isWell, of, ...rest }: Props) => (
  <p class={`verdict ${isWell ? 'ok' : 'warn'}`} {...rest}>
    {isWell ? <Check /> : <Warning />}
    <span>{of}</span>
  </p>
);
