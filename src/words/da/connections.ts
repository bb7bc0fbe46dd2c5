import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'intet svar i tide',
  'way.unknown-name': () => 'navnet er ikke kendt',
  'way.name-unasked': () => 'navnet kunne ikke slås op',
  'way.refused': () => 'forbindelsen blev afvist',
  'way.cut': () => 'forbindelsen blev afbrudt',
  'way.none': () => 'der er ingen vej dertil',
  'way.untrusted': () => 'certifikatet er ikke betroet',
  'way.expired': () => 'certifikatet er udløbet',
  'way.other-name': () => 'certifikatet gælder et andet navn',
  'way.unread': () => 'svaret kunne ikke læses',
  'way.failed': ({ failure }) => `forbindelsen mislykkedes (${failure})`,
  'aprs.no-greeting': () => 'serveren hilser ikke',
  'aprs.no-login': () => 'serveren svarer ikke på login',
  'aprs.too-much': () => 'serveren siger for meget',
  'aprs.not-taken': () => 'serveren tager ikke imod pakken',
  'answer.unusual': ({ quote }) => `ikke det sædvanlige svar, så intet kan være gemt: ${quote}`,
  'answer.elsewhere': ({ quote }) => `henviser til en anden adresse: ${quote}`,
  'sink.lacks': ({ setting }) => `${setting} mangler, eller filen kan ikke læses`,
  'upload.unplaced': () => 'Tjenesten vil vide, hvor stationen står: angiv site.latitude og site.longitude.',
  'cwop.no-id': ({ id }) => `„${id}“ er intet CWOP-id som CW0003 og intet kaldesignal.`,
  'windy.not-shown': () => 'Svaret var 200, men det, der blev sendt før, vises ikke: intet ser ud til at blive gemt.',
  'box.no-sensors': () => 'Boksen har ingen sensor for temperatur i °C, fugtighed i % eller tryk i hPa eller Pa.',
  'box.nothing-for-it': () => 'Boksen har ingen sensor for det, stationen må sige.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} af ${number(rows)} rækker bliver aldrig taget: ${quote}`,
  'hub.uncounted': ({ quote }) => `centralen siger ikke, hvor meget den har: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `centralen har ${number(values)} af ${number(expected)} værdier fra ${day}, så de går igen`,
  'hub.clock-behind': ({ minutes }) =>
    `stationens ur er ${number(minutes)} min foran centralens: det, der dér endnu skal komme, venter`,
  'hub.unknown-login': () =>
    'centralen kender ikke dette login og denne hemmelighed, eller lader det ikke sende mere; spørg den, der driver centralen',
  'hub.away': () =>
    'en server foran centralen svarer, men centralen eller dens database gør ikke; stationen spørger selv igen',
  'broker.silent': () => 'brokeren svarer ikke',
  'broker.unknown-name': () => 'brokerens navn er ikke kendt',
  'broker.name-unasked': () => 'brokerens navn kunne ikke slås op',
  'broker.nobody': () => 'ingen lytter på brokerens adresse',
  'broker.no-way': () => 'der er ingen vej til brokeren',
  'broker.untrusted': () => 'brokerens certifikat er ikke betroet: angiv dets udsteder i mqtt.ca_file',
  'broker.expired': () => 'brokerens certifikat er udløbet',
  'broker.other-name': () => 'brokerens certifikat gælder et andet navn',
  'broker.old': () => 'brokeren er for gammel',
  'broker.client-id': () => 'brokeren afviser vores klient-id',
  'broker.login': () => 'brokeren afviser navnet eller adgangskoden',
  'broker.shut': () => 'brokeren lukker os ikke ind: er navn og adgangskode rigtige?',
  'broker.forbidden': ({ topic }) =>
    `brokeren lukker os ind, men forbyder emnet ${topic}: dens adgangsliste (ACL) skal tillade det`,
  'broker.banned': () => 'brokeren har udelukket os',
  'broker.refuses': ({ code }) => `brokeren afviser os (${code})`,
  'broker.twin': () =>
    'brokeren lukker os ind og lægger på: en anden klient bærer vores id, som to stationer fra én kopi',
  'broker.taken': () => 'brokeren har taget det',
};
