import { t } from '../texts/history.ts';
import type { HistoryModel } from './model.ts';

interface Props {
  model: HistoryModel;
  tS: number;
  text: string;
}

/** A time that can be touched: the charts show the hours around it. */
export const Moment = ({ model, tS, text }: Props) => (
  <button type="button" class="moment" title={t.history.showMoment} onClick={() => model.visit(tS)}>
    {text}
  </button>
);
