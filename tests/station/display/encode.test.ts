import { describe, expect, it } from 'vitest';
import { dim, encodeFramebuffer, encodeI2cFrame, GAMMA, type Rotation } from '../../../src/station/display/encode.ts';
import { blue, Canvas, type Frame, green, red, rgb } from '../../../src/station/display/frame.ts';
import vectors from '../../fixtures/sense-hat-vectors.json' with { type: 'json' };
import fc from '../../support/drawn.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a frame for the panel', () => {
  it('goes through the table of the kernel driver', () => {
    expect(GAMMA).toEqual(vectors.led_matrix.gamma_default);
  });

  it.each(vectors.led_matrix.cases)('$name', ({ pixels, rotation, gamma, framebuffer_hex, i2c_frame_hex }) => {
    const canvas = new Canvas();
    for (const { x, y, rgb: channels } of pixels) canvas.set(x, y, rgb(channels[0]!, channels[1]!, channels[2]!));
    expect(hex(encodeFramebuffer(canvas.frame, rotation as Rotation))).toBe(framebuffer_hex);
    // Other tables are for the kernel driver, which knows them; over I2C the display has the usual one.
    if (gamma === 'default') expect(hex(encodeI2cFrame(canvas.frame, rotation as Rotation))).toBe(i2c_frame_hex);
  });
});

const colour = fc.integer({ min: 0, max: 0xffffff });
const levels = (c: number) => [red(c), green(c), blue(c)].map((channel) => GAMMA[channel >> 3]!);
const filled = (c: number): Frame => new Array<number>(64).fill(c);

describe('a dimmed frame', () => {
  it('leaves full brightness as it is and nothing lit at none', () => {
    fc.assert(
      fc.property(colour, (c) => {
        expect(dim(filled(c), 1)).toEqual(filled(c));
        expect(levels(dim(filled(c), 0)[0]!)).toEqual([0, 0, 0]);
      }),
    );
  });

  it('never lets a lit pixel go out, however dark the night', () => {
    fc.assert(
      fc.property(colour, fc.double({ min: 1e-6, max: 1, noNaN: true }), (c, brightness) => {
        const lit = levels(c).some((level) => level > 0);
        expect(levels(dim(filled(c), brightness)[0]!).some((level) => level > 0)).toBe(lit);
      }),
    );
  });

  it('gives about the share of light that it was asked for, in every channel', () => {
    fc.assert(
      fc.property(colour, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (c, brightness) => {
        const full = levels(c);
        levels(dim(filled(c), brightness)[0]!).forEach((level, i) => {
          // Half a level of rounding, one for levels the table has not, one that keeps the strongest channel alive.
          expect(Math.abs(level - full[i]! * brightness)).toBeLessThanOrEqual(1.5);
        });
      }),
    );
  });
});
