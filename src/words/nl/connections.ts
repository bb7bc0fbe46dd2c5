import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'geen antwoord op tijd',
  'way.unknown-name': () => 'de naam is niet bekend',
  'way.name-unasked': () => 'de naam kon niet worden opgezocht',
  'way.refused': () => 'de verbinding werd geweigerd',
  'way.cut': () => 'de verbinding werd verbroken',
  'way.none': () => 'er is geen weg naartoe',
  'way.untrusted': () => 'het certificaat wordt niet vertrouwd',
  'way.expired': () => 'het certificaat is verlopen',
  'way.other-name': () => 'het certificaat is voor een andere naam',
  'way.unread': () => 'het antwoord kon niet worden gelezen',
  'way.failed': ({ failure }) => `de verbinding mislukte (${failure})`,
  'aprs.no-greeting': () => 'de server groet niet',
  'aprs.no-login': () => 'de server reageert niet op het aanmelden',
  'aprs.too-much': () => 'de server zegt te veel',
  'aprs.not-taken': () => 'de server neemt het pakket niet aan',
  'answer.unusual': ({ quote }) => `niet het gebruikelijke antwoord, dus er kan niets zijn opgeslagen: ${quote}`,
  'answer.elsewhere': ({ quote }) => `verwijst naar een ander adres: ${quote}`,
  'sink.lacks': ({ setting }) => `${setting} ontbreekt, of het bestand kan niet worden gelezen`,
  'upload.unplaced': () => 'De dienst wil weten waar het station staat: stel site.latitude en site.longitude in.',
  'cwop.no-id': ({ id }) => `„${id}” is geen id van CWOP, zoals CW0003, en geen roepnaam.`,
  'windy.not-shown': () =>
    'Het antwoord was 200, maar wat eerder is gestuurd wordt niet getoond: er lijkt niets te worden opgeslagen.',
  'box.no-sensors': () => 'De box heeft geen sensor voor temperatuur in °C, vochtigheid in % of druk in hPa of Pa.',
  'box.nothing-for-it': () => 'De box heeft geen sensor voor wat het station mag zeggen.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} van ${number(rows)} rijen worden nooit aangenomen: ${quote}`,
  'hub.uncounted': ({ quote }) => `de centrale zegt niet hoeveel zij heeft: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `de centrale heeft ${number(values)} van ${number(expected)} waarden van ${day}, dus ze gaan opnieuw`,
  'hub.clock-behind': ({ minutes }) =>
    `de klok van het station loopt ${number(minutes)} min voor op die van de centrale: wat daar nog moet komen, wacht`,
  'hub.unknown-login': () =>
    'de centrale kent deze aanmeldnaam en dit geheim niet, of laat niets meer sturen; vraag het wie de centrale beheert',
  'hub.away': () =>
    'een server voor de centrale antwoordt, maar de centrale of haar database niet; het station vraagt vanzelf opnieuw',
  'broker.silent': () => 'de broker antwoordt niet',
  'broker.unknown-name': () => 'de naam van de broker is niet bekend',
  'broker.name-unasked': () => 'de naam van de broker kon niet worden opgezocht',
  'broker.nobody': () => 'niemand luistert op het adres van de broker',
  'broker.no-way': () => 'er is geen weg naar de broker',
  'broker.untrusted': () => 'het certificaat van de broker wordt niet vertrouwd: noem de uitgever in mqtt.ca_file',
  'broker.expired': () => 'het certificaat van de broker is verlopen',
  'broker.other-name': () => 'het certificaat van de broker is voor een andere naam',
  'broker.old': () => 'de broker is te oud',
  'broker.client-id': () => 'de broker weigert ons client-id',
  'broker.login': () => 'de broker weigert de naam of het wachtwoord',
  'broker.shut': () => 'de broker laat ons niet binnen: kloppen naam en wachtwoord?',
  'broker.forbidden': ({ topic }) =>
    `de broker laat ons binnen, maar verbiedt het topic ${topic}: zijn toegangslijst (ACL) moet het toestaan`,
  'broker.banned': () => 'de broker heeft ons geblokkeerd',
  'broker.refuses': ({ code }) => `de broker weigert ons (${code})`,
  'broker.twin': () =>
    'de broker laat ons binnen en hangt op: een andere client draagt ons id, zoals twee stations uit één kopie',
  'broker.taken': () => 'de broker heeft het aangenomen',
};
