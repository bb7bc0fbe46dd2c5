import { endpoints } from '../../contract/endpoints.ts';
import { invalid } from '../../http/api-error.ts';
import type { CalibrationFacet, RecomputingFacet } from '../../station/api.ts';
import { sentence } from '../../words/sentence.ts';
import type { Answering } from '../answers/answering.ts';

export function calibrationRoutes({ change }: Answering<CalibrationFacet>, recomputing: Answering<RecomputingFacet>) {
  change(endpoints.calibrate, ({ of, body: { reset, reference_c } }) => {
    if (reset) return of.resetCalibration();
    if (reference_c == null) throw invalid(sentence('refusal.reference-c'), 'body', 'reference_c');
    return of.calibrate(reference_c);
  });
  change(endpoints.calibrateHumidity, ({ of, body: { reset, reference_pct } }) => {
    if (reset) return of.resetHumidityCalibration();
    if (reference_pct == null) throw invalid(sentence('refusal.reference-pct'), 'body', 'reference_pct');
    return of.calibrateHumidity(reference_pct);
  });
  change(endpoints.undoCalibration, ({ of, body: { signal } }) => of.undoCalibration(signal));
  recomputing.change(endpoints.recompute, ({ of }) => of.recompute());
}
