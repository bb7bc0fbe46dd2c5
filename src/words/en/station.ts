export type Scaled = 'temperature' | 'humidity';
const HEADED: Record<Scaled, string> = { temperature: 'Temperature', humidity: 'Humidity' };

interface Of {
  signal: Scaled;
}

/** The station's own life: starts and stops, calibrations, labels, training, and what failed. */
export const station = {
  'station.started': ({ version, board }: { version: string; board: string }) =>
    `Weatherglass ${version} measures with the ${board}`,
  'station.stopped': () => 'The station was stopped in order',
  'station.failed': ({ name, why }: { name: string; why: string }) => `${name} failed: ${why}`,
  'station.works-again': ({ name }: { name: string }) => `${name} works again`,
  'station.from-prior': ({ name, why }: { name: string; why: string }) => `${name} starts from its prior: ${why}`,
  'station.anew': ({ name, why }: { name: string; why: string }) => `${name} starts anew: ${why}`,
  'station.scores-unread': ({ days }: { days: number }) => `${days} days of scores could not be read and were left out`,
  'station.demo': ({ folder }: { folder: string }) =>
    `This is a demonstration: its weather is simulated, and kept in ${folder}, apart from any station of yours.`,
  'station.no-place': () =>
    'The station does not know where it stands: set site.latitude, site.longitude and site.altitude_m in config.yaml.',

  'fleet.notice': ({ text }: { text: string }) => `A notice of the fleet’s operator: ${text}`,

  'settings.changed': ({ keys }: { keys: readonly string[] }) => `Settings were changed: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }: { toM: number; fromM: number }) =>
    `The altitude is ${toM} m and was ${fromM} m: sea-level pressure is made anew in the whole history`,

  'upgrade.taken-back': ({ from, to, why, restored }: { from: string; to: string; why: string; restored: boolean }) =>
    `The upgrade from ${from} to ${to} was taken back: ${why}.${restored ? ' The database is the one from before it.' : ''}`,

  'calibration.k': ({ k, referenceC }: { k: number; referenceC: number }) =>
    `Temperature calibrated: k is ${k.toFixed(3)} after a reference of ${referenceC} °C`,
  'calibration.k-reset': ({ k }: { k: number }) => `Temperature calibrated: k was reset to its prior ${k}`,
  'calibration.offset': ({ offset, referencePct }: { offset: number; referencePct: number }) =>
    `Humidity calibrated: the offset is ${offset.toFixed(2)} points after a reference of ${referencePct} %`,
  'calibration.offset-reset': ({ offset }: { offset: number }) =>
    `Humidity calibrated: the offset was reset to its prior ${offset}`,
  'calibration.undone': ({ signal, reference }: Of & { reference: number }) =>
    `${HEADED[signal]} calibrated: the reference of ${reference} was taken back`,
  'step.calibration': ({ signal }: Of) => `${HEADED[signal]} steps here by a calibration, not by weather`,
  'step.setting': ({ signal }: Of) => `${HEADED[signal]} steps here by a changed setting, not by weather`,

  'label.rain': () => 'somebody said that it rains',
  'label.dry': () => 'somebody said that it is dry',
  /** `what` is the label's kind as the API names it. */
  'label.yes': ({ what }: { what: string }) => `somebody said: ${what.replaceAll('_', ' ')}`,
  'label.no': ({ what }: { what: string }) => `somebody said: no ${what.replaceAll('_', ' ')}`,
  'label.corrected': ({ what, yes }: { what: string; yes: boolean }) => {
    const [rain, dry] = ['somebody said that it rains', 'somebody said that it is dry'];
    const other = `somebody said: ${yes ? '' : 'no '}${what.replaceAll('_', ' ')}`;
    return `an observation was set right: ${what !== 'rain' ? other : yes ? rain : dry}`;
  },
  'label.undone': () => 'an observation was taken back',
  'label.refused': ({ why }: { why: string }) => why,

  'training.nothing': ({ why }: { why: string }) => `Training changed nothing: ${why}`,
  'training.done': ({ rows, days, seconds }: { rows: number; days: number; seconds: number }) =>
    `Learned anew from ${rows} rows over ${days.toFixed(1)} days in ${seconds.toFixed(1)} s`,
};
