import type {
  CalibrateHumidityResult,
  CalibrateResult,
  CalibrationUndone,
  HumidityReset,
  ThermalReset,
} from '../../contract/models.ts';
import type { CalibrationFacet, Refusal } from '../api.ts';
import type { Calibrating } from '../rooms/calibration.ts';

/** References and their undoing, as of now. */
export class References implements CalibrationFacet {
  constructor(
    private readonly room: Calibrating,
    private readonly nowS: () => number,
  ) {}

  calibrate(referenceC: number): CalibrateResult | Refusal {
    return this.room.temperature(referenceC, this.nowS());
  }
  resetCalibration(): ThermalReset | Refusal {
    return this.room.resetTemperature(this.nowS());
  }
  undoCalibration(signal: 'temperature' | 'humidity'): CalibrationUndone | Refusal {
    return this.room.undo(signal, this.nowS());
  }
  calibrateHumidity(referencePct: number): CalibrateHumidityResult | Refusal {
    return this.room.humidity(referencePct, this.nowS());
  }
  resetHumidityCalibration(): HumidityReset | Refusal {
    return this.room.resetHumidity(this.nowS());
  }
}
