import { inLanguage } from './in-language.ts';
import { t as shared } from './page.ts';
import { plural } from './plural.ts';

/** Names of services are theirs; they are the same in every language. */
export const en = {
  connections: {
    intro: 'Where the station sends its readings. Nothing is sent until you switch it on.',
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
    notices: 'Notices from the fleet operator',
    setUp: 'Set up',
    sendNow: 'Send now',
    sending: 'Sending',
    outcomes: {
      ok: 'Accepted.',
      retry: 'Failed this time.',
      refused: 'Refused.',
      passed: 'Not stored.',
    },
    took: (status: string, duration: string) => (status ? `Status ${status}, after ${duration}` : `After ${duration}`),
    answer: 'Answer',
    noWords: 'The answer was empty.',
    on: 'On',
    off: 'Off',
    save: 'Save',
    saved: 'Saved.',
    unchanged: 'No changes.',
    locked: 'Fixed when the program was started.',
    stored: 'Saved. Type a new one to replace it.',
    forget: 'Forget the key',
    keyHint: 'Saved on the station and never shown again.',
    missing: 'This setting is not available.',
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
        about: 'Sends every reading and forecast to Home Assistant and other programs at home.',
        needs: 'The address of your broker, such as mqtt://homeassistant.local:1883.',
      },
      push: {
        about: 'Sends every stored reading to a time series database.',
        needs: 'The write address of the database, and its token.',
      },
      fleet: {
        about: 'Sends readings, forecasts and scores to the hub of a fleet.',
        needs: 'The hub’s address, and the login and secret from “hub add”. Keep the secret in a file on the station.',
      },
      wunderground: {
        about: 'Every 5 minutes. Missed readings are sent later.',
        needs: 'Register the station at wunderground.com. It gives you the station ID and the key.',
      },
      pwsweather: {
        about: 'Every 5 minutes. Missed readings are sent later.',
        needs: 'Register the station at pwsweather.com. It gives you the station ID and the API key.',
      },
      cwop: {
        about: 'Every 10 minutes. Missed readings are not sent: the network takes only new ones.',
        needs: 'Ask for an ID at findu.com, such as CW0003. Only radio amateurs need a passcode.',
      },
      windy: {
        about: 'Every 5 minutes. Missed readings are not sent: the network takes one in 5 minutes.',
        needs: 'Register the station at stations.windy.com. It gives you the station ID and the station password.',
      },
      wowbe: {
        about: 'Every 5 minutes. Missed readings are sent later.',
        needs: 'Register the site at wow.meteo.be. It gives you the site ID and the authentication key.',
      },
      openweathermap: {
        about: 'Every 5 minutes. Missed readings are sent later.',
        needs: 'Get an API key at openweathermap.org. Choose any station ID, such as my-garden.',
      },
      opensensemap: {
        about: 'Every 5 minutes. Missed readings are sent later.',
        needs: 'Register a senseBox at opensensemap.org. It gives you the box ID and the access token.',
      },
      sensorcommunity: {
        about: 'Every 5 minutes. Missed readings are not sent: the network takes only new ones.',
        needs:
          'Register a BME280 sensor at devices.sensor.community. The ID is as you named it there, such as raspi-123.',
      },
    },
    neverSent: 'Never sent to public networks',
    rules: {
      indoors:
        'The board is indoors, so its temperature and humidity are not sent. Pressure and the outdoor probe are.',
      outdoors: 'The board is set to outdoors: its temperature, humidity and pressure are sent.',
      simulated: 'Simulated weather is not sent.',
      held: 'Missing readings are left out, never guessed.',
      light: 'Light is not sent: networks expect sunshine in watts.',
    },
    card: 'Weather card for Home Assistant',
    cardHint: 'Add this text to the configuration of Home Assistant, then restart it.',
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'Select the text and copy it by hand.',
  },
};

export const t = { ...shared, ...inLanguage('connections', en) };
