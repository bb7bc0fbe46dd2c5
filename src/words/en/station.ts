import { count, number } from './figures.ts';

export type Scaled = 'temperature' | 'humidity';
const HEADED: Record<Scaled, string> = { temperature: 'Temperature', humidity: 'Humidity' };

interface Of {
  signal: Scaled;
}

/** The station's own life: starts and stops, calibrations, labels, training, and what failed. */
export const station = {
  'station.started': ({ version, board }: { version: string; board: string }) =>
    `Weatherglass ${version} started with the ${board}`,
  'station.stopped': () => 'Station shut down normally',
  'station.failed': ({ name, why }: { name: string; why: string }) => `${name} failed: ${why}`,
  'station.works-again': ({ name }: { name: string }) => `${name} works again`,
  'station.from-prior': ({ name, why }: { name: string; why: string }) => `${name} starts from its defaults: ${why}`,
  'station.anew': ({ name, why }: { name: string; why: string }) => `${name} starts over: ${why}`,
  'station.scores-unread': ({ days }: { days: number }) =>
    `Scores of ${count(days, 'day')} are unreadable and were skipped`,
  'station.demo': ({ folder }: { folder: string }) =>
    `This is a demo with simulated weather. Its data are in ${folder}, apart from your station.`,
  'station.no-place': () =>
    'The station has no place yet: set site.latitude, site.longitude and site.altitude_m in config.yaml.',

  'fleet.notice': ({ text }: { text: string }) => `Notice from the fleet operator: ${text}`,

  'settings.changed': ({ keys }: { keys: readonly string[] }) => `Settings changed: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }: { toM: number; fromM: number }) =>
    `Elevation changed from ${number(fromM)} m to ${number(toM)} m. Recalculating sea-level pressure in the whole history`,

  'upgrade.taken-back': ({ from, to, why, restored }: { from: string; to: string; why: string; restored: boolean }) =>
    `The upgrade from ${from} to ${to} was undone: ${why}.${restored ? ' The database is the one before the upgrade.' : ''}`,

  'calibration.k': ({ k, referenceC }: { k: number; referenceC: number }) =>
    `Temperature calibrated: k is ${k.toFixed(3)} after a reference of ${referenceC} °C`,
  'calibration.k-reset': ({ k }: { k: number }) => `Temperature calibration reset: k is ${k}`,
  'calibration.offset': ({ offset, referencePct }: { offset: number; referencePct: number }) =>
    `Humidity calibrated: the offset is ${offset.toFixed(2)} points after a reference of ${referencePct} %`,
  'calibration.offset-reset': ({ offset }: { offset: number }) => `Humidity calibration reset: the offset is ${offset}`,
  'calibration.undone': ({ signal, reference }: Of & { reference: number }) =>
    `${HEADED[signal]} calibration: the reference ${reference} was removed`,
  'step.calibration': ({ signal }: Of) => `${HEADED[signal]}: this jump is a calibration, not weather`,
  'step.setting': ({ signal }: Of) => `${HEADED[signal]}: this jump is a changed setting, not weather`,

  'label.rain': () => 'Rain reported',
  'label.dry': () => 'Dry weather reported',
  /** `what` is the label's kind as the API names it. */
  'label.yes': ({ what }: { what: string }) => `Reported: ${what.replaceAll('_', ' ')}`,
  'label.no': ({ what }: { what: string }) => `Reported: no ${what.replaceAll('_', ' ')}`,
  'label.corrected': ({ what, yes }: { what: string; yes: boolean }) => {
    const [rain, dry] = ['rain', 'dry weather'];
    const other = `${yes ? '' : 'no '}${what.replaceAll('_', ' ')}`;
    return `Observation corrected: ${what !== 'rain' ? other : yes ? rain : dry}`;
  },
  'label.undone': () => 'Observation removed',
  'label.refused': ({ why }: { why: string }) => why,

  'training.nothing': ({ why }: { why: string }) => `No training: ${why}`,
  'training.done': ({ rows, days, seconds }: { rows: number; days: number; seconds: number }) =>
    `Trained on ${count(rows, 'reading')}, ${number(days, 1)} days, in ${number(seconds, 1)} s`,
};
