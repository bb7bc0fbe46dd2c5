import type { GlanceSpan } from '../../../../contract/glance.ts';
import { figure } from '../../../format.ts';
import { units } from '../../../settings.ts';
import { t } from '../../../texts/history.ts';

/** Least width of the scale: a day of mist is a short bar, not a full one. */
const LEAST_C = 6;

/** Range bars of low to high on one scale: measured above, usual below. */
export function Bars({ span, usual }: { span: GlanceSpan; usual: NonNullable<GlanceSpan['usual']> }) {
  const { temp_min, temp_max } = span;
  if (temp_min === null || temp_max === null) return null;
  const [lo, hi] = [Math.min(temp_min, usual.temp_min), Math.max(temp_max, usual.temp_max)];
  const widthC = Math.max(hi - lo, LEAST_C);
  const share = (valueC: number): number => (valueC - (lo + hi - widthC) / 2) / widthC;
  const degrees = (valueC: number): string => `${figure('temperature', valueC, units.value)}°`;
  const words = t.glance.usualSpan({ low: degrees(usual.temp_min), high: degrees(usual.temp_max) });
  const bar = (fromC: number, toC: number) => ({ '--from': share(fromC), '--to': share(toC) });
  return (
    <div class="bars" role="img" aria-label={words}>
      <i style={bar(temp_min, temp_max)} />
      <i class="usual" style={bar(usual.temp_min, usual.temp_max)} />
      <span style={bar(usual.temp_min, usual.temp_max)}>{t.glance.usual}</span>
    </div>
  );
}
