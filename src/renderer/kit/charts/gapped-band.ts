import { at, type Point } from './path.ts';

/** The area between two gapped lines, one closed piece per unbroken stretch. */
export function gappedBand(upper: ReadonlyArray<Point | null>, lower: ReadonlyArray<Point | null>): string {
  let path = '';
  let top: Point[] = [];
  let bottom: Point[] = [];
  const close = (): void => {
    if (top.length > 1) path += `M${top.map(at).join('L')}L${bottom.reverse().map(at).join('L')}Z`;
    top = [];
    bottom = [];
  };
  upper.forEach((point, i) => {
    const under = lower[i];
    if (point && under) {
      top.push(point);
      bottom.push(under);
    } else close();
  });
  close();
  return path;
}
