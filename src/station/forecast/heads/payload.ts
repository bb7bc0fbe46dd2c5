import { CRPS_LEVELS } from '../interval/crps.ts';
import { VOLATILITY_INPUTS } from '../interval/volatility.ts';
import { FEATURE_COUNT } from './features.ts';

/** The order of forecasts in a payload and of weights in a blend. */
export const EXPERTS = ['persistence', 'climatology', 'learned', 'interactions'] as const;
export const CLIMATOLOGY = 1;
export const LEARNED = 2;
export const INTERACTIONS = 3;

const EXPERTS_AT = 1;
const PHI_AT = EXPERTS_AT + EXPERTS.length;
const PSI_AT = PHI_AT + FEATURE_COUNT;
const QUANTILES_AT = PSI_AT + VOLATILITY_INPUTS;
export const PAYLOAD_LENGTH = QUANTILES_AT + CRPS_LEVELS.length;

/** What a pending forecast carries for its lesson: whether climatology spoke, the experts, φ, ψ and the quantiles as issued. */
export interface Payload {
  climatologySpoke: boolean;
  experts: Float64Array;
  phi: Float64Array;
  psi: Float64Array;
  /** Error quantiles at CRPS_LEVELS in units of the scale; all 0 while there was no width either. */
  quantiles: Float64Array;
}

export function pack(
  climatologySpoke: boolean,
  parts: Omit<Payload, 'climatologySpoke' | 'quantiles'>,
  quantiles: Float64Array | null,
): Float64Array {
  const payload = new Float64Array(PAYLOAD_LENGTH);
  payload[0] = climatologySpoke ? 1 : 0;
  put(payload, parts.experts, EXPERTS_AT);
  put(payload, parts.phi, PHI_AT);
  put(payload, parts.psi, PSI_AT);
  if (quantiles) put(payload, quantiles, QUANTILES_AT);
  return payload;
}

export const unpack = (payload: Float64Array): Payload => ({
  climatologySpoke: payload[0] === 1,
  experts: payload.subarray(EXPERTS_AT, PHI_AT),
  phi: payload.subarray(PHI_AT, PSI_AT),
  psi: payload.subarray(PSI_AT, QUANTILES_AT),
  quantiles: payload.subarray(QUANTILES_AT),
});

/** `set` costs more than these few numbers. */
function put(into: Float64Array, values: Float64Array, at: number): void {
  for (let i = 0; i < values.length; i++) into[at + i] = values[i]!;
}
