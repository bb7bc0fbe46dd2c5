import { ExpMean } from '../../../src/maths/exp-mean.ts';
import { HumidityCompensator, type HumidityState } from '../../../src/station/air/compensation/humidity.ts';
import { SkyResponse } from '../../../src/station/air/compensation/sky-response.ts';
import { ThermalCompensator, type ThermalState } from '../../../src/station/air/compensation/thermal.ts';
import { FilterBank, type FilterBankState, filterSettings } from '../../../src/station/air/filters/filter-bank.ts';
import { LevelRateFilter, type LevelRateState } from '../../../src/station/air/filters/level-rate.ts';
import { dewPointC } from '../../../src/station/air/physics/humidity.ts';
import { seaLevelHpa } from '../../../src/station/air/physics/pressure.ts';
import { GyroBias } from '../../../src/station/attitude/gyro-bias.ts';
import { HardIron } from '../../../src/station/attitude/hard-iron.ts';
import { MOUNTS } from '../../../src/station/attitude/mounting.ts';
import { MoveWatch } from '../../../src/station/attitude/move-watch.ts';
import { Orientation } from '../../../src/station/attitude/orientation.ts';
import { SmoothDirection } from '../../../src/station/attitude/smooth-direction.ts';
import { EvenTime, type EvenTimeState } from '../../../src/station/sampling/even-time.ts';
import { emptySample } from '../../../src/station/sensors/sample.ts';
import { ThermometerFusion } from '../../../src/station/sensors/thermometers.ts';
import { SampleCorrection } from '../../../src/station/store/recompute/correction.ts';
import type { Deriver } from '../../../src/station/store/recompute/deriver.ts';
import { DriftDetector } from '../../../src/station/watch/drift-detector.ts';
import { MahalanobisTracker } from '../../../src/station/watch/mahalanobis.ts';
import { RareQuantile } from '../../../src/station/watch/rare-quantile.ts';
import { seeded } from '../../support/seeded.ts';
import { alarmLearners } from './alarm-learners.ts';
import { climateLearners } from './climate-learners.ts';
import { expertLearners } from './expert-learners.ts';
import { forecastLearners } from './forecast-learners.ts';
import { inputLearners } from './input-learners.ts';
import { intervalLearners } from './interval-learners.ts';
import { type Learner, learner } from './learner.ts';
import { outdoorLearners } from './outdoor-learners.ts';
import { rainLearners } from './rain-learners.ts';
import { day, signals, vectors } from './worlds.ts';

const { normal } = seeded(11);
const noise = Array.from({ length: 1500 }, () => normal());

const thermal = { kPrior: 0.4, kMin: 0, kMax: 1.5, freshS: 30 };
const humidity = { offsetPrior: 0, psychrometric: true, freshS: 30 };
const tracker = { floor: [0.1, 0.1, 0.1], memory: 300, shrink: 0.9 };

/** A station that was calibrated after these rows were made. */
const correctingBy = (k: number): Deriver => ({
  scale: { k, humidityOffset: 2, psychrometric: false, altitudeM: 100, air: null, barometer: null },
  seaLevel: (stationHpa) => seaLevelHpa(stationHpa, 100),
  compensate: ({ temp_raw, cpu_excess, hum_raw }) => ({
    temp: temp_raw === null ? null : temp_raw - k * (cpu_excess ?? 0),
    hum: hum_raw === null ? null : Math.min(100, hum_raw + 2),
  }),
  dewPoint: dewPointC,
  follower: (signal, saved) => LevelRateFilter.fromJSON(saved as LevelRateState | null, filterSettings()[signal]),
});

