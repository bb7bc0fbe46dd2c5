import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';
import { plural } from './plural.ts';

/** Names of services are theirs; they are the same in every language. */
export const en = {
  connections: {
    intro: 'Where the station sends what it measures. Nothing is sent until you switch it on.',
    home: 'At home',
    public: 'Public networks',
    states: {
      off: 'Off',
      ok: 'Working',
      waitsForFirst: 'Nothing sent yet',
      retrying: 'Trying again',
      refused: 'Refused',
      simulated: 'Not sent: the weather is simulated',
      incomplete: 'Not sent: something is missing',
    },
    lastSuccess: 'Last sent',
    never: 'never',
    waiting: 'Waiting',
    rows: (n: number, shown: string) => plural(n, { one: '1 reading', other: `${shown} readings` }),
    lastError: 'Last problem',
    notices: 'Notices of the fleet’s operator',
    setUp: 'Set up',
    sendNow: 'Send now',
    sending: 'Sending',
    outcomes: {
      ok: 'It was taken.',
      retry: 'It did not work this time.',
      refused: 'It was refused.',
      passed: 'It was not stored.',
    },
    took: (status: string, duration: string) => (status ? `Status ${status}, after ${duration}` : `After ${duration}`),
    answer: 'The answer',
    noWords: 'The answer had no words.',
    on: 'On',
    off: 'Off',
    save: 'Save',
    saved: 'Saved.',
    unchanged: 'Nothing was changed.',
    locked: 'Set when the program was started. It cannot be changed here.',
    stored: 'Stored. Type a new one to replace it.',
    forget: 'Forget the key',
    keyHint: 'It is kept on the station and never shown again.',
    missing: 'The station does not offer this setting.',
    fields: {
      id: 'Station ID',
      key: 'Key',
      url: 'Address',
      username: 'User name',
      password: 'Password',
      token: 'Token',
      ca: 'Certificate file',
      prefix: 'Discovery prefix',
      interval: 'Seconds between two messages',
      format: 'Format',
      secretFile: 'File with the secret',
    },
    services: {
      mqtt: {
        about: 'Every reading and forecast for Home Assistant and other programs at home.',
        needs: 'The address of your broker, such as mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Every stored row for a time series database.',
        needs: 'The address where the database takes rows, and its token.',
      },
      fleet: {
        about: 'Every row, forecast and score for the hub of a fleet of stations.',
        needs:
          'The hub’s address, and the login and the secret that “hub add” printed; the secret in a file on the station.',
      },
      wunderground: {
        about: 'Every 5 minutes. What was missed is sent later.',
        needs: 'Register the station at wunderground.com. It gives you the station ID and the key.',
      },
      pwsweather: {
        about: 'Every 5 minutes. What was missed is sent later.',
        needs: 'Register the station at pwsweather.com. It gives you the station ID and the API key.',
      },
      cwop: {
        about: 'Every 10 minutes. What was missed is not sent: the network takes only what is new.',
        needs: 'Ask for an ID at findu.com, such as CW0003. Only radio amateurs need a passcode.',
      },
      windy: {
        about: 'Every 5 minutes. What was missed is not sent: the network takes one reading in 5 minutes.',
        needs: 'Register the station at stations.windy.com. It gives you the station ID and the station password.',
      },
      wowbe: {
        about: 'Every 5 minutes. What was missed is sent later.',
        needs: 'Register the site at wow.meteo.be. It gives you the site ID and the authentication key.',
      },
      openweathermap: {
        about: 'Every 5 minutes. What was missed is sent later.',
        needs: 'Get an API key at openweathermap.org. The station ID is a name of your own choice, such as my-garden.',
      },
      opensensemap: {
        about: 'Every 5 minutes. What was missed is sent later.',
        needs: 'Register a senseBox at opensensemap.org. It gives you the box ID and the access token.',
      },
      sensorcommunity: {
        about: 'Every 5 minutes. What was missed is not sent: the network takes only what is new.',
        needs:
          'Register a BME280 sensor at devices.sensor.community. The ID is as you named it there, such as raspi-123.',
      },
    },
    neverSent: 'What is never sent to public networks',
    rules: {
      indoors:
        'The board is indoors: its temperature and humidity stay at home. Pressure is sent, and the outdoor probe.',
      outdoors: 'The board is set to outdoors: its temperature, humidity and pressure are sent.',
      simulated: 'Simulated weather is not sent.',
      held: 'Only what was measured is sent. What is missing is left out.',
      light: 'Light is not sent: networks want sunshine in watts.',
    },
    card: 'Weather card for Home Assistant',
    cardHint: 'Add this text to the configuration of Home Assistant, then restart it.',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'Select the text and copy it by hand.',
  },
};

export const t = { ...shared, ...inLanguage('connections', en) };
