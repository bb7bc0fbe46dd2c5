import { type Files, ifThere } from './files.ts';
import type { FirmwareTool } from './firmware-tool.ts';

const ZONES = '/sys/class/thermal';
const PREFERRED_TYPES = ['cpu-thermal', 'bcm2835_thermal'];

/** Celsius from a thermal zone (milli C) or from `vcgencmd measure_temp`; null for anything else, and for no temperature. */
function parseCpuTemperature(text: string): number | null {
  const tool = /^temp=(-?\d+(?:\.\d+)?)'C\s*$/.exec(text);
  const zone = /^-?\d+\s*$/.test(text);
  if (!tool && !zone) return null;
  const celsius = tool ? Number(tool[1]) : Number(text) / 1000;
  return celsius > -40 && celsius < 150 ? celsius : null;
}

/**
 * The CPU's temperature, by the kind of its thermal zone: their numbers differ between boards. Without a zone the firmware tool
 * is asked, which needs membership in group video.
 */
export class CpuTemperature {
  #zoneFile: string | null | undefined;
  constructor(
    private readonly files: Pick<Files, 'readText' | 'list'>,
    private readonly tool: FirmwareTool,
  ) {}

  /** Null when nothing on this machine tells. */
  async read(): Promise<number | null> {
    try {
      this.#zoneFile ??= await this.#findZone();
      if (this.#zoneFile) return parseCpuTemperature(await this.files.readText(this.#zoneFile));
      return parseCpuTemperature((await this.tool.ask('measure_temp')) ?? '');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#zoneFile = undefined; // an unloaded zone is looked for again next time
      return null;
    }
  }

  async #findZone(): Promise<string | null> {
    const types = new Map<string, string>();
    for (const zone of (await ifThere(this.files.list(ZONES))) ?? []) {
      if (!zone.startsWith('thermal_zone')) continue;
      const type = await ifThere(this.files.readText(`${ZONES}/${zone}/type`));
      if (type !== null) types.set(type.trim(), `${ZONES}/${zone}/temp`);
    }
    for (const type of PREFERRED_TYPES) if (types.has(type)) return types.get(type)!;
    return [...types].find(([type]) => /cpu|soc/.test(type))?.[1] ?? null;
  }
}