export const learners: readonly Learner[] = [
  learner('ExpMean', noise, {
    fresh: () => new ExpMean(50),
    step: (mean, x) => {
      mean.add(x, 1 + Math.abs(x));
      return mean.value;
    },
  }),
  learner('LevelRateFilter', day(3), {
    fresh: () => new LevelRateFilter(filterSettings().temperature),
    restored: (saved: LevelRateState | null) => LevelRateFilter.fromJSON(saved, filterSettings().temperature),
    step: (filter, { temperatureC, tS }) => [filter.learn(temperatureC, tS), filter.now, filter.q],
  }),
  learner('FilterBank', day(4), {
    fresh: () => new FilterBank(filterSettings()),
    restored: (saved: FilterBankState) => new FilterBank(filterSettings(), saved),
    step: (bank, { temperatureC, humidityPct, stationHpa, tS }) => [
      bank.learn('temperature', temperatureC, tS),
      bank.learn('humidity', humidityPct, tS),
      bank.learn('pressure', stationHpa, tS),
      bank.ratePerH('pressure'),
      bank.noise('temperature').r,
    ],
  }),
  learner('ThermalCompensator', day(5), {
    fresh: () => new ThermalCompensator(thermal),
    restored: (saved: ThermalState) => ThermalCompensator.fromJSON(saved, thermal),
    step: (compensator, { temperatureC, cpuC, tS, i }) => [
      compensator.apply(temperatureC, cpuC, tS),
      i % 400 === 399 ? compensator.calibrate(temperatureC - 6, tS) : null,
      compensator.dictionary(),
    ],
  }),
  learner('HumidityCompensator', day(6), {
    fresh: () => new HumidityCompensator(humidity),
    restored: (saved: HumidityState) => HumidityCompensator.fromJSON(saved, humidity),
    step: (compensator, { temperatureC, humidityPct, tS, i }) => [
      compensator.apply(humidityPct, temperatureC, temperatureC - 3, tS),
      i % 400 === 399 ? compensator.calibrate(55, tS) : null,
      compensator.dictionary(),
    ],
  }),
  learner('SkyResponse', day(7, 300), {
    fresh: () => new SkyResponse(10),
    step: (sky, { light, elevationDeg, azimuthDeg, tS }) => {
      const clearSkyWm2 = elevationDeg > 0 ? 1000 * Math.sin((elevationDeg * Math.PI) / 180) : 0;
      sky.learn({ light, elevationDeg, azimuthDeg, clearSkyWm2, saturated: false }, tS);
      return [sky.nightLight, sky.response(elevationDeg, azimuthDeg)];
    },
  }),
  learner('ThermometerFusion', day(8), {
    fresh: () => new ThermometerFusion(),
    step: (fusion, { temperatureC, i, tS }) => {
      const humidityChipC = i % 700 > 640 ? null : temperatureC;
      const pressureChipC = i > 900 ? 21 : temperatureC + 0.8 + 0.05 * Math.sin(i);
      return [fusion.learn({ ...emptySample, humidityChipC, pressureChipC }, tS), fusion.predict()];
    },
  }),
  learner('GyroBias', vectors(9), {
    fresh: () => new GyroBias(),
    step: (bias, { accelG, gyroDps }) => {
      bias.learn(accelG, gyroDps);
      return bias.correct(gyroDps);
    },
  }),
  learner('HardIron', vectors(10), {
    fresh: () => new HardIron(),
    step: (iron, { accelG, fieldUt }) => {
      iron.learn(fieldUt);
      return [iron.offsetUt, iron.state.directions, iron.headingErrorDeg(accelG, fieldUt)];
    },
  }),
  learner('MoveWatch', vectors(11), {
    fresh: () => new MoveWatch(),
    step: (watch, { accelG, fieldUt, tS }) => {
      watch.learn(accelG, fieldUt, tS);
      return watch.take();
    },
  }),
  learner('SmoothDirection', vectors(15), {
    fresh: () => new SmoothDirection(),
    step: (smooth, { accelG, tS }) => smooth.learn(accelG, tS),
  }),
  learner('Orientation', vectors(12), {
    fresh: () => new Orientation({ axes: MOUNTS.flat, rotationDeg: 0, headingOffsetDeg: 0 }),
    step: (orientation, { accelG, gyroDps, fieldUt, tS }) => [
      orientation.learn({ accelG, gyroDps, fieldUt }, tS),
      orientation.takeMove(),
    ],
  }),
  learner('EvenTime', vectors(16), {
    fresh: () => new EvenTime('one start of the machine'),
    restored: (saved: EvenTimeState) => new EvenTime('one start of the machine', saved),
    step: (even, { tS }) => {
      const jumpS = Math.floor(tS / 500) % 3 === 1 ? 30 * 86_400 : 0;
      return even.at(tS - 1e6, tS + jumpS);
    },
  }),
  learner('RareQuantile', noise, {
    fresh: () => new RareQuantile(3, 0.01, 300),
    restored: (saved: number) => new RareQuantile(3, 0.01, 300).restore(saved),
    step: (quantile, x) => {
      quantile.learn(x * x, 20);
      if (x > 2) quantile.reach(x * x);
      return quantile.value;
    },
  }),
  learner('MahalanobisTracker', signals(13), {
    fresh: () => new MahalanobisTracker(tracker),
    step: (distances, v) => {
      const measured = distances.measure(v);
      distances.learn(v, 1);
      return measured;
    },
  }),
  learner('DriftDetector', noise, {
    fresh: () => new DriftDetector(),
    step: (detector, x) => [detector.learn(x, 1), detector.stress, detector.state.mean.value],
  }),
  learner('SampleCorrection', day(14), {
    fresh: () => new SampleCorrection(correctingBy(0.2), null),
    restored: (saved: never) => new SampleCorrection(correctingBy(0.2), saved),
    step: (correction, { temperatureC, humidityPct, cpuC, tS, i }) => {
      const row = {
        ts: tS,
        temp_raw: temperatureC,
        cpu_smooth: cpuC,
        temp_hum_chip: temperatureC,
        hum_raw: humidityPct,
        press_smooth: 1003,
      };
      const made = { temp: temperatureC - 4, hum: humidityPct, temp_smooth: temperatureC - 4, hum_smooth: humidityPct };
      const full = { ...row, ...made, dew: null, temp_rate: 0.1, hum_rate: 0.2, press_slp: 1003 };
      if (i % 500 === 250) correction.restart();
      return [correction.apply(full, 'all'), full];
    },
  }),
  ...intervalLearners,
  ...expertLearners,
  ...climateLearners,
  ...forecastLearners,
  ...rainLearners,
  ...alarmLearners,
  ...outdoorLearners,
  ...inputLearners,
];
