import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'nessuna risposta in tempo',
  'way.unknown-name': () => 'il suo nome non è noto',
  'way.name-unasked': () => 'il suo nome non si è potuto cercare',
  'way.refused': () => 'la connessione è stata rifiutata',
  'way.cut': () => 'la connessione è stata interrotta',
  'way.none': () => 'nessuna via porta là',
  'way.untrusted': () => 'il suo certificato non è attendibile',
  'way.expired': () => 'il suo certificato è scaduto',
  'way.other-name': () => 'il suo certificato è per un altro nome',
  'way.unread': () => 'la risposta non si è potuta leggere',
  'way.failed': ({ failure }) => `la connessione è fallita (${failure})`,
  'aprs.no-greeting': () => 'il server non saluta',
  'aprs.no-login': () => 'il server non risponde all’accesso',
  'aprs.too-much': () => 'il server dice troppo',
  'aprs.not-taken': () => 'il server non prende il pacchetto',
  'answer.unusual': ({ quote }) => `non è la sua solita risposta, quindi nulla può essere stato salvato: ${quote}`,
  'answer.elsewhere': ({ quote }) => `rimanda a un altro indirizzo: ${quote}`,
  'sink.lacks': ({ setting }) => `${setting} manca, o il suo file non si può leggere`,
  'upload.unplaced': () => 'Il servizio vuole sapere dove sta la stazione: impostare site.latitude e site.longitude.',
  'cwop.no-id': ({ id }) => `«${id}» non è un identificativo CWOP, come CW0003, né un nominativo.`,
  'windy.not-shown': () =>
    'Ha risposto 200, ma non mostra ciò che gli è stato inviato prima: sembra che nulla sia salvato.',
  'box.no-sensors': () => 'La scatola non ha un sensore per temperatura in °C, umidità in % o pressione in hPa o Pa.',
  'box.nothing-for-it': () => 'La scatola non ha un sensore per ciò che la stazione può dire.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} righe su ${number(rows)} non saranno mai accettate: ${quote}`,
  'hub.uncounted': ({ quote }) => `la centrale non dice quanto possiede: ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `la centrale possiede ${number(values)} valori su ${number(expected)} del ${day}, quindi ripartono`,
  'hub.clock-behind': ({ minutes }) =>
    `l’orologio della stazione è avanti di ${number(minutes)} min su quello della centrale: ciò che là deve ancora venire aspetta`,
  'hub.unknown-login': () =>
    'la centrale non conosce questo accesso e il suo segreto, o non lo lascia più inviare; chiedere a chi la gestisce',
  'hub.away': () =>
    'un server davanti alla centrale risponde, ma la centrale o il suo database no; la stazione richiederà da sola',
  'broker.silent': () => 'il broker non risponde',
  'broker.unknown-name': () => 'il nome del broker non è noto',
  'broker.name-unasked': () => 'il nome del broker non si è potuto cercare',
  'broker.nobody': () => 'nessuno ascolta all’indirizzo del broker',
  'broker.no-way': () => 'nessuna via porta al broker',
  'broker.untrusted': () => 'il certificato del broker non è attendibile: indicare la sua autorità in mqtt.ca_file',
  'broker.expired': () => 'il certificato del broker è scaduto',
  'broker.other-name': () => 'il certificato del broker è per un altro nome',
  'broker.old': () => 'il broker è troppo vecchio',
  'broker.client-id': () => 'il broker rifiuta il nostro id client',
  'broker.login': () => 'il broker rifiuta il nome o la password',
  'broker.shut': () => 'il broker non ci lascia entrare: nome e password sono giusti?',
  'broker.forbidden': ({ topic }) =>
    `il broker ci lascia entrare, ma vieta il topic ${topic}: la sua lista di accesso (ACL) deve consentirlo`,
  'broker.banned': () => 'il broker ci ha esclusi',
  'broker.refuses': ({ code }) => `il broker ci rifiuta (${code})`,
  'broker.twin': () =>
    'il broker ci lascia entrare e riaggancia: un altro client porta il nostro id, come due stazioni da una stessa copia',
  'broker.taken': () => 'il broker lo ha preso',
};
