import type { Lost, Salvaged } from '../en/storage.ts';
import type { Sentences } from '../sentence.ts';
import { count, moment, number } from './tongue.ts';

const TABLES: Record<string, string> = {
  sample: 'pomiary',
  five_min: 'pomiary średnich pięciominutowych',
  hourly: 'pomiary średnich godzinowych',
  event: 'zdarzenia',
  label: 'obserwacje',
  calibration: 'wpisy kalibracji',
};
const UNCERTAIN = ['event', 'label'];
const TOLD_SPANS = 3;
const ROWS = { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' };
const CAME_BACK = {
  one: 'wrócił # wiersz',
  few: 'wróciły # wiersze',
  many: 'wróciło # wierszy',
  other: 'wróciło # wiersza',
};
const CAME_IN = {
  one: 'trafił # wiersz',
  few: 'trafiły # wiersze',
  many: 'trafiło # wierszy',
  other: 'trafiło # wiersza',
};
const SAMPLES = { one: '# pomiar', few: '# pomiary', many: '# pomiarów', other: '# pomiaru' };

const spanOf = ({ fromTs, untilTs }: Pick<Lost, 'fromTs' | 'untilTs'>): string =>
  untilTs === null ? `po ${moment(fromTs!)}` : `od ${moment(fromTs!)} do ${moment(untilTs)}`;

function lostInWords(lost: readonly Lost[], components: readonly string[]): string {
  const parts: string[] = [];
  for (const [table, words] of Object.entries(TABLES)) {
    const own = lost.filter((entry) => entry.table === table);
    if (own.length === 0) continue;
    const unknown = own.some(({ rows }) => rows === null);
    const rows = unknown ? 'nie wiadomo ile' : number(own.reduce((sum, entry) => sum + entry.rows!, 0));
    const spans = own.filter(({ fromTs }) => fromTs !== null);
    const told = spans.slice(0, TOLD_SPANS).map(spanOf).join(', ');
    const rest = spans.length - TOLD_SPANS;
    const more =
      rest > 0
        ? ` i jeszcze ${count(rest, { one: '# okres', few: '# okresy', many: '# okresów', other: '# okresu' })}`
        : '';
    const most = UNCERTAIN.includes(table) && !unknown ? 'najwyżej ' : '';
    parts.push(`${words}: ${most}${rows}${told === '' ? '' : ` (${told}${more})`}`);
  }
  if (components.length > 0) parts.push(`to, czego nauczyły się ${components.join(', ')}`);
  return parts.length === 0 ? 'Nic nie zginęło.' : `Stracono: ${parts.join('; ')}.`;
}

function salvaged({ damage, rows, fromBackup, backup, aside, lost, rebuilt, unread }: Salvaged): string {
  const parts = [`Baza danych była uszkodzona (${damage}).`];
  parts.push(rows > 0 ? `Uratowano z niej ${count(rows, ROWS)}.` : 'Niczego w niej nie dało się odczytać.');
  if (backup === null) parts.push('Nie było dobrej kopii zapasowej.');
  else if (fromBackup > 0) parts.push(`Najnowsza dobra kopia dodała ${number(fromBackup)}.`);
  if (rebuilt.length > 0) parts.push('Kalibrację wzięto z jej dziennika.');
  parts.push(lostInWords(lost, unread));
  if (aside !== null) parts.push(`Uszkodzony plik jest w ${aside}.`);
  return parts.join(' ');
}

export const storage = {
  'disk.refuses': ({ why }) =>
    `Dysk nie przyjmuje nowych pomiarów (${why}). Są trzymane w pamięci i zostaną zapisane, gdy znów przyjmie.`,
  'disk.takes-again': ({ minutes, lost }) =>
    `Dysk po ${number(minutes)} min znów przyjmuje pomiary; ${
      lost > 0 ? `porzucono ${count(lost, SAMPLES)}` : 'nic nie zginęło'
    }.`,
  'disk.took-nothing': ({ samples }) =>
    `Dysk niczego nie przyjął: być może stracono ${count(samples, SAMPLES)} z kolejki`,
  'disk.memory-only': ({ folder, trouble }) =>
    `Dysk z ${folder} jest niedostępny (${trouble}): bieżące pomiary są tylko w pamięci i trafią do historii, gdy dysk znów przyjmie dane. Do tego czasu przeszłość nie jest widoczna.`,
  'disk.back-home': ({ rows }) => `Dysk znów przyjmuje dane: z pamięci do historii ${count(rows, CAME_IN)}.`,
  'disk.other-owner': ({ measuredBy, owner }) =>
    `Odrzucono to, co dało źródło ${measuredBy}, gdy dysk niczego nie przyjmował: to jest historia źródła ${owner}.`,

  'database.damaged': ({ damage, inMemory }) =>
    `Baza danych jest uszkodzona (${damage}). Jest odbudowywana z tego, co da się odczytać; nowe pomiary są tymczasem ${
      inMemory ? 'w pamięci' : 'w pliku obok'
    }.`,
  'database.salvaged': salvaged,
  'database.not-rebuilt': ({ why }) =>
    `Uszkodzonej bazy danych nie udało się jeszcze odbudować (${why}); następna próba za 10 min.`,
  'database.put-back': ({ kept }) =>
    `Bazę danych przeniesiono, usunięto lub podmieniono, gdy stacja działała. Zapisano ją od nowa z tego, co było jeszcze otwarte; nic nie zginęło.${
      kept === null ? '' : ` To, co było na jej miejscu, jest w ${kept}.`
    }`,
  'database.swap-unreadable': () =>
    'Baza danych była właśnie wymieniana, gdy stacja się zatrzymała, a notatki o postępie nie da się odczytać: warto sprawdzić, czy historia jest tą właściwą.',
  'database.changed': ({ rows, parts, fromBackup, kept }) =>
    [
      rows === null
        ? 'Inny program korzystał z bazy danych.'
        : rows === 0
          ? 'Zmieniona przez inny program.'
          : rows > 0
            ? `Zmieniona przez inny program: więcej o ${count(rows, ROWS)}.`
            : `Zmieniona przez inny program: mniej o ${count(-rows, ROWS)}.`,
      parts.length > 0 ? ` Brakujące części utworzono na nowo (${parts.join(', ')}).` : '',
      fromBackup > 0 ? ` Z kopii zapasowej ${count(fromBackup, CAME_BACK)}.` : '',
      kept === null ? '' : ` Obok leżał dziennik innej bazy; jest zachowany w ${kept}.`,
    ].join(''),
  'database.rows-changed': ({ healed, doubtful, fromTs, untilTs }) =>
    [
      `Zapisane wiersze zmieniły się na dysku (${spanOf({ fromTs, untilTs })} UTC).`,
      healed > 0 ? ` Z kopii zapasowej ${count(healed, CAME_BACK)}.` : '',
      doubtful > 0 ? ` Zachowano ${count(doubtful, ROWS)}; któraś cyfra może być błędna.` : '',
    ].join(''),
  'database.log-lost': ({ rows }) =>
    `Ostatnie zatrzymanie nie było czyste i brak dziennika najnowszych zapisów; mogło zginąć kilka godzin przed nim.${
      rows > 0 ? ` Z kopii zapasowej ${count(rows, CAME_BACK)}.` : ''
    }`,
  'history.set-aside': ({ owner, aside }) =>
    `Historię źródła ${owner} odłożono jako ${aside}: teraz mierzy tu Sense HAT.`,
  'history.backups-stay': ({ why }) =>
    `Jej kopii zapasowych nie udało się przenieść (${why}). Zostają na miejscu i nic z nich nie trafi do historii, która zaczyna się teraz.`,
  'history.unfolded': ({ hours }) =>
    `${count(hours, { one: '# zbyt wcześnie zagęszczona godzina pokazuje', few: '# zbyt wcześnie zagęszczone godziny pokazują', many: '# zbyt wcześnie zagęszczonych godzin pokazuje', other: '# zbyt wcześnie zagęszczonej godziny pokazuje' })} znów dokładniejsze wiersze`,
  'history.folded': ({ samples, fives, removed }) =>
    `Zagęszczono: ${count(samples, SAMPLES)} i ${count(fives, { one: '# wiersz pięciominutowy', few: '# wiersze pięciominutowe', many: '# wierszy pięciominutowych', other: '# wiersza pięciominutowego' })}; usunięto zagęszczone: ${number(removed)}`,
  'history.backed-up': ({ bytes }) => `Wykonano i sprawdzono kopię zapasową historii (${number(bytes / 1e6, 1)} MB)`,
  'history.recomputed': ({ changed, rows, seconds }) =>
    `Przeliczono z wartości surowych ${number(changed)} z ${count(rows, { one: '# wiersza', few: '# wierszy', many: '# wierszy', other: '# wiersza' })} w ${number(seconds, 1)} s`,
} satisfies Partial<Sentences>;
