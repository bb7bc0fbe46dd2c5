import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, { some: string; one: string; other: string }> = {
  sample: { some: 'algunas medidas', one: '# medida', other: '# medidas' },
  five_min: {
    some: 'algunas medidas de medias de cinco minutos',
    one: '# medida de medias de cinco minutos',
    other: '# medidas de medias de cinco minutos',
  },
  hourly: {
    some: 'algunas medidas de medias horarias',
    one: '# medida de medias horarias',
    other: '# medidas de medias horarias',
  },
  event: { some: 'quizá algunos sucesos', one: 'como mucho # suceso', other: 'como mucho # sucesos' },
  label: {
    some: 'quizá algunas observaciones',
    one: 'como mucho # observación',
    other: 'como mucho # observaciones',
  },
  calibration: {
    some: 'algunas entradas del registro de calibración',
    one: '# entrada del registro de calibración',
    other: '# entradas del registro de calibración',
  },
};
/** Whose history it is. */
const BOARDS: Record<string, string> = {
  'sense-hat': 'un Sense HAT',
  simulator: 'un simulador',
  replay: 'una grabación',
};
const board = (name: string): string => BOARDS[name] ?? name;
const TOLD_SPANS = 3;
const ROWS = { one: '# fila', other: '# filas' };

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `después de ${moment(fromTs!)}` : `de ${moment(fromTs!)} a ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const said = unknown
      ? words.some
      : count(
          own.reduce((sum, entry) => sum + entry.rows!, 0),
          words,
        );
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join(', ');
    const rest = spans.length - TOLD_SPANS;
    const more = rest > 0 ? ` y ${count(rest, { one: '# período más', other: '# períodos más' })}` : '';
    parts.push(`${said}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`lo que había aprendido ${components.join(', ')}`);
  return parts.length === 0 ? 'No se perdió nada.' : `Perdido: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`La base de datos estaba dañada (${damage}).`];
  parts.push(
    rows > 0
      ? `De ella se ${count(rows, { one: 'salvó # fila', other: 'salvaron # filas' })}.`
      : 'Nada en ella era legible.',
  );
  if (backup === null) parts.push('No había ninguna copia buena.');
  else if (fromBackup > 0) parts.push(`La última copia buena dio ${number(fromBackup)} más.`);
  if (rebuilt.length > 0) parts.push('La calibración se tomó de su registro.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`El archivo dañado se guarda en ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `El disco no acepta medidas nuevas (${why}). Quedan en memoria y se escriben en cuanto las acepte.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `El disco vuelve a aceptar medidas tras ${number(minutes)} min; ${
      lost > 0 ? `hubo que renunciar a ${count(lost, { one: '# medida', other: '# medidas' })}` : 'no se perdió nada'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `El disco no aceptó nada: quizá se ${count(samples, { one: 'haya perdido # medida', other: 'hayan perdido # medidas' })} en espera`,
  'disk.memory-only': ({ folder, trouble }) =>
    `El disco de ${folder} no se puede usar (${trouble}): lo que se mide ahora queda en memoria y pasará al historial en cuanto vuelva a aceptar. Hasta entonces no se muestra el pasado.`,
  'disk.back-home': ({ rows }) =>
    `El disco vuelve a aceptar datos: ${count(rows, { one: '# fila guardada en memoria está', other: '# filas guardadas en memoria están' })} ya en el historial.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Lo que dio ${board(measuredBy)} mientras el disco no aceptaba nada se descartó: este es el historial de ${board(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `La base de datos está dañada (${damage}). Se reconstruye con lo legible; entretanto, las medidas nuevas ${
      inMemory ? 'quedan en memoria' : 'van a un archivo al lado'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `La base de datos dañada aún no se pudo reconstruir (${why}); nuevo intento en 10 min.`,
  'database.put-back': ({ kept }) =>
    `La base de datos se movió, se quitó o se cambió mientras la estación funcionaba. Se escribió de nuevo con lo que seguía abierto; no se perdió nada.${
      kept === null ? '' : ` Lo que había en su lugar se guarda en ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'La base de datos se estaba cambiando cuando la estación se detuvo, y la nota de hasta dónde llegó es ilegible: comprobar que el historial es el esperado.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Otro programa usó la base de datos.'
        : rows === 0
          ? 'Modificada por otro programa.'
          : rows > 0
            ? `Modificada por otro programa: ${count(rows, { one: '# fila', other: '# filas' })} más.`
            : `Modificada por otro programa: ${count(-rows, { one: '# fila', other: '# filas' })} menos.`,
      parts.length > 0 ? ` Se crearon de nuevo las partes que faltaban (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` De la copia ${count(fromBackup, { one: 'volvió # fila', other: 'volvieron # filas' })}.` : '',
      kept === null ? '' : ` Junto a ella había el registro de otra base; está guardado en ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Filas guardadas cambiaron en el disco (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` De una copia ${count(healed, { one: 'volvió # fila', other: 'volvieron # filas' })}.` : '',
      doubtful > 0
        ? ` Tal cual ${count(doubtful, { one: 'quedó # fila', other: 'quedaron # filas' })}; alguna cifra puede ser errónea.`
        : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `La última parada no fue normal, y falta el registro de las últimas escrituras; pueden haberse perdido algunas horas anteriores.${
      rows > 0 ? ` De la copia ${count(rows, { one: 'volvió # fila', other: 'volvieron # filas' })}.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `El historial de ${board(owner)} se apartó como ${aside}: aquí mide ahora un Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `Sus copias de seguridad no se pudieron mover (${why}). Se quedan donde están, y nada de ellas pasa al historial que empieza ahora.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# hora condensada demasiado pronto muestra', other: '# horas condensadas demasiado pronto muestran' })} otra vez sus filas más finas`,
  'history.folded': ({ samples, fives, removed }) =>
    `Condensado: ${count(samples, { one: '# medida', other: '# medidas' })} y ${count(fives, ROWS)} de cinco minutos; quitado: ${count(removed, { one: '# fila condensada', other: '# filas condensadas' })}`,
  'history.backed-up': ({ bytes }) => `El historial se copió y se comprobó (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `Recálculo con los valores brutos: ${number(changed)} de ${count(rows, ROWS)}, en ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
