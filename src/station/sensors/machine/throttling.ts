import { sentence } from '../../../words/sentence.ts';
import type { BoardNotice } from '../sample.ts';
import { type Files, ifThere } from './files.ts';
import type { FirmwareTool } from './firmware-tool.ts';

const SYSFS = '/sys/devices/platform/soc/soc:firmware/get_throttled';

/** Throttling flags: the low bits for now, the same bits 16 higher for any time since boot. */
const HINDRANCES = ['voltage', 'capped', 'throttled', 'hot'] as const;
const MASK = 0b1111;
const SINCE_BOOT = 16;

const hindrances = (bits: number) => HINDRANCES.filter((_, bit) => (bits >> bit) & 1);

/** From sysfs ("50005") or `vcgencmd get_throttled` ("throttled=0x50005"). */
export function parseThrottled(text: string): number | null {
  const digits = /^(?:throttled=)?(?:0x)?([0-9a-f]{1,8})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

/**
 * Notices of a Pi that is held back, because power or heat then bends what the board measures: one when it begins, one when it ends, and
 * one of what came and went between two checks, from the bits that stay set.
 */
export class Throttling {
  #now = 0;
  /** Null before the first check: what happened before the station started is not its news. */
  #sinceBoot: number | null = null;
  constructor(
    private readonly files: Pick<Files, 'readText'>,
    private readonly tool: FirmwareTool,
  ) {}

  /** A notice when the flags changed, else null; also null where no firmware tells. */
  async check(): Promise<BoardNotice | null> {
    const flags = await this.#flags();
    if (flags === null) return null;
    const now = flags & MASK;
    const sinceBoot = (flags >> SINCE_BOOT) & MASK;
    const passed = sinceBoot & ~(this.#sinceBoot ?? sinceBoot) & ~now;
    const changed = now !== this.#now;
    this.#now = now;
    this.#sinceBoot = sinceBoot;
    const notice = { kind: 'throttled', data: { flags } } as const;
    if (changed && now !== 0)
      return { ...notice, severity: 'warn', ...sentence('pi.held-back', { by: hindrances(now) }) };
    if (passed !== 0)
      return { ...notice, severity: 'warn', ...sentence('pi.was-held-back', { by: hindrances(passed) }) };
    return changed ? { ...notice, severity: 'info', ...sentence('pi.unhindered') } : null;
  }

  async #flags(): Promise<number | null> {
    const text =
      (await ifThere(this.files.readText(SYSFS)).catch(() => null)) ?? (await this.tool.ask('get_throttled'));
    return text === null ? null : parseThrottled(text);
  }
}
