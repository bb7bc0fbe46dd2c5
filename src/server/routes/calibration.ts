import type { Router } from 'express';
import { endpoints } from '../../contract/endpoints.ts';
import { type Answering, newRouter } from '../answering.ts';
import { invalid } from '../errors.ts';

export function calibrationRoutes({ change }: Answering): Router {
  const router = newRouter();
  change(router, endpoints.calibrate, ({ station, body: { reset, reference_c } }) => {
    if (reset) return station.resetCalibration();
    if (reference_c == null) throw invalid('provide reference_c, or reset=true', 'body', 'reference_c');
    return station.calibrate(reference_c);
  });
  change(router, endpoints.calibrateHumidity, ({ station, body: { reset, reference_pct } }) => {
    if (reset) return station.resetHumidityCalibration();
    if (reference_pct == null) throw invalid('provide reference_pct, or reset=true', 'body', 'reference_pct');
    return station.calibrateHumidity(reference_pct);
  });
  change(router, endpoints.undoCalibration, ({ station, body: { signal } }) => station.undoCalibration(signal));
  change(router, endpoints.recompute, ({ station }) => station.recompute());
  return router;
}
