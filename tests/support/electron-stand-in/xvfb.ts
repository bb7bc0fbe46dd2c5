import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** Rows of red, green, blue. */
  rgb: Uint8Array;
}

/** A screen that exists only in memory and can be read back: what is in it is what would hang on the wall. */
export class Screen {
  readonly display: string;
  readonly #server: ChildProcess;
  readonly #folder: string;

  private constructor(server: ChildProcess, display: string, folder: string) {
    this.#server = server;
    this.display = display;
    this.#folder = folder;
  }

  static async open(width: number, height: number): Promise<Screen> {
    const folder = mkdtempSync(join(tmpdir(), 'wall-'));
    const args = ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-fbdir', folder, '-nolisten', 'tcp'];
    // Without -noreset it begins anew when its last window closes, and breaks the connection of a Chromium that starts at that moment.
    const server = spawn('Xvfb', [...args, '-noreset'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    const number = await new Promise<string>((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
      server.stdio[3]!.once('data', (data) => resolve(String(data).trim()));
    });
    return new Screen(server, `:${number}`, folder);
  }

  /** The framebuffer, which Xvfb keeps as an X window dump: a header, a colour map, then blue, green, red, unused. */
  picture(): Picture {
    const dump = readFileSync(join(this.#folder, 'Xvfb_screen0'));
    const field = (index: number) => dump.readUInt32BE(index * 4);
    const [width, height, rowBytes] = [field(4), field(5), field(12)];
    const start = field(0) + field(19) * 12;
    const rgb = new Uint8Array(width * height * 3);
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0, from = start + y * rowBytes; x < width; x++, from += 4) {
        rgb[to++] = dump[from + 2]!;
        rgb[to++] = dump[from + 1]!;
        rgb[to++] = dump[from]!;
      }
    }
    return { width, height, rgb };
  }

  close(): void {
    this.#server.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Share of the pixels that are not of the commonest colour. Every seventh is asked: looking must not slow what is looked at. */
export function inkShare({ rgb }: Picture): number {
  const counts = new Map<number, number>();
  let asked = 0;
  for (let i = 0; i < rgb.length; i += 21, asked++) {
    const colour = (rgb[i]! << 16) | (rgb[i + 1]! << 8) | rgb[i + 2]!;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / asked;
}

export function png({ width, height, rgb }: Picture): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB, deflate, no filter, not interlaced
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(body.length + 8);
    frame.writeUInt32BE(data.length, 0);
    frame.set(body, 4);
    frame.writeUInt32BE(crc32(body), body.length + 4);
    return frame;
  };
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
