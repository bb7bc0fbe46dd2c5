import { EDGE, GUTTER } from '../../kit/charts/frame.ts';
import { attachGestures } from './gestures.ts';
import type { HistoryModel } from './model.ts';
import { timeAt } from './window.ts';

/** Ties the gestures on the charts to the model. Returns the function that unties them. */
export function moveByHand(charts: HTMLElement, { window, pan, zoom, settled, ...model }: HistoryModel): () => void {
  const { armed, dragged } = model.marking;
  const plotBox = (): { left: number; width: number } => {
    const { left, width } = charts.getBoundingClientRect();
    const unit = Number.parseFloat(getComputedStyle(charts).fontSize) / 13;
    return { left: left + GUTTER * unit, width: width - (GUTTER + EDGE) * unit };
  };
  const momentAt = (fraction: number | null): number | null =>
    fraction === null || fraction < 0 || fraction > 1 ? null : timeAt(window.peek(), fraction);
  return attachGestures(charts, plotBox, {
    pan,
    zoom,
    settled,
    point(fraction) {
      model.pointedS.value = momentAt(fraction);
    },
    touch(fraction) {
      model.touchedS.value = momentAt(fraction);
    },
    chooses() {
      if (!armed.peek()) return null;
      return {
        over(...ends) {
          const [a, b] = ends.map((x) => timeAt(window.peek(), Math.min(1, Math.max(0, x)))) as [number, number];
          dragged.value = { fromS: Math.min(a, b), toS: Math.max(a, b) };
        },
        end() {
          if (dragged.peek()) armed.value = false;
        },
      };
    },
  });
}
