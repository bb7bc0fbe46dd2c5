import { Check, Warning } from '../icons-over.tsx';

interface Props {
  isWell: boolean;
  of: string;
  class?: string;
  role?: 'status';
  'aria-live'?: 'polite';
}

/** Verdict in words with its sign: well, or to look at. */
export const Verdict = ({ isWell, of, class: more = '', ...rest }: Props) => (
  <p class={`verdict ${isWell ? 'ok' : 'warn'} ${more}`} {...rest}>
    {isWell ? <Check /> : <Warning />}
    <span>{of}</span>
  </p>
);
