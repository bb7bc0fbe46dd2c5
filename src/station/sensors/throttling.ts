import type { RunCommand } from './cpu-temperature.ts';
import { type Files, ifThere } from './files.ts';
import type { BoardNotice } from './sample.ts';

const SYSFS = '/sys/devices/platform/soc/soc:firmware/get_throttled';

/** What the firmware reports of the present moment. Bits 16..19 say the same of any time since boot and are no news. */
const NOW: ReadonlyArray<readonly [bit: number, says: string]> = [
  [0, 'the supply voltage is too low'],
  [1, 'the CPU clock is capped'],
  [2, 'the CPU is throttled'],
  [3, 'the CPU is at its soft temperature limit'],
];
const NOW_MASK = 0b1111;

/** From sysfs ("50005") or `vcgencmd get_throttled` ("throttled=0x50005"). */
export function parseThrottled(text: string): number | null {
  const digits = /^(?:throttled=)?(?:0x)?([0-9a-f]{1,8})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/** Tells once whenever the Pi starts or stops to be held back, because power or heat then bends what the board measures. */
export class Throttling {
  #lastNow = 0;
  constructor(
    private readonly files: Pick<Files, 'readText'>,
    private readonly run: RunCommand | null,
  ) {}

  /** A notice when the flags changed, else null; also null where no firmware tells. */
  async check(): Promise<BoardNotice | null> {
    const flags = await this.#flags();
    if (flags === null || (flags & NOW_MASK) === this.#lastNow) return null;
    this.#lastNow = flags & NOW_MASK;
    const said = NOW.filter(([bit]) => (flags >> bit) & 1).map(([, says]) => says);
    return {
      kind: 'throttled',
      severity: said.length > 0 ? 'warn' : 'info',
      detail: said.length > 0 ? `The Pi is held back: ${said.join(', ')}` : 'The Pi runs unhindered again',
      data: { flags },
    };
  }

  async #flags(): Promise<number | null> {
    try {
      const text = await ifThere(this.files.readText(SYSFS));
      if (text !== null) return parseThrottled(text);
      return this.run && parseThrottled(await this.run('vcgencmd', ['get_throttled']));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return null;
    }
  }
}
