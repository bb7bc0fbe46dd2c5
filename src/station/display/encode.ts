import { blue, type Frame, green, PIXELS, red, rgb, SIDE } from './frame.ts';

export type Rotation = 0 | 90 | 180 | 270;

/**
 * Five-bit colour to LED level, as the kernel driver's table has it. Levels 0..5 are dark: a channel below 48 of 255 is off.
 * raspberrypi/linux, drivers/video/fbdev/rpisense-fb.c.
 */
export const GAMMA: readonly number[] = [
  0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17, 18, 20, 21, 23, 25, 27, 29, 31,
];

/** The frame as a panel that is turned by `rotation` has to show it, quarter by quarter. */
const turned = (frame: Frame, rotation: Rotation): Frame =>
  rotation === 0
    ? frame
    : turned(
        frame.map((_, at) => frame[SIDE * (SIDE - 1 - (at % SIDE)) + Math.floor(at / SIDE)]!),
        (rotation - 90) as Rotation,
      );

/** 128 bytes for the framebuffer: RGB565, little-endian. The kernel driver applies its gamma table afterwards. */
export function encodeFramebuffer(frame: Frame, rotation: Rotation): Uint8Array {
  const bytes = new Uint8Array(2 * PIXELS);
  turned(frame, rotation).forEach((colour, at) => {
    const word = ((red(colour) >> 3) << 11) | ((green(colour) >> 2) << 5) | (blue(colour) >> 3);
    bytes[2 * at] = word & 0xff;
    bytes[2 * at + 1] = word >> 8;
  });
  return bytes;
}

/** 193 bytes for the LED controller itself: register 0, then per row 8 red, 8 green, 8 blue levels of 0..31. Gamma is ours. */
export function encodeI2cFrame(frame: Frame, rotation: Rotation): Uint8Array {
  const bytes = new Uint8Array(1 + 3 * PIXELS);
  turned(frame, rotation).forEach((colour, at) => {
    const row = 1 + 3 * SIDE * Math.floor(at / SIDE) + (at % SIDE);
    bytes[row] = GAMMA[red(colour) >> 3]!;
    bytes[row + SIDE] = GAMMA[green(colour) >> 3]!;
    bytes[row + 2 * SIDE] = GAMMA[blue(colour) >> 3]!;
  });
  return bytes;
}

/** The lowest 8-bit value that the table turns into at least the LED level. */
const valueOfLevel: readonly number[] = GAMMA.map((_, level) => {
  const code = GAMMA.findIndex((lit) => lit >= level);
  return (code << 3) | (code >> 2);
});

/**
 * The frame with `brightness` (0..1) of its light. It is scaled in LED levels, behind the gamma table, and given back as colours in
 * front of it: scaling the colours themselves would drop a dim picture below the table's dark end. The strongest channel of a lit
 * pixel never goes out, so at night the picture stays whole in its coarsest hue.
 */
export function dim(frame: Frame, brightness: number): Frame {
  return brightness >= 1 ? frame : frame.map((colour) => dimColour(colour, brightness));
}

function dimColour(colour: number, brightness: number): number {
  const channels = [red(colour), green(colour), blue(colour)] as const;
  const strongest = Math.max(...channels);
  const dimmed = (channel: number): number => {
    const full = GAMMA[channel >> 3]!;
    const keeps = full > 0 && channel === strongest && brightness > 0 ? 1 : 0;
    return valueOfLevel[Math.max(keeps, Math.round(full * brightness))]!;
  };
  return rgb(dimmed(channels[0]), dimmed(channels[1]), dimmed(channels[2]));
}
