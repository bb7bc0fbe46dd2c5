import type { Words } from '../words.ts';
import { plural } from './plural.ts';

export const connections: Words['connections'] = {
  connections: {
    intro: 'Dove la stazione invia ciò che misura. Nulla parte finché non viene acceso.',
    home: 'In casa',
    public: 'Reti pubbliche',
    states: {
      off: 'Spento',
      ok: 'Funziona',
      waitsForFirst: 'Ancora nulla di inviato',
      retrying: 'Si riprova',
      refused: 'Rifiutato',
      simulated: 'Nessun invio: il tempo è simulato',
      incomplete: 'Nessun invio: manca qualcosa',
    },
    lastSuccess: 'Ultimo invio',
    never: 'mai',
    waiting: 'In attesa',
    rows: (n, shown) => plural(n, { one: `${shown} misura`, other: `${shown} misure` }),
    lastError: 'Ultimo problema',
    notices: 'Avvisi del gestore della flotta di stazioni',
    setUp: 'Configura',
    sendNow: 'Invia ora',
    sending: 'Invio',
    outcomes: {
      ok: 'È stato accettato.',
      retry: 'Questa volta non è riuscito.',
      refused: 'È stato rifiutato.',
      passed: 'Non è stato conservato.',
    },
    took: (status, duration) => (status ? `Stato ${status}, dopo ${duration}` : `Dopo ${duration}`),
    answer: 'La risposta',
    noWords: 'La risposta era senza parole.',
    on: 'Acceso',
    off: 'Spento',
    save: 'Salva',
    saved: 'Salvato.',
    unchanged: 'Nulla è cambiato.',
    locked: 'Fissato all’avvio del programma. Qui non si può cambiare.',
    stored: 'Conservata. Scriverne un’altra la sostituisce.',
    forget: 'Dimentica la chiave',
    keyHint: 'Resta nella stazione e non viene più mostrata.',
    missing: 'La stazione non offre questa impostazione.',
    fields: {
      id: 'Identificativo',
      key: 'Chiave',
      url: 'Indirizzo',
      username: 'Nome utente',
      password: 'Password',
      token: 'Token',
      ca: 'File del certificato',
      prefix: 'Prefisso di scoperta',
      interval: 'Secondi tra due messaggi',
      format: 'Formato',
      secretFile: 'File del segreto',
    },
    services: {
      mqtt: {
        about: 'Ogni misura e previsione per Home Assistant e altri programmi di casa.',
        needs: 'L’indirizzo del broker, come mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Ogni riga conservata, per una base di serie temporali.',
        needs: 'L’indirizzo dove la base prende le righe, e il suo token.',
      },
      fleet: {
        about: 'Ogni riga, previsione e punteggio per la centrale di una flotta di stazioni.',
        needs:
          'L’indirizzo della centrale, e il nome utente e il segreto mostrati da «hub add»; il segreto in un file sulla stazione.',
      },
      wunderground: {
        about: 'Ogni 5 minuti. Ciò che è mancato viene inviato dopo.',
        needs: 'Registrare la stazione su wunderground.com, che dà identificativo e chiave.',
      },
      pwsweather: {
        about: 'Ogni 5 minuti. Ciò che è mancato viene inviato dopo.',
        needs: 'Registrare la stazione su pwsweather.com, che dà identificativo e chiave API.',
      },
      cwop: {
        about: 'Ogni 10 minuti. Ciò che è mancato non si invia: la rete prende solo il nuovo.',
        needs: 'Chiedere un identificativo su findu.com, come CW0003. Solo ai radioamatori serve un codice.',
      },
      windy: {
        about: 'Ogni 5 minuti. Ciò che è mancato non si invia: la rete prende una misura in 5 minuti.',
        needs: 'Registrare la stazione su stations.windy.com, che dà identificativo e password.',
      },
      wowbe: {
        about: 'Ogni 5 minuti. Ciò che è mancato viene inviato dopo.',
        needs: 'Registrare il sito su wow.meteo.be, che dà identificativo e chiave.',
      },
      openweathermap: {
        about: 'Ogni 5 minuti. Ciò che è mancato viene inviato dopo.',
        needs: 'Prendere una chiave API su openweathermap.org. L’identificativo è un nome a scelta, come mio-giardino.',
      },
      opensensemap: {
        about: 'Ogni 5 minuti. Ciò che è mancato viene inviato dopo.',
        needs: 'Registrare una senseBox su opensensemap.org, che dà identificativo e token.',
      },
      sensorcommunity: {
        about: 'Ogni 5 minuti. Ciò che è mancato non si invia: la rete prende solo il nuovo.',
        needs:
          'Registrare un sensore BME280 su devices.sensor.community. L’identificativo è quello dato là, come raspi-123.',
      },
    },
    neverSent: 'Che cosa non va mai alle reti pubbliche',
    rules: {
      indoors:
        'La scheda è al chiuso: la sua temperatura e la sua umidità restano in casa. Si inviano la pressione e la sonda esterna.',
      outdoors: 'La scheda è impostata all’aperto: si inviano temperatura, umidità e pressione.',
      simulated: 'Il tempo simulato non si invia.',
      held: 'Si invia solo ciò che è stato misurato. Ciò che manca si omette.',
      light: 'La luce non si invia: le reti vogliono il sole in watt.',
    },
    card: 'Scheda meteo per Home Assistant',
    cardHint: 'Aggiungere questo testo alla configurazione di Home Assistant, poi riavviarlo.',
    copy: 'Copia',
    copied: 'Copiato.',
    notCopied: 'Selezionare il testo e copiarlo a mano.',
  },
};
