import type { CalibrateHumidityResult, CalibrateResult, HumidityReset, ThermalReset } from '../../contract/models.ts';
import type { Refusal } from '../api.ts';
import type { PipelineParts } from '../live/pipeline.ts';
import type { Report } from '../report.ts';
import type { CalibrationEntry } from '../store/calibrations.ts';

export interface CalibratingPorts {
  parts: Pick<PipelineParts, 'thermal' | 'humidity'>;
  report: Report;
  log(entry: CalibrationEntry): void;
  /** The scale of a signal has moved: everything that holds its level moves along, nothing learns it as weather. */
  shifted(signal: 'temperature' | 'humidity', delta: number): void;
  /** Learned state goes to the disk at once: a reference is worth more than five minutes. */
  save(): void;
}

interface Change {
  reference: number | null;
  before: number | null;
  after: number | null;
  text: string;
}

/** The two calibrations and their resets, each with its log entry, its two events and its shift. */
export class Calibrating {
  constructor(private readonly ports: CalibratingPorts) {}

  temperature(referenceC: number, tS: number): CalibrateResult | Refusal {
    const result = this.ports.parts.thermal.calibrate(referenceC, tS);
    if ('error' in result) return result;
    const { k, before, after } = result;
    this.#changed('temperature', tS, {
      reference: referenceC,
      before,
      after,
      text: `k is ${k.toFixed(3)} after a reference of ${referenceC} °C`,
    });
    return result;
  }

  resetTemperature(tS: number): ThermalReset {
    const { thermal } = this.ports.parts;
    const shown = thermal.reset();
    const change = { reference: null, before: shown?.before ?? null, after: shown?.after ?? null };
    this.#changed('temperature', tS, { ...change, text: `k was reset to its prior ${thermal.k}` });
    return { ...thermal.dictionary(), reset: true };
  }

  humidity(referencePct: number, tS: number): CalibrateHumidityResult | Refusal {
    const result = this.ports.parts.humidity.calibrate(referencePct, tS);
    if ('error' in result) return result;
    const { offset, before, after } = result;
    this.#changed('humidity', tS, {
      reference: referencePct,
      before,
      after,
      text: `the offset is ${offset.toFixed(2)} points after a reference of ${referencePct} %`,
    });
    return result;
  }

  resetHumidity(tS: number): HumidityReset {
    const { humidity } = this.ports.parts;
    const shown = humidity.reset();
    const change = { reference: null, before: shown?.before ?? null, after: shown?.after ?? null };
    this.#changed('humidity', tS, { ...change, text: `the offset was reset to its prior ${humidity.offset}` });
    return { ...humidity.dictionary(), reset: true };
  }

  #changed(signal: 'temperature' | 'humidity', tS: number, { reference, before, after, text }: Change): void {
    const { parts, report, log, shifted, save } = this.ports;
    const state = signal === 'temperature' ? parts.thermal.dictionary() : parts.humidity.dictionary();
    log({ ts: tS, signal, reference, before, after, state: { ...state } });
    if (before !== null && after !== null) shifted(signal, after - before);
    const word = signal === 'temperature' ? 'Temperature' : 'Humidity';
    report('calibration', 'info', `${word} calibrated: ${text}`, { signal, reference, before, after });
    report('discontinuity', 'info', `${word} steps here by a calibration, not by weather`, { signal, before, after });
    save();
  }
}
