import type { Scaled } from '../en/station.ts';
import type { Sentences } from '../sentence.ts';
import { count, number } from './tongue.ts';

const SIGNALS: Record<Scaled, string> = { temperature: 'Temperatura', humidity: 'Humedad' };
const BOARDS: Record<string, string> = {
  'sense-hat': 'el Sense HAT',
  simulator: 'el simulador',
  replay: 'una grabación',
};
/** What the API lets somebody say. */
const YES: Record<string, string> = {
  rain: 'llueve',
  fog: 'niebla',
  frost: 'helada',
  window_open: 'ventana abierta',
};
const NO: Record<string, string> = {
  rain: 'tiempo seco',
  fog: 'sin niebla',
  frost: 'sin helada',
  window_open: 'ventana cerrada',
};
const yes = (what: string): string => YES[what] ?? what.replaceAll('_', ' ');
const no = (what: string): string => NO[what] ?? `sin ${what.replaceAll('_', ' ')}`;

export const station = {
  'station.started': ({ version, board }) => `Weatherglass ${version} mide con ${BOARDS[board] ?? board}`,
  'station.stopped': () => 'La estación se detuvo con normalidad',
  'station.failed': ({ name, why }) => `${name} falló: ${why}`,
  'station.works-again': ({ name }) => `${name} vuelve a funcionar`,
  'station.from-prior': ({ name, why }) => `${name} parte de sus valores iniciales: ${why}`,
  'station.anew': ({ name, why }) => `${name} empieza de cero: ${why}`,
  'station.scores-unread': ({ days }) =>
    count(days, {
      one: '# día de notas no se pudo leer y se omitió',
      other: '# días de notas no se pudieron leer y se omitieron',
    }),
  'station.demo': ({ folder }) =>
    `Esto es una demostración: el tiempo es simulado y se guarda en ${folder}, aparte de cualquier estación real.`,
  'station.no-place': () =>
    'La estación no sabe dónde está: poner site.latitude, site.longitude y site.altitude_m en config.yaml.',

  'fleet.notice': ({ text }) => `Aviso de quien gestiona la flota de estaciones: ${text}`,

  'settings.changed': ({ keys }) => `Ajustes cambiados: ${keys.join(', ')}`,
  'settings.altitude': ({ toM, fromM }) =>
    `La altitud es ${number(toM)} m y era ${number(fromM)} m: la presión al nivel del mar se recalcula en todo el historial`,

  'upgrade.taken-back': ({ from, to, why, restored }) =>
    `La actualización de ${from} a ${to} se deshizo: ${why}.${restored ? ' La base de datos es la de antes.' : ''}`,

  'calibration.k': ({ k, referenceC }) =>
    `Temperatura calibrada: k es ${number(k, 3)} tras una referencia de ${number(referenceC, 1)} °C`,
  'calibration.k-reset': ({ k }) => `Temperatura calibrada: k ha vuelto a su valor inicial ${number(k, 2)}`,
  'calibration.offset': ({ offset, referencePct }) =>
    `Humedad calibrada: el ajuste es de ${number(offset, 2)} puntos tras una referencia de ${number(referencePct, 1)} %`,
  'calibration.offset-reset': ({ offset }) =>
    `Humedad calibrada: el ajuste ha vuelto a su valor inicial ${number(offset, 2)}`,
  'calibration.undone': ({ signal, reference }) =>
    `${SIGNALS[signal]} calibrada: se retiró la referencia ${number(reference, 1)}`,
  'step.calibration': ({ signal }) =>
    `${SIGNALS[signal]}: el salto aquí viene de una calibración, no de la meteorología`,
  'step.setting': ({ signal }) =>
    `${SIGNALS[signal]}: el salto aquí viene de un ajuste cambiado, no de la meteorología`,

  'label.rain': () => 'Observado: llueve',
  'label.dry': () => 'Observado: tiempo seco',
  'label.yes': ({ what }) => `Observado: ${yes(what)}`,
  'label.no': ({ what }) => `Observado: ${no(what)}`,
  'label.corrected': ({ what, yes: is }) => `Se corrigió una observación: ${is ? yes(what) : no(what)}`,
  'label.undone': () => 'Se retiró una observación',
  'label.refused': ({ why }) => why,

  'training.nothing': ({ why }) => `El entrenamiento no cambió nada: ${why}`,
  'training.done': ({ rows, days, seconds }) =>
    `Aprendido de nuevo: ${count(rows, { one: '# fila', other: '# filas' })} de ${number(days, 1)} días, en ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
