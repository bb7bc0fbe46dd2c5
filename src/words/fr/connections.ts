import type { connections as english } from '../en/connections.ts';
import type { Sentences } from '../sentence.ts';
import { number } from './tongue.ts';

/** Why something did not arrive. */
export const connections: Pick<Sentences, keyof typeof english> = {
  'way.late': () => 'pas de réponse à temps',
  'way.unknown-name': () => 'son nom est inconnu',
  'way.name-unasked': () => 'son nom n’a pas pu être résolu',
  'way.refused': () => 'la connexion a été refusée',
  'way.cut': () => 'la connexion a été coupée',
  'way.none': () => 'aucun chemin n’y mène',
  'way.untrusted': () => 'son certificat n’est pas reconnu',
  'way.expired': () => 'son certificat a expiré',
  'way.other-name': () => 'son certificat est pour un autre nom',
  'way.unread': () => 'la réponse n’a pas pu être lue',
  'way.failed': ({ failure }) => `la connexion a échoué (${failure})`,
  'aprs.no-greeting': () => 'le serveur ne salue pas',
  'aprs.no-login': () => 'le serveur ne répond pas à l’identification',
  'aprs.too-much': () => 'le serveur parle trop',
  'aprs.not-taken': () => 'le serveur ne prend pas le paquet',
  'answer.unusual': ({ quote }) => `pas sa réponse habituelle, donc rien n’a pu être enregistré : ${quote}`,
  'answer.elsewhere': ({ quote }) => `renvoie à une autre adresse : ${quote}`,
  'sink.lacks': ({ setting }) => `${setting} manque, ou son fichier ne peut être lu`,
  'upload.unplaced': () =>
    'Le service veut savoir où se trouve la station : renseignez site.latitude et site.longitude.',
  'cwop.no-id': ({ id }) => `« ${id} » n’est ni un identifiant CWOP, comme CW0003, ni un indicatif.`,
  'windy.not-shown': () =>
    'La réponse était 200, mais ce qui a été envoyé avant n’est pas montré : rien ne semble enregistré.',
  'box.no-sensors': () =>
    'La boîte n’a pas de capteur de température en °C, d’humidité en % ou de pression en hPa ou Pa.',
  'box.nothing-for-it': () => 'La boîte n’a pas de capteur pour ce que la station peut dire.',
  'hub.never-taken': ({ refused, rows, quote }) =>
    `${number(refused)} des ${number(rows)} lignes ne seront jamais prises : ${quote}`,
  'hub.uncounted': ({ quote }) => `la centrale ne dit pas combien elle possède : ${quote}`,
  'hub.short': ({ values, expected, day }) =>
    `la centrale possède ${number(values)} des ${number(expected)} valeurs du ${day} : elles repartent`,
  'hub.clock-behind': ({ minutes }) =>
    `l’horloge de la station avance de ${number(minutes)} min sur celle de la centrale : ce qui y est encore à venir attend`,
  'hub.unknown-login': () =>
    'la centrale ne connaît pas cet identifiant et ce secret, ou ne le laisse plus rien envoyer ; demandez à qui la gère',
  'hub.away': () =>
    'un serveur devant la centrale répond, mais pas la centrale ou sa base de données ; la station redemandera toute seule',
  'broker.silent': () => 'le broker ne répond pas',
  'broker.unknown-name': () => 'le nom du broker est inconnu',
  'broker.name-unasked': () => 'le nom du broker n’a pas pu être résolu',
  'broker.nobody': () => 'personne n’écoute à l’adresse du broker',
  'broker.no-way': () => 'aucun chemin ne mène au broker',
  'broker.untrusted': () => 'le certificat du broker n’est pas reconnu : indiquez son autorité dans mqtt.ca_file',
  'broker.expired': () => 'le certificat du broker a expiré',
  'broker.other-name': () => 'le certificat du broker est pour un autre nom',
  'broker.old': () => 'le broker est trop ancien',
  'broker.client-id': () => 'le broker refuse notre identifiant client',
  'broker.login': () => 'le broker refuse le nom ou le mot de passe',
  'broker.shut': () => 'le broker ne nous laisse pas entrer : le nom et le mot de passe sont-ils justes ?',
  'broker.forbidden': ({ topic }) =>
    `le broker nous laisse entrer, mais interdit le sujet ${topic} : sa liste d’accès (ACL) doit l’autoriser`,
  'broker.banned': () => 'le broker nous a bannis',
  'broker.refuses': ({ code }) => `le broker nous refuse (${code})`,
  'broker.twin': () =>
    'le broker nous laisse entrer et raccroche : un autre client porte notre identifiant, comme deux stations issues d’une même copie',
  'broker.taken': () => 'le broker l’a pris',
};
