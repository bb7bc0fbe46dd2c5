import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'keine Antwort in der Zeit',
  'way.unknown-name': () => 'ihr Name ist nicht bekannt',
  'way.name-unasked': () => 'ihr Name ließ sich nicht nachschlagen',
  'way.refused': () => 'die Verbindung wurde abgelehnt',
  'way.cut': () => 'die Verbindung wurde getrennt',
  'way.none': () => 'kein Weg führt dorthin',
  'way.untrusted': () => 'ihrem Zertifikat wird nicht vertraut',
  'way.expired': () => 'ihr Zertifikat ist abgelaufen',
  'way.other-name': () => 'ihr Zertifikat gilt für einen anderen Namen',
  'way.unread': () => 'die Antwort war nicht zu lesen',
  'way.failed': ({ failure }) => `die Verbindung misslang (${failure})`,
  'aprs.no-greeting': () => 'die Gegenstelle grüßt nicht',
  'aprs.no-login': () => 'die Gegenstelle lässt sich nicht anmelden',
  'aprs.too-much': () => 'die Gegenstelle sagt zu viel',
  'aprs.not-taken': () => 'die Gegenstelle nimmt das Paket nicht',
  'answer.unusual': ({ quote }) => `nicht die übliche Antwort, also kann nichts gespeichert sein: ${quote}`,
  'answer.elsewhere': ({ quote }) => `verweist auf eine andere Adresse: ${quote}`,
  'sink.lacks': ({ setting }) => `${setting} fehlt, oder die Datei ist nicht zu lesen`,
  'upload.unplaced': () => 'Der Dienst will wissen, wo die Station steht: site.latitude und site.longitude setzen.',
  'cwop.no-id': ({ id }) => `„${id}“ ist keine Kennung von CWOP wie CW0003 und kein Rufzeichen.`,
  'windy.not-shown': () =>
    'Die Antwort war 200, aber was davor gesendet wurde, wird nicht gezeigt: Offenbar wird nichts gespeichert.',
  'box.no-sensors': () => 'Die Box hat keinen Sensor für Temperatur in °C, Feuchte in % oder Druck in hPa oder Pa.',
  'box.nothing-for-it': () => 'Die Box hat keinen Sensor für das, was die Station sagen darf.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} von ${number(rows)} Zeilen werden nie genommen: ${quote}`,
  'hub.uncounted': ({ quote }) => `die Zentrale sagt nicht, wie viel sie hat: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `die Zentrale hat ${number(values)} von ${number(expected)} Werten vom ${day}, also gehen sie noch einmal`,
  'hub.clock-behind': ({ minutes }) =>
    `die Uhr der Station geht ${number(minutes)} min vor der Uhr der Zentrale: was dort noch in der Zukunft liegt, wartet`,
  'hub.unknown-login': () =>
    'die Zentrale kennt diese Anmeldung nicht oder lässt sie nichts mehr senden; wer die Zentrale betreibt, kann es sagen',
  'hub.away': () =>
    'ein Server vor der Zentrale antwortet, aber die Zentrale oder ihre Datenbank nicht; die Station fragt von selbst wieder',
  'broker.silent': () => 'der Broker antwortet nicht',
  'broker.unknown-name': () => 'der Name des Brokers ist nicht bekannt',
  'broker.name-unasked': () => 'der Name des Brokers ließ sich nicht nachschlagen',
  'broker.nobody': () => 'an der Adresse des Brokers hört niemand',
  'broker.no-way': () => 'kein Weg führt zum Broker',
  'broker.untrusted': () =>
    'dem Zertifikat des Brokers wird nicht vertraut: seine Zertifizierungsstelle in mqtt.ca_file nennen',
  'broker.expired': () => 'das Zertifikat des Brokers ist abgelaufen',
  'broker.other-name': () => 'das Zertifikat des Brokers gilt für einen anderen Namen',
  'broker.old': () => 'der Broker ist zu alt',
  'broker.client-id': () => 'der Broker lehnt unsere Client-Kennung ab',
  'broker.login': () => 'der Broker lehnt den Namen oder das Passwort ab',
  'broker.shut': () => 'der Broker lässt uns nicht ein: stimmen Name und Passwort?',
  'broker.forbidden': ({ topic }) =>
    `der Broker lässt uns ein, verbietet aber das Topic ${topic}: seine Zugriffsliste (ACL) muss es erlauben`,
  'broker.banned': () => 'der Broker hat uns gesperrt',
  'broker.refuses': ({ code }) => `der Broker lehnt uns ab (${code})`,
  'broker.twin': () =>
    'der Broker lässt uns ein und legt auf: Jemand anders trägt unsere Kennung, wie zwei Stationen aus einer Kopie',
  'broker.taken': () => 'der Broker hat es genommen',
};
