import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const connections: Words['connections'] = {
  connections: {
    intro: 'Waarheen het station stuurt wat het meet. Niets vertrekt voordat het aangezet is.',
    home: 'Thuis',
    public: 'Openbare netwerken',
    states: {
      off: 'Uit',
      ok: 'Werkt',
      waitsForFirst: 'Nog niets verstuurd',
      retrying: 'Probeert opnieuw',
      refused: 'Geweigerd',
      simulated: 'Niet verstuurd: het weer is gesimuleerd',
      incomplete: 'Niet verstuurd: er ontbreekt iets',
    },
    lastSuccess: 'Laatst verstuurd',
    never: 'nooit',
    waiting: 'Wacht',
    rows: (n, shown) => plural(n, { one: `${shown} meting`, other: `${shown} metingen` }),
    lastError: 'Laatste probleem',
    notices: 'Berichten van de beheerder van de vloot',
    setUp: 'Instellen',
    sendNow: 'Nu versturen',
    sending: 'Verstuurt',
    outcomes: {
      ok: 'Het is aangenomen.',
      retry: 'Dit keer lukte het niet.',
      refused: 'Het is geweigerd.',
      passed: 'Het is niet bewaard.',
    },
    took: (status, duration) => (status ? `Status ${status}, na ${duration}` : `Na ${duration}`),
    answer: 'Het antwoord',
    noWords: 'Het antwoord had geen woorden.',
    on: 'Aan',
    off: 'Uit',
    save: 'Bewaren',
    saved: 'Bewaard.',
    unchanged: 'Er is niets veranderd.',
    locked: 'Vastgelegd bij de start van het programma. Hier niet te veranderen.',
    stored: 'Bewaard. Een nieuwe typen vervangt hem.',
    forget: 'Sleutel vergeten',
    keyHint: 'Hij blijft op het station en wordt nooit meer getoond.',
    missing: 'Het station biedt deze instelling niet.',
    fields: {
      id: 'Kenmerk',
      key: 'Sleutel',
      url: 'Adres',
      username: 'Gebruikersnaam',
      password: 'Wachtwoord',
      token: 'Token',
      ca: 'Certificaatbestand',
      prefix: 'Ontdekkingsvoorvoegsel',
      interval: 'Seconden tussen twee berichten',
      format: 'Formaat',
      secretFile: 'Bestand met het geheim',
    },
    services: {
      mqtt: {
        about: 'Elke meting en verwachting voor Home Assistant en andere programma’s thuis.',
        needs: 'Het adres van de broker, zoals mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Elke bewaarde rij voor een tijdreeksdatabase.',
        needs: 'Het adres waar de database rijen aanneemt, en haar token.',
      },
      fleet: {
        about: 'Elke rij, verwachting en score voor de centrale van een vloot stations.',
        needs:
          'Het adres van de centrale, en de gebruikersnaam en het geheim die “hub add” toonde; het geheim in een bestand op het station.',
      },
      wunderground: {
        about: 'Elke 5 minuten. Wat ontbrak wordt later verstuurd.',
        needs: 'Meld het station aan op wunderground.com, dat kenmerk en sleutel geeft.',
      },
      pwsweather: {
        about: 'Elke 5 minuten. Wat ontbrak wordt later verstuurd.',
        needs: 'Meld het station aan op pwsweather.com, dat kenmerk en API-sleutel geeft.',
      },
      cwop: {
        about: 'Elke 10 minuten. Wat ontbrak wordt niet verstuurd: het netwerk neemt alleen wat nieuw is.',
        needs: 'Vraag een kenmerk op findu.com, zoals CW0003. Alleen zendamateurs hebben een code nodig.',
      },
      windy: {
        about: 'Elke 5 minuten. Wat ontbrak wordt niet verstuurd: het netwerk neemt één meting in 5 minuten.',
        needs: 'Meld het station aan op stations.windy.com, dat kenmerk en wachtwoord geeft.',
      },
      wowbe: {
        about: 'Elke 5 minuten. Wat ontbrak wordt later verstuurd.',
        needs: 'Meld de plek aan op wow.meteo.be, dat kenmerk en sleutel geeft.',
      },
      openweathermap: {
        about: 'Elke 5 minuten. Wat ontbrak wordt later verstuurd.',
        needs: 'Haal een API-sleutel op openweathermap.org. Het kenmerk is een eigen naam, zoals mijn-tuin.',
      },
      opensensemap: {
        about: 'Elke 5 minuten. Wat ontbrak wordt later verstuurd.',
        needs: 'Meld een senseBox aan op opensensemap.org, dat kenmerk en token geeft.',
      },
      sensorcommunity: {
        about: 'Elke 5 minuten. Wat ontbrak wordt niet verstuurd: het netwerk neemt alleen wat nieuw is.',
        needs: 'Meld een BME280-sensor aan op devices.sensor.community. Het kenmerk is dat van daar, zoals raspi-123.',
      },
    },
    neverSent: 'Wat nooit naar openbare netwerken gaat',
    rules: {
      indoors:
        'Het bord staat binnen: zijn temperatuur en vochtigheid blijven thuis. De luchtdruk en de buitenvoeler gaan wel.',
      outdoors: 'Het bord staat op buiten: zijn temperatuur, vochtigheid en luchtdruk worden verstuurd.',
      simulated: 'Gesimuleerd weer wordt niet verstuurd.',
      held: 'Alleen wat gemeten is wordt verstuurd. Wat ontbreekt wordt weggelaten.',
      light: 'Licht wordt niet verstuurd: netwerken willen zon in watt.',
    },
    card: 'Weerkaart voor Home Assistant',
    cardHint: 'Voeg deze tekst toe aan de configuratie van Home Assistant en herstart het.',
    copy: 'Kopiëren',
    copied: 'Gekopieerd.',
    notCopied: 'Selecteer de tekst en kopieer hem met de hand.',
  },
};
