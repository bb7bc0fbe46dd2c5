import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'geen voeler op de 1-Wire-bus: de stekker controleren, en dtoverlay=w1-gpio in config.txt',
  timeout: 'de voeler antwoordt niet op tijd',
  unreadable: 'zijn bestand is niet te lezen',
  empty: 'de meting mislukte (geen presence-puls)',
  malformed: 'zijn antwoord is verminkt',
  crc: 'zijn controlesom klopt niet: lange of losse draden',
  bad_scratchpad: 'de datalijn blijft laag',
  power_on_value: 'hij toont alleen zijn inschakelwaarde: de voeding zakt in',
  out_of_range: 'zijn waarde ligt buiten −55 tot 125 °C: te weinig stroom',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'de voedingsspanning is te laag',
  capped: 'de klok van de CPU is begrensd',
  throttled: 'de CPU wordt afgeknepen',
  hot: 'de CPU zit aan zijn zachte temperatuurgrens',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatuur', humidity: 'Vochtigheid', pressure: 'Luchtdruk' };
const THERMOMETERS: Record<string, string> = { humidityChip: 'vochtsensor', pressureChip: 'druksensor' };

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal} sprong van ${number(before, 2)} naar ${number(after, 2)} en bleef daar`,
  'sensor.latched': ({ thermometer }) =>
    `De thermometer van de ${THERMOMETERS[thermometer] ?? thermometer} herhaalt één waarde en telt niet mee`,
  'sensor.unlatched': ({ thermometer }) =>
    `De thermometer van de ${THERMOMETERS[thermometer] ?? thermometer} beweegt weer`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, ${number(turnedDeg)}° gedraaid`;
    return `Het bord is verplaatst (${number(tiltedDeg)}° gekanteld${turned}): opnieuw kalibreren`;
  },

  'chip.back': ({ chip }) => `${chip} meet weer`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: het onderdeel op ${address} noemt zich ${found}, verwacht was ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: daar zit een ${found}, die wordt niet ondersteund`,
  'chip.no-colour': ({ addresses }) => `Geen kleursensor op ${addresses.join(' of ')}, alleen andere onderdelen`,
  'chip.zeros': ({ chip }) => `${chip}: de fabriekskalibratie is niet te lezen, er komen alleen nullen`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: de kalibratie van de temperatuur is beschadigd`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: de kalibratie van de vochtigheid is beschadigd`,
  'chip.lost-settings': ({ chip }) => `${chip} is zijn instellingen kwijt en wordt opnieuw ingesteld`,
  'chip.mute': ({ chip }) => `${chip} antwoordt maar meet niets; hij wordt opnieuw ingesteld`,
  'chip.no-answer': ({ chip }) => `${chip} antwoordt niet: de chip ontbreekt, of het bord zit los`,
  'chip.held-by': ({ chip, driver, command }) =>
    `${chip} is in gebruik bij het kernelstuurprogramma ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} is in gebruik bij een kernelstuurprogramma: de kernel bijwerken, of het stuurprogramma verwijderen dat i2cdetect -y 1 als UU toont`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} verliest overdrachten op de I2C-bus: de kabel controleren en dtparam=i2c_arm_baudrate=10000 proberen`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'Er is geen I2C-bus: I2C inschakelen (dtparam=i2c_arm=on in /boot/firmware/config.txt) en opnieuw starten',
  'bus.forbidden': () => 'Geen recht op de I2C-bus: sudo usermod -aG i2c "$USER", daarna opnieuw aanmelden',
  'bus.no-module': ({ why }) =>
    `De I2C-bus is hier niet bruikbaar (${why}): nodig zijn Linux en i2c-bus, gebouwd voor deze runtime`,
  'bus.no-blocks': ({ why }) =>
    `Deze I2C-bus kent geen blokoverdracht (${why}): sensors.i2c_bus instellen op de bus waar het bord op zit`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Een chip'} houdt een lijn van de I2C-bus laag: het bord uit- en weer inschakelen`,
  'bus.back': () => 'De I2C-bus werkt weer',

  'pi.held-back': ({ by }) => `De Pi wordt afgeremd: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `De Pi werd even afgeremd: ${listed(by)}`,
  'pi.unhindered': () => 'De Pi loopt weer ongehinderd',

  'replay.odd-cells': ({ cells, path }) =>
    `In ${path} ${count(cells, { one: 'is # cel geen getal en geldt', other: 'zijn # cellen geen getal en gelden' })} als ontbrekend`,
  'replay.over': ({ path }) => `De opname ${path} is afgelopen: er wordt niets meer gemeten`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# voeler', other: '# voelers' })} gevonden (${found.join(', ')}); gelezen wordt ${reading}. Kiezen gaat met sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `De buitenvoeler meldt al zes uur ${number(celsius, 2)} °C: misschien herhaalt hij een oude meting`,
  'probe.back': ({ device }) => `De buitenvoeler ${device} meet`,
  'probe.lost': ({ why }) => `Geen buitentemperatuur: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `De joystick ${path} wordt weer gelezen`,
  'joystick.forbidden': ({ path }) =>
    `De joystick ${path ?? ''} is niet te lezen: de gebruiker aan de groep input toevoegen en opnieuw aanmelden`,
  'joystick.lost': ({ path, why }) => `De joystick ${path ?? ''} is niet te lezen: ${why}`,
  'joystick.closing': ({ why }) => `Bij het sluiten van de joystick: ${why}`,

  'panel.lit': ({ why }) => `De LED-matrix brandt misschien nog: ${why}`,
  'panel.back': ({ name }) => `De LED-matrix ${name} is er weer`,
  'panel.forbidden': () =>
    'Op de LED-matrix is niet te tekenen: de gebruiker aan de groep video toevoegen en opnieuw aanmelden',
  'panel.lost': ({ why }) => `Op de LED-matrix is niet te tekenen: ${why}`,
} satisfies Partial<Sentences>;
