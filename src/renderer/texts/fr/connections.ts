import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const connections: Words['connections'] = {
  connections: {
    intro: 'Où la station envoie ce qu’elle mesure. Rien ne part avant d’être activé.',
    home: 'À la maison',
    public: 'Réseaux publics',
    states: {
      off: 'Arrêté',
      ok: 'En marche',
      waitsForFirst: 'Encore rien d’envoyé',
      retrying: 'Nouvel essai',
      refused: 'Refusé',
      simulated: 'Pas d’envoi : le temps est simulé',
      incomplete: 'Pas d’envoi : il manque quelque chose',
    },
    lastSuccess: 'Dernier envoi',
    never: 'jamais',
    waiting: 'En attente',
    rows: (n, shown) => plural(n, { one: `${shown} mesure`, other: `${shown} mesures` }),
    lastError: 'Dernier problème',
    notices: 'Messages de l’exploitant de la flotte',
    setUp: 'Configurer',
    sendNow: 'Envoyer maintenant',
    sending: 'Envoi',
    outcomes: {
      ok: 'C’est accepté.',
      retry: 'Cette fois, cela n’a pas marché.',
      refused: 'C’est refusé.',
      passed: 'Ce n’est pas gardé.',
    },
    took: (status, duration) => (status ? `Statut ${status}, après ${duration}` : `Après ${duration}`),
    answer: 'La réponse',
    noWords: 'La réponse était sans mots.',
    on: 'Activé',
    off: 'Arrêté',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    unchanged: 'Rien n’a été changé.',
    locked: 'Fixé au démarrage du programme. Ne peut être changé ici.',
    stored: 'Enregistrée. En saisir une autre la remplace.',
    forget: 'Oublier la clé',
    keyHint: 'Elle reste dans la station et n’est plus jamais montrée.',
    missing: 'La station n’offre pas ce réglage.',
    fields: {
      id: 'Identifiant',
      key: 'Clé',
      url: 'Adresse',
      username: 'Nom d’utilisateur',
      password: 'Mot de passe',
      token: 'Jeton',
      ca: 'Fichier de certificat',
      prefix: 'Préfixe de découverte',
      interval: 'Secondes entre deux messages',
      format: 'Format',
      secretFile: 'Fichier du secret',
    },
    services: {
      mqtt: {
        about: 'Chaque mesure et prévision pour Home Assistant et d’autres programmes de la maison.',
        needs: 'L’adresse du broker, comme mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Chaque ligne gardée, pour une base de séries temporelles.',
        needs: 'L’adresse où la base prend les lignes, et son jeton.',
      },
      fleet: {
        about: 'Chaque ligne, prévision et note, pour la centrale d’une flotte de stations.',
        needs:
          'L’adresse de la centrale, puis l’identifiant et le secret que « hub add » a affichés ; le secret dans un fichier sur la station.',
      },
      wunderground: {
        about: 'Toutes les 5 minutes. Ce qui a manqué est envoyé plus tard.',
        needs: 'Inscrire la station sur wunderground.com, qui donne l’identifiant et la clé.',
      },
      pwsweather: {
        about: 'Toutes les 5 minutes. Ce qui a manqué est envoyé plus tard.',
        needs: 'Inscrire la station sur pwsweather.com, qui donne l’identifiant et la clé API.',
      },
      cwop: {
        about: 'Toutes les 10 minutes. Ce qui a manqué n’est pas envoyé : le réseau ne prend que le récent.',
        needs: 'Demander un identifiant sur findu.com, comme CW0003. Seuls les radioamateurs ont besoin d’un code.',
      },
      windy: {
        about: 'Toutes les 5 minutes. Ce qui a manqué n’est pas envoyé : le réseau prend une mesure en 5 minutes.',
        needs: 'Inscrire la station sur stations.windy.com, qui donne l’identifiant et le mot de passe.',
      },
      wowbe: {
        about: 'Toutes les 5 minutes. Ce qui a manqué est envoyé plus tard.',
        needs: 'Inscrire le site sur wow.meteo.be, qui donne l’identifiant et la clé.',
      },
      openweathermap: {
        about: 'Toutes les 5 minutes. Ce qui a manqué est envoyé plus tard.',
        needs: 'Prendre une clé API sur openweathermap.org. L’identifiant est un nom libre, comme mon-jardin.',
      },
      opensensemap: {
        about: 'Toutes les 5 minutes. Ce qui a manqué est envoyé plus tard.',
        needs: 'Inscrire une senseBox sur opensensemap.org, qui donne l’identifiant et le jeton.',
      },
      sensorcommunity: {
        about: 'Toutes les 5 minutes. Ce qui a manqué n’est pas envoyé : le réseau ne prend que le récent.',
        needs:
          'Inscrire un capteur BME280 sur devices.sensor.community. L’identifiant est celui donné là-bas, comme raspi-123.',
      },
    },
    neverSent: 'Ce qui n’est jamais envoyé aux réseaux publics',
    rules: {
      indoors:
        'La carte est à l’intérieur : sa température et son humidité restent à la maison. La pression part, et la sonde extérieure.',
      outdoors: 'La carte est réglée sur l’extérieur : sa température, son humidité et sa pression partent.',
      simulated: 'Un temps simulé n’est pas envoyé.',
      held: 'Seul le mesuré est envoyé. Ce qui manque est omis.',
      light: 'La lumière n’est pas envoyée : les réseaux veulent le soleil en watts.',
    },
    card: 'Carte météo pour Home Assistant',
    cardHint: 'Ajouter ce texte à la configuration de Home Assistant, puis le redémarrer.',
    copy: 'Copier',
    copied: 'Copié.',
    notCopied: 'Sélectionner le texte et le copier à la main.',
  },
};
