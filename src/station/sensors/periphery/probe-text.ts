/** Why a text of the 1-wire driver is no temperature. */
export type ProbeRefusal = 'empty' | 'malformed' | 'crc' | 'bad_scratchpad' | 'power_on_value' | 'out_of_range';

/** Failures of a probe reading: of its text and of the bus. */
export type ProbeFailure = ProbeRefusal | 'not_found' | 'timeout' | 'unreadable';

export type ProbeReading = { ok: true; celsius: number } | { ok: false; reason: ProbeRefusal };

const POWER_ON_MILLI_C = 85_000; // the register's value before any conversion ran; a true 85 C is given up for it
const LOWEST_MILLI_C = -55_000;
const HIGHEST_MILLI_C = 125_000;

const refuse = (reason: ProbeRefusal): ProbeReading => ({ ok: false, reason });

/** Dallas/Maxim CRC-8, reflected polynomial 0x8C, start 0 (Maxim application note 27). */
export function crc8(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8c : crc >> 1;
  }
  return crc;
}

function judgeMilliC(milliC: number): ProbeReading {
  if (milliC === POWER_ON_MILLI_C) return refuse('power_on_value');
  if (milliC < LOWEST_MILLI_C || milliC > HIGHEST_MILLI_C) return refuse('out_of_range');
  return { ok: true, celsius: milliC / 1000 };
}

const W1_SLAVE = /^((?:[0-9a-f]{2} ){9}): crc=[0-9a-f]{2} (YES|NO)\n(?:[0-9a-f]{2} ){9}t=(-?\d+)\s*$/i;

/**
 * The `w1_slave` file: nine scratchpad bytes with the kernel's verdict, then the temperature in milli C. The checksum is computed
 * again, because a line stuck low sends nine zeros whose checksum is right: there the configuration byte, whose low five bits are
 * wired to ones in a DS18B20 (family 28), gives the fault away. DS18B20 datasheet, figures 9 and 10.
 */
export function parseW1Slave(text: string, family = '28'): ProbeReading {
  if (text.trim() === '') return refuse('empty');
  const match = W1_SLAVE.exec(text);
  if (!match) return refuse('malformed');
  const [, hex = '', verdict, milliC] = match;
  const bytes = hex
    .trim()
    .split(' ')
    .map((byte) => Number.parseInt(byte, 16));
  if (verdict !== 'YES' || crc8(bytes.slice(0, 8)) !== bytes[8]) return refuse('crc');
  if (family === '28' && ((bytes[4] ?? 0) & 0x9f) !== 0x1f) return refuse('bad_scratchpad');
  return judgeMilliC(Number(milliC));
}

/** The `temperature` file of newer kernels: milli C and nothing that could prove it. */
export function parseTemperatureFile(text: string): ProbeReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty'); // never 0: current kernels give an empty file for a failed conversion
  return /^-?\d+$/.test(trimmed) ? judgeMilliC(Number(trimmed)) : refuse('malformed');
}
