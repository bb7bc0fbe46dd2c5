import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, string> = {
  sample: 'Messwerte',
  five_min: 'Messwerte hinter Fünf-Minuten-Mitteln',
  hourly: 'Messwerte hinter Stundenmitteln',
  event: 'Ereignisse',
  label: 'Beobachtungen',
  calibration: 'Einträge der Kalibrierung',
};
const UNCERTAIN = ['event', 'label'];
const TOLD_SPANS = 3;
const ROWS = { one: '# Zeile', other: '# Zeilen' };
const CAME = { one: '# Zeile kam', other: '# Zeilen kamen' };

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `nach ${moment(fromTs!)}` : `${moment(fromTs!)} bis ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const rows = unknown ? 'einige' : number(own.reduce((sum, entry) => sum + entry.rows!, 0));
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join(', ');
    const rest = spans.length - TOLD_SPANS;
    const more = rest > 0 ? ` und ${count(rest, { one: '# weiterer Zeitraum', other: '# weitere Zeiträume' })}` : '';
    const most = UNCERTAIN.includes(table) ? 'höchstens ' : '';
    parts.push(`${most}${rows} ${words}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`was ${components.join(', ')} gelernt hatte`);
  return parts.length === 0 ? 'Nichts ging verloren.' : `Verloren: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`Die Datenbank war beschädigt (${damage}).`];
  parts.push(rows > 0 ? `${count(rows, ROWS)} daraus gerettet.` : 'Nichts darin war lesbar.');
  if (backup === null) parts.push('Es gab keine gute Sicherung.');
  else if (fromBackup > 0) parts.push(`Die neueste gute Sicherung gab ${number(fromBackup)} dazu.`);
  if (rebuilt.length > 0) parts.push('Die Kalibrierung kam aus ihrem Protokoll.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Die beschädigte Datei liegt in ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `Der Speicher nimmt keine neuen Messwerte an (${why}). Sie bleiben im Arbeitsspeicher und werden geschrieben, sobald er es wieder tut.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `Der Speicher nimmt nach ${number(minutes)} min wieder Messwerte an; ${
      lost > 0 ? `${count(lost, { one: '# wurde', other: '# wurden' })} aufgegeben` : 'nichts ging verloren'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `Der Speicher nahm nichts an: ${count(samples, { one: '# wartender Messwert ist', other: '# wartende Messwerte sind' })} vielleicht verloren`,
  'disk.memory-only': ({ folder, trouble }) =>
    `Der Speicher von ${folder} ist nicht nutzbar (${trouble}): Was jetzt gemessen wird, bleibt im Arbeitsspeicher und kommt in den Verlauf, sobald er wieder annimmt. Bis dahin ist die Vergangenheit nicht zu sehen.`,
  'disk.back-home': ({ rows }) =>
    `Der Speicher nimmt wieder Daten an: ${count(rows, { one: '# Zeile aus dem Arbeitsspeicher steht', other: '# Zeilen aus dem Arbeitsspeicher stehen' })} jetzt im Verlauf.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Was ein ${measuredBy} lieferte, während der Speicher nichts annahm, wurde verworfen: Dies ist der Verlauf eines ${owner}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `Die Datenbank ist beschädigt (${damage}). Sie wird aus dem Lesbaren neu aufgebaut; neue Messwerte bleiben bis dahin ${
      inMemory ? 'im Arbeitsspeicher' : 'in einer Datei daneben'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `Die beschädigte Datenbank konnte noch nicht neu aufgebaut werden (${why}); der nächste Versuch folgt in 10 min.`,
  'database.put-back': ({ kept }) =>
    `Die Datenbank wurde verschoben, entfernt oder ersetzt, während die Station lief. Sie wurde aus dem noch Offenen neu geschrieben; nichts ging verloren.${
      kept === null ? '' : ` Was an ihrer Stelle lag, liegt jetzt in ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'Die Datenbank wurde gerade ersetzt, als die Station endete, und die Notiz, wie weit das kam, ist unlesbar: Bitte prüfen, ob der Verlauf der erwartete ist.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Ein anderes Programm hat die Datenbank benutzt.'
        : rows === 0
          ? 'Von einem anderen Programm geändert.'
          : rows > 0
            ? `Von einem anderen Programm geändert: ${count(rows, ROWS)} mehr.`
            : `Von einem anderen Programm geändert: ${count(-rows, ROWS)} weniger.`,
      parts.length > 0 ? ` Fehlende Teile wurden neu angelegt (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` ${count(fromBackup, CAME)} aus der Sicherung zurück.` : '',
      kept === null ? '' : ` Daneben lag das Protokoll einer anderen Datenbank; es liegt jetzt in ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Gespeicherte Zeilen haben sich auf der Platte verändert (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` ${count(healed, CAME)} aus einer Sicherung zurück.` : '',
      doubtful > 0
        ? ` ${count(doubtful, { one: '# Zeile blieb, wie sie ist', other: '# Zeilen blieben, wie sie sind' })}; eine Ziffer darin kann falsch sein.`
        : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `Die Station endete nicht ordentlich, und das Protokoll der neuesten Einträge fehlt; einige Stunden davor können verloren sein.${
      rows > 0 ? ` ${count(rows, CAME)} aus der Sicherung zurück.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `Der Verlauf von ${owner} wurde als ${aside} beiseitegelegt: Hier misst jetzt ein Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `Seine Sicherungen ließen sich nicht verschieben (${why}). Sie bleiben, wo sie sind, und nichts davon kommt in den Verlauf, der jetzt beginnt.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# zu früh verdichtete Stunde zeigt', other: '# zu früh verdichtete Stunden zeigen' })} wieder ihre feineren Zeilen`,
  'history.folded': ({ samples, fives, removed }) =>
    `Verdichtet: ${count(samples, { one: '# Messwert', other: '# Messwerte' })} und ${count(fives, { one: '# Fünf-Minuten-Zeile', other: '# Fünf-Minuten-Zeilen' })}; entfernt: ${count(removed, { one: '# verdichtete', other: '# verdichtete' })}`,
  'history.backed-up': ({ bytes }) => `Der Verlauf wurde gesichert und geprüft (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `${number(changed)} von ${count(rows, ROWS)} aus Rohwerten neu berechnet, in ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
