import { CRPS_LEVELS } from '../bands/quantiles.ts';
import { VOLATILITY_INPUTS } from '../bands/width-inputs.ts';
import { EXPERTS, FINALISTS } from '../learners/expert-blend.ts';
import { FEATURE_COUNT } from '../learners/features.ts';

const EXPERTS_AT = 1;
const FINALISTS_AT = EXPERTS_AT + EXPERTS.length;
const PHI_AT = FINALISTS_AT + FINALISTS.length;
const PSI_AT = PHI_AT + FEATURE_COUNT;
const QUANTILES_AT = PSI_AT + VOLATILITY_INPUTS;
export const PAYLOAD_LENGTH = QUANTILES_AT + CRPS_LEVELS.length;

/** Payload of a pending forecast for its lesson: whether climatology took part, experts and finalists, φ, ψ and the quantiles as issued. */
export type Payload = ReturnType<typeof unpack>;

/** Numeric parts of the payload, as packed. */
type Parts = Record<Exclude<keyof Payload, 'climatologySpoke' | 'quantiles'>, ArrayLike<number>>;

/** Into `payload`, where there is one whose forecast has been settled. */
export function pack(
  climatologySpoke: boolean,
  parts: Parts,
  quantiles: Float64Array | null,
  payload: Float64Array = new Float64Array(PAYLOAD_LENGTH),
): Float64Array {
  payload[0] = climatologySpoke ? 1 : 0;
  put(payload, parts.experts, EXPERTS_AT);
  put(payload, parts.finalists, FINALISTS_AT);
  put(payload, parts.phi, PHI_AT);
  put(payload, parts.psi, PSI_AT);
  if (quantiles) put(payload, quantiles, QUANTILES_AT);
  else payload.fill(0, QUANTILES_AT);
  return payload;
}

/** Parts of a payload, as views of it. */
export const unpack = (payload: Float64Array) => ({
  climatologySpoke: payload[0] === 1,
  experts: payload.subarray(EXPERTS_AT, FINALISTS_AT),
  finalists: payload.subarray(FINALISTS_AT, PHI_AT),
  phi: payload.subarray(PHI_AT, PSI_AT),
  psi: payload.subarray(PSI_AT, QUANTILES_AT),
  /** Error quantiles at CRPS_LEVELS in units of the scale; all 0 while there was no width either. */
  quantiles: payload.subarray(QUANTILES_AT),
});

/** `set` costs more than these few numbers. */
function put(into: Float64Array, values: ArrayLike<number>, at: number): void {
  for (let i = 0; i < values.length; i++) into[at + i] = values[i]!;
}
