import { t } from '../texts/history.ts';

/** A time that can be touched: the charts show the hours around it. */
export const Moment = ({ text, show }: { text: string; show: () => void }) => (
  <button type="button" class="moment" title={t.history.showMoment} onClick={show}>
    {text}
  </button>
);
