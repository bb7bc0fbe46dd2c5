/** Side of the panel, pixels. */
export const SIDE = 8;
export const PIXELS = SIDE * SIDE;

/** 64 colours as 0xRRGGBB, row by row from the top left as the viewer sees them. */
export type Frame = readonly number[];

export const BLACK = 0x000000;
export const darkFrame: Frame = Object.freeze(new Array<number>(PIXELS).fill(BLACK));

export const red = (colour: number): number => (colour >> 16) & 0xff;
export const green = (colour: number): number => (colour >> 8) & 0xff;
export const blue = (colour: number): number => colour & 0xff;
export const rgb = (r: number, g: number, b: number): number =>
  (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b);

/** `share` 0 gives `from`, 1 gives `to`; outside it is clamped. */
export function mix(from: number, to: number, share: number): number {
  const s = Math.min(1, Math.max(0, share));
  const channel = (pick: (colour: number) => number) => pick(from) + (pick(to) - pick(from)) * s;
  return rgb(channel(red), channel(green), channel(blue));
}

export const fade = (from: Frame, to: Frame, share: number): Frame =>
  from.map((colour, i) => mix(colour, to[i]!, share));

export const hexOf = (colour: number): string => `#${colour.toString(16).padStart(6, '0')}`;

/** A sheet of 8x8 pixels to draw on. What falls outside is cut off. */
export class Canvas {
  readonly frame: number[];
  constructor(background: number = BLACK) {
    this.frame = new Array<number>(PIXELS).fill(background);
  }

  set(x: number, y: number, colour: number): void {
    if (x >= 0 && x < SIDE && y >= 0 && y < SIDE) this.frame[y * SIDE + x] = colour;
  }

  /** Draws where the picture has a character that is not a space. */
  picture(rows: readonly string[], x: number, y: number, colour: number): void {
    rows.forEach((row, dy) => {
      [...row].forEach((mark, dx) => {
        if (mark !== ' ') this.set(x + dx, y + dy, colour);
      });
    });
  }
}
