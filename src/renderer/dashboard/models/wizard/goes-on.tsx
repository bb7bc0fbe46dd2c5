import { hashOf } from '../../../kit/router.ts';
import { t } from '../../../kit/texts/page.ts';
import { wizard } from './ours.ts';

/** Leads back to a calibration under way: begun, and neither entered nor given up. */
export default function GoesOn() {
  if (!['wait', 'enter'].includes(wizard().state.value.step)) return null;
  return (
    <a class="chip goes-on" href={hashOf('models')}>
      {t.header.calibrating}
    </a>
  );
}
