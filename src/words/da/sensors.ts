import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'ingen føler på 1-Wire-bussen: kontrollér stikket, og dtoverlay=w1-gpio i config.txt',
  timeout: 'føleren svarer ikke i tide',
  unreadable: 'dens fil kan ikke læses',
  empty: 'målingen mislykkedes (ingen presence-puls)',
  malformed: 'dens svar er forvansket',
  crc: 'dens kontrolsum er forkert: lange eller løse ledninger',
  bad_scratchpad: 'datalinjen sidder fast lavt',
  power_on_value: 'den viser kun sin opstartsværdi: forsyningen svigter',
  out_of_range: 'dens værdi ligger uden for −55 til 125 °C: for lidt strøm',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'forsyningsspændingen er for lav',
  capped: 'CPU’ens takt er begrænset',
  throttled: 'CPU’en er neddroslet',
  hot: 'CPU’en er ved sin bløde temperaturgrænse',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatur', humidity: 'Fugtighed', pressure: 'Lufttryk' };
const THERMOMETERS: Record<string, string> = { humidityChip: 'fugtsensoren', pressureChip: 'tryksensoren' };

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal} sprang fra ${number(before, 2)} til ${number(after, 2)} og blev der`,
  'sensor.latched': ({ thermometer }) =>
    `Termometeret i ${THERMOMETERS[thermometer] ?? thermometer} gentager én værdi og tælles ikke med`,
  'sensor.unlatched': ({ thermometer }) =>
    `Termometeret i ${THERMOMETERS[thermometer] ?? thermometer} bevæger sig igen`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, drejet ${number(turnedDeg)}°`;
    return `Kortet er flyttet (vippet ${number(tiltedDeg)}°${turned}): kalibrer igen`;
  },

  'chip.back': ({ chip }) => `${chip} måler igen`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: delen på ${address} kalder sig ${found}, ventet var ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: der sidder en ${found}, den understøttes ikke`,
  'chip.no-colour': ({ addresses }) => `Ingen farvesensor på ${addresses.join(' eller ')}, kun andre dele`,
  'chip.zeros': ({ chip }) => `${chip}: fabrikskalibreringen kan ikke læses, der kommer kun nuller`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: kalibreringen af temperaturen er beskadiget`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: kalibreringen af fugtigheden er beskadiget`,
  'chip.lost-settings': ({ chip }) => `${chip} har mistet sine indstillinger og sættes op på ny`,
  'chip.mute': ({ chip }) => `${chip} svarer, men måler intet; den sættes op på ny`,
  'chip.no-answer': ({ chip }) => `${chip} svarer ikke: chippen mangler, eller kortet sidder løst`,
  'chip.held-by': ({ chip, driver, command }) => `${chip} er optaget af kernedriveren ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} er optaget af en kernedriver: opdatér kernen, eller fjern den driver, som i2cdetect -y 1 viser som UU`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} mister overførsler på I2C-bussen: kontrollér kablet, og prøv dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'Der er ingen I2C-bus: slå I2C til (dtparam=i2c_arm=on i /boot/firmware/config.txt), og start igen',
  'bus.forbidden': () => 'Ingen ret til I2C-bussen: sudo usermod -aG i2c "$USER", log derefter ind igen',
  'bus.no-module': ({ why }) =>
    `I2C-bussen kan ikke bruges her (${why}): den kræver Linux og i2c-bus, bygget til dette kørselsmiljø`,
  'bus.no-blocks': ({ why }) =>
    `Denne I2C-bus kender ikke blokoverførsel (${why}): sæt sensors.i2c_bus til den, kortet sidder på`,
  'bus.stuck': ({ chip }) => `${chip ?? 'En chip'} holder en linje på I2C-bussen lav: sluk kortet, og tænd det igen`,
  'bus.back': () => 'I2C-bussen virker igen',

  'pi.held-back': ({ by }) => `Pi holdes tilbage: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `Pi blev holdt tilbage et øjeblik: ${listed(by)}`,
  'pi.unhindered': () => 'Pi kører uhindret igen',

  'replay.odd-cells': ({ cells, path }) =>
    `${count(cells, { one: '# celle', other: '# celler' })} i ${path} er ikke tal og regnes som manglende`,
  'replay.over': ({ path }) => `Afspilningen af ${path} er slut: der måles ikke mere`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# føler', other: '# følere' })} fundet (${found.join(', ')}); ${reading} læses. Vælg med sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `Udeføleren har meldt ${number(celsius, 2)} °C i seks timer: måske gentager den en gammel måling`,
  'probe.back': ({ device }) => `Udeføleren ${device} måler`,
  'probe.lost': ({ why }) => `Ingen udetemperatur: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `Joysticket ${path} læses igen`,
  'joystick.forbidden': ({ path }) =>
    `Joysticket ${path ?? ''} kan ikke læses: føj brugeren til gruppen input, og log ind igen`,
  'joystick.lost': ({ path, why }) => `Joysticket ${path ?? ''} kan ikke læses: ${why}`,
  'joystick.closing': ({ why }) => `Da joysticket blev lukket: ${why}`,

  'panel.lit': ({ why }) => `LED-matrixen lyser måske endnu: ${why}`,
  'panel.back': ({ name }) => `LED-matrixen ${name} er tilbage`,
  'panel.forbidden': () => 'Der kan ikke tegnes på LED-matrixen: føj brugeren til gruppen video, og log ind igen',
  'panel.lost': ({ why }) => `Der kan ikke tegnes på LED-matrixen: ${why}`,
} satisfies Partial<Sentences>;
