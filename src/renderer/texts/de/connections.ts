import type { Words } from '../words.ts';
import { plural } from './plural.ts';

const SENT_LATER = 'Alle 5 Minuten. Versäumtes wird nachgereicht.';

export const connections: Words['connections'] = {
  connections: {
    intro: 'Wohin die Station sendet, was sie misst. Gesendet wird erst, was eingeschaltet ist.',
    home: 'Zu Hause',
    public: 'Öffentliche Netze',
    states: {
      off: 'Aus',
      ok: 'Läuft',
      waitsForFirst: 'Noch nichts gesendet',
      retrying: 'Versucht es wieder',
      refused: 'Abgelehnt',
      simulated: 'Nicht gesendet: das Wetter ist simuliert',
      incomplete: 'Nicht gesendet: es fehlt etwas',
    },
    lastSuccess: 'Zuletzt gesendet',
    never: 'nie',
    waiting: 'Wartet',
    rows: (n, shown) => plural(n, { one: '1 Messwert', other: `${shown} Messwerte` }),
    lastError: 'Letzte Störung',
    notices: 'Mitteilungen des Betreibers der Flotte',
    setUp: 'Einrichten',
    sendNow: 'Jetzt senden',
    sending: 'Sendet',
    outcomes: {
      ok: 'Es wurde angenommen.',
      retry: 'Diesmal ging es nicht.',
      refused: 'Es wurde abgelehnt.',
      passed: 'Es wurde nicht gespeichert.',
    },
    took: (status, duration) => (status ? `Status ${status}, nach ${duration}` : `Nach ${duration}`),
    answer: 'Die Antwort',
    noWords: 'Die Antwort war ohne Worte.',
    on: 'Ein',
    off: 'Aus',
    save: 'Sichern',
    saved: 'Gesichert.',
    unchanged: 'Nichts wurde geändert.',
    locked: 'Beim Start des Programms gesetzt. Hier nicht zu ändern.',
    stored: 'Gespeichert. Ein neuer Eintrag ersetzt ihn.',
    forget: 'Schlüssel vergessen',
    keyHint: 'Bleibt auf der Station und wird nie wieder gezeigt.',
    missing: 'Die Station bietet diese Einstellung nicht an.',
    fields: {
      id: 'Kennung der Station',
      key: 'Schlüssel',
      url: 'Adresse',
      username: 'Benutzername',
      password: 'Passwort',
      token: 'Token',
      ca: 'Zertifikatsdatei',
      prefix: 'Präfix der Erkennung',
      interval: 'Sekunden zwischen zwei Meldungen',
      format: 'Format',
      secretFile: 'Datei mit dem Geheimnis',
    },
    services: {
      mqtt: {
        about: 'Jeder Messwert und jede Vorhersage für Home Assistant und andere Programme im Haus.',
        needs: 'Die Adresse des Brokers, etwa mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Jede gespeicherte Zeile für eine Zeitreihendatenbank.',
        needs: 'Die Adresse, unter der die Datenbank Zeilen annimmt, und ihr Token.',
      },
      fleet: {
        about: 'Jede Zeile, Vorhersage und Bewertung für die Zentrale einer Flotte von Stationen.',
        needs:
          'Die Adresse der Zentrale sowie Anmeldename und Geheimnis, die „hub add“ ausgegeben hat; das Geheimnis in einer Datei auf der Station.',
      },
      wunderground: {
        about: SENT_LATER,
        needs: 'Die Station auf wunderground.com anmelden. Dort gibt es Kennung und Schlüssel.',
      },
      pwsweather: {
        about: SENT_LATER,
        needs: 'Die Station auf pwsweather.com anmelden. Dort gibt es Kennung und API-Schlüssel.',
      },
      cwop: {
        about: 'Alle 10 Minuten. Versäumtes wird nicht gesendet: das Netz nimmt nur Neues.',
        needs: 'Auf findu.com um eine Kennung bitten, etwa CW0003. Nur Funkamateure brauchen einen Passcode.',
      },
      windy: {
        about: 'Alle 5 Minuten. Versäumtes wird nicht gesendet: das Netz nimmt einen Messwert in 5 Minuten.',
        needs: 'Die Station auf stations.windy.com anmelden. Dort gibt es Kennung und Passwort der Station.',
      },
      wowbe: {
        about: SENT_LATER,
        needs: 'Den Ort auf wow.meteo.be anmelden. Dort gibt es Kennung und Schlüssel.',
      },
      openweathermap: {
        about: SENT_LATER,
        needs:
          'Auf openweathermap.org einen API-Schlüssel holen. Die Kennung ist ein frei gewählter Name, etwa my-garden.',
      },
      opensensemap: {
        about: SENT_LATER,
        needs: 'Auf opensensemap.org eine senseBox anmelden. Dort gibt es die Kennung der Box und das Token.',
      },
      sensorcommunity: {
        about: 'Alle 5 Minuten. Versäumtes wird nicht gesendet: das Netz nimmt nur Neues.',
        needs:
          'Auf devices.sensor.community einen Sensor BME280 anmelden. Die Kennung ist der dort gewählte Name, etwa raspi-123.',
      },
    },
    neverSent: 'Was nie an öffentliche Netze geht',
    rules: {
      indoors:
        'Die Platine steht drinnen: ihre Temperatur und Feuchte bleiben zu Hause. Gesendet werden Luftdruck und Außenfühler.',
      outdoors:
        'Die Platine ist auf draußen gestellt: ihre Temperatur, ihre Feuchte und ihr Luftdruck werden gesendet.',
      simulated: 'Simuliertes Wetter wird nicht gesendet.',
      held: 'Nur Gemessenes wird gesendet. Was fehlt, bleibt weg.',
      light: 'Licht wird nicht gesendet: die Netze wollen Sonnenschein in Watt.',
    },
    card: 'Wetterkarte für Home Assistant',
    cardHint: 'Diesen Text in die Konfiguration von Home Assistant einfügen und es neu starten.',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    notCopied: 'Den Text markieren und von Hand kopieren.',
  },
};
