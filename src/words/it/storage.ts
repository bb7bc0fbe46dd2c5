import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, { some: string; one: string; other: string }> = {
  sample: { some: 'alcune misure', one: '# misura', other: '# misure' },
  five_min: {
    some: 'alcune misure di medie di cinque minuti',
    one: '# misura di medie di cinque minuti',
    other: '# misure di medie di cinque minuti',
  },
  hourly: { some: 'alcune misure di medie orarie', one: '# misura di medie orarie', other: '# misure di medie orarie' },
  event: { some: 'forse alcuni eventi', one: 'al massimo # evento', other: 'al massimo # eventi' },
  label: { some: 'forse alcune osservazioni', one: 'al massimo # osservazione', other: 'al massimo # osservazioni' },
  calibration: {
    some: 'alcune voci del registro di calibrazione',
    one: '# voce del registro di calibrazione',
    other: '# voci del registro di calibrazione',
  },
};
/** Whose history it is. */
const BOARDS: Record<string, string> = {
  'sense-hat': 'un Sense HAT',
  simulator: 'un simulatore',
  replay: 'una registrazione',
};
const board = (name: string): string => BOARDS[name] ?? name;
const TOLD_SPANS = 3;
const ROWS = { one: '# riga', other: '# righe' };

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `dopo ${moment(fromTs!)}` : `da ${moment(fromTs!)} a ${moment(untilTs)}`;

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
    const more = rest > 0 ? ` e ${count(rest, { one: '# altro periodo', other: '# altri periodi' })}` : '';
    parts.push(`${said}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`ciò che aveva imparato ${components.join(', ')}`);
  return parts.length === 0 ? 'Nulla è andato perso.' : `Perso: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`La base di dati era danneggiata (${damage}).`];
  parts.push(
    rows > 0 ? `${count(rows, { one: 'Salvata # riga', other: 'Salvate # righe' })}.` : 'Nulla in essa era leggibile.',
  );
  if (backup === null) parts.push('Non c’era una copia buona.');
  else if (fromBackup > 0) parts.push(`L’ultima copia buona ne ha date altre ${number(fromBackup)}.`);
  if (rebuilt.length > 0) parts.push('La calibrazione è stata ripresa dal suo registro.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Il file danneggiato si conserva in ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `Il disco non accetta nuove misure (${why}). Restano in memoria e saranno scritte appena le accetta.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `Il disco accetta di nuovo misure dopo ${number(minutes)} min; ${
      lost > 0
        ? count(lost, { one: '# misura è andata persa', other: '# misure sono andate perse' })
        : 'nulla è andato perso'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `Il disco non ha accettato nulla: ${count(samples, { one: '# misura in attesa è forse persa', other: '# misure in attesa sono forse perse' })}`,
  'disk.memory-only': ({ folder, trouble }) =>
    `Il disco di ${folder} non si può usare (${trouble}): ciò che si misura ora resta in memoria e passerà nello storico appena accetta di nuovo. Fino ad allora il passato non si mostra.`,
  'disk.back-home': ({ rows }) =>
    `Il disco accetta di nuovo dati: ${count(rows, { one: '# riga tenuta in memoria è', other: '# righe tenute in memoria sono' })} ora nello storico.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Ciò che ha dato ${board(measuredBy)} mentre il disco non accettava nulla è stato scartato: questo è lo storico di ${board(owner)}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `La base di dati è danneggiata (${damage}). Si ricostruisce da ciò che è leggibile; intanto le nuove misure ${
      inMemory ? 'restano in memoria' : 'vanno in un file accanto'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `La base di dati danneggiata non si è ancora potuta ricostruire (${why}); nuovo tentativo tra 10 min.`,
  'database.put-back': ({ kept }) =>
    `La base di dati è stata spostata, rimossa o sostituita mentre la stazione era in funzione. È stata riscritta da ciò che era ancora aperto; nulla è andato perso.${
      kept === null ? '' : ` Ciò che era al suo posto si conserva in ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'La base di dati era in corso di sostituzione quando la stazione si è fermata, e la nota di quanto era avanzata è illeggibile: verificare che lo storico sia quello atteso.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Un altro programma ha usato la base di dati.'
        : rows === 0
          ? 'Modificata da un altro programma.'
          : rows > 0
            ? `Modificata da un altro programma: ${count(rows, { one: '# riga', other: '# righe' })} in più.`
            : `Modificata da un altro programma: ${count(-rows, { one: '# riga', other: '# righe' })} in meno.`,
      parts.length > 0 ? ` Le parti mancanti sono state ricreate (${parts.join(', ')}).` : '',
      fromBackup > 0
        ? ` Dalla copia ${count(fromBackup, { one: 'è tornata # riga', other: 'sono tornate # righe' })}.`
        : '',
      kept === null ? '' : ` Accanto c’era il registro di un’altra base; è conservato in ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Righe salvate sono cambiate sul disco (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` Da una copia ${count(healed, { one: 'è tornata # riga', other: 'sono tornate # righe' })}.` : '',
      doubtful > 0
        ? ` ${count(doubtful, { one: '# riga è rimasta com’era', other: '# righe sono rimaste com’erano' })}; qualche cifra può essere errata.`
        : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `L’ultimo arresto non è stato regolare, e manca il registro delle ultime scritture; qualche ora precedente può essere persa.${
      rows > 0 ? ` Dalla copia ${count(rows, { one: 'è tornata # riga', other: 'sono tornate # righe' })}.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `Lo storico di ${board(owner)} è stato messo da parte come ${aside}: qui ora misura un Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `Non è stato possibile spostare le sue copie (${why}). Restano dove sono, e nulla di esse passa nello storico che comincia ora.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# ora compattata troppo presto mostra', other: '# ore compattate troppo presto mostrano' })} di nuovo le righe più fini`,
  'history.folded': ({ samples, fives, removed }) =>
    `Compattato: ${count(samples, { one: '# misura', other: '# misure' })} e ${count(fives, ROWS)} di cinque minuti; rimosso: ${count(removed, { one: '# riga compattata', other: '# righe compattate' })}`,
  'history.backed-up': ({ bytes }) => `Lo storico è stato copiato e verificato (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `Ricalcolo dai valori grezzi: ${number(changed)} di ${count(rows, ROWS)}, in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
