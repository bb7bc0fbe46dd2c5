import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'brak odpowiedzi na czas',
  'way.unknown-name': () => 'jego nazwa nie jest znana',
  'way.name-unasked': () => 'jego nazwy nie dało się odszukać',
  'way.refused': () => 'połączenie odrzucono',
  'way.cut': () => 'połączenie zostało przerwane',
  'way.none': () => 'nie ma do niego drogi',
  'way.untrusted': () => 'jego certyfikat nie jest zaufany',
  'way.expired': () => 'jego certyfikat wygasł',
  'way.other-name': () => 'jego certyfikat jest dla innej nazwy',
  'way.unread': () => 'odpowiedzi nie dało się odczytać',
  'way.failed': ({ failure }) => `połączenie nie powiodło się (${failure})`,
  'aprs.no-greeting': () => 'serwer nie wita się',
  'aprs.no-login': () => 'serwer nie odpowiada na logowanie',
  'aprs.too-much': () => 'serwer mówi za dużo',
  'aprs.not-taken': () => 'serwer nie przyjmuje pakietu',
  'answer.unusual': ({ quote }) => `nie jest to zwykła odpowiedź, więc nic nie mogło zostać zapisane: ${quote}`,
  'answer.elsewhere': ({ quote }) => `wskazuje inny adres: ${quote}`,
  'sink.lacks': ({ setting }) => `brakuje ${setting} albo nie da się odczytać pliku`,
  'upload.unplaced': () => 'Usługa chce wiedzieć, gdzie stoi stacja: ustaw site.latitude i site.longitude.',
  'cwop.no-id': ({ id }) => `„${id}” nie jest identyfikatorem CWOP, jak CW0003, ani znakiem wywoławczym.`,
  'windy.not-shown': () =>
    'Odpowiedź brzmiała 200, ale nie widać tego, co wysłano wcześniej: chyba nic nie jest zapisywane.',
  'box.no-sensors': () => 'Skrzynka nie ma czujnika temperatury w °C, wilgotności w % ani ciśnienia w hPa lub Pa.',
  'box.nothing-for-it': () => 'Skrzynka nie ma czujnika dla tego, co stacja może powiedzieć.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} z ${number(rows)} wierszy nigdy nie zostanie przyjętych: ${quote}`,
  'hub.uncounted': ({ quote }) => `centrala nie mówi, ile posiada: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `centrala ma ${number(values)} z ${number(expected)} wartości z ${day}, więc idą jeszcze raz`,
  'hub.clock-behind': ({ minutes }) =>
    `zegar stacji wyprzedza zegar centrali o ${number(minutes)} min: to, co tam dopiero nadejdzie, czeka`,
  'hub.unknown-login': () =>
    'centrala nie zna tego loginu i sekretu albo nie pozwala mu już wysyłać; zapytaj tego, kto ją prowadzi',
  'hub.away': () =>
    'serwer przed centralą odpowiada, ale centrala lub jej baza danych nie; stacja sama zapyta ponownie',
  'broker.silent': () => 'broker nie odpowiada',
  'broker.unknown-name': () => 'nazwa brokera nie jest znana',
  'broker.name-unasked': () => 'nazwy brokera nie dało się odszukać',
  'broker.nobody': () => 'nikt nie słucha pod adresem brokera',
  'broker.no-way': () => 'nie ma drogi do brokera',
  'broker.untrusted': () => 'certyfikat brokera nie jest zaufany: podaj jego urząd w mqtt.ca_file',
  'broker.expired': () => 'certyfikat brokera wygasł',
  'broker.other-name': () => 'certyfikat brokera jest dla innej nazwy',
  'broker.old': () => 'broker jest za stary',
  'broker.client-id': () => 'broker odrzuca nasz identyfikator klienta',
  'broker.login': () => 'broker odrzuca nazwę lub hasło',
  'broker.shut': () => 'broker nas nie wpuszcza: czy nazwa i hasło są poprawne?',
  'broker.forbidden': ({ topic }) =>
    `broker nas wpuszcza, ale zabrania tematu ${topic}: jego lista dostępu (ACL) musi na to pozwalać`,
  'broker.banned': () => 'broker nas zablokował',
  'broker.refuses': ({ code }) => `broker nas odrzuca (${code})`,
  'broker.twin': () =>
    'broker wpuszcza nas i rozłącza: inny klient nosi nasz identyfikator, jak dwie stacje z jednej kopii',
  'broker.taken': () => 'broker to przyjął',
};
