import { cpuCases, errorCases, heatCases, incrementCases } from './board.ts';
import { humidityCases, inertialCases, pressureCases } from './chips.ts';
import type { GoldenCase } from './compare.ts';
import { gainCases, lightCases } from './light.ts';
import { sequenceCases } from './sequences.ts';

/** Every golden case of the chips, their bus and their board: bytes in, values out. */
export const goldenCases: readonly GoldenCase[] = [
  ...sequenceCases,
  ...incrementCases,
  ...humidityCases,
  ...pressureCases,
  ...inertialCases,
  ...lightCases,
  ...gainCases,
  ...errorCases,
  ...cpuCases,
  ...heatCases,
];
