import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'kein Fühler am 1-Wire-Bus: Stecker prüfen, und dtoverlay=w1-gpio in config.txt',
  timeout: 'der Fühler antwortet nicht rechtzeitig',
  unreadable: 'seine Datei lässt sich nicht lesen',
  empty: 'die Messung schlug fehl (kein Presence-Puls)',
  malformed: 'seine Antwort ist verstümmelt',
  crc: 'seine Prüfsumme stimmt nicht: lange oder lose Drähte',
  bad_scratchpad: 'die Datenleitung klebt auf Masse',
  power_on_value: 'er zeigt nur seinen Einschaltwert: die Versorgung bricht ein',
  out_of_range: 'sein Wert liegt außerhalb von −55 bis 125 °C: zu wenig Strom',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'die Versorgungsspannung ist zu niedrig',
  capped: 'der Takt der CPU ist begrenzt',
  throttled: 'die CPU wird gedrosselt',
  hot: 'die CPU ist an ihrer weichen Temperaturgrenze',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatur', humidity: 'Feuchte', pressure: 'Luftdruck' };
const THERMOMETERS: Record<string, string> = {
  humidityChip: 'Feuchtesensors',
  pressureChip: 'Drucksensors',
};

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal} sprang von ${number(before, 2)} auf ${number(after, 2)} und blieb dort`,
  'sensor.latched': ({ thermometer }) =>
    `Das Thermometer des ${THERMOMETERS[thermometer] ?? thermometer} wiederholt einen Wert und wird ausgelassen`,
  'sensor.unlatched': ({ thermometer }) =>
    `Das Thermometer des ${THERMOMETERS[thermometer] ?? thermometer} bewegt sich wieder`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, um ${number(turnedDeg)}° gedreht`;
    return `Die Platine wurde bewegt (um ${number(tiltedDeg)}° gekippt${turned}): bitte neu kalibrieren`;
  },

  'chip.back': ({ chip }) => `${chip} misst wieder`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: Das Bauteil an ${address} nennt sich ${found}, erwartet war ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: Dort sitzt ein ${found}, das wird nicht unterstützt`,
  'chip.no-colour': ({ addresses }) => `Kein Farbsensor an ${addresses.join(' oder ')}, nur andere Bauteile`,
  'chip.zeros': ({ chip }) => `${chip}: Die Werkskalibrierung lässt sich nicht lesen, es kommen nur Nullen`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: Die Kalibrierung der Temperatur ist beschädigt`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: Die Kalibrierung der Feuchte ist beschädigt`,
  'chip.lost-settings': ({ chip }) => `${chip} hat seine Einstellungen verloren und wird neu eingerichtet`,
  'chip.mute': ({ chip }) => `${chip} antwortet, misst aber nichts; er wird neu eingerichtet`,
  'chip.no-answer': ({ chip }) => `${chip} antwortet nicht: Der Chip fehlt, oder die Platine sitzt lose`,
  'chip.held-by': ({ chip, driver, command }) => `${chip} wird vom Kerneltreiber ${driver} belegt: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} wird von einem Kerneltreiber belegt: den Kernel aktualisieren oder den Treiber entladen, den i2cdetect -y 1 als UU zeigt`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} verliert Übertragungen auf dem I2C-Bus: Kabel prüfen und dtparam=i2c_arm_baudrate=10000 versuchen`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'Es gibt keinen I2C-Bus: I2C einschalten (dtparam=i2c_arm=on in /boot/firmware/config.txt) und neu starten',
  'bus.forbidden': () => 'Kein Recht auf den I2C-Bus: sudo usermod -aG i2c "$USER", dann neu anmelden',
  'bus.no-module': ({ why }) =>
    `Der I2C-Bus ist hier nicht nutzbar (${why}): Er braucht Linux und i2c-bus, gebaut für diese Laufzeit`,
  'bus.no-blocks': ({ why }) =>
    `Dieser I2C-Bus kennt keine Blockübertragung (${why}): sensors.i2c_bus auf den setzen, an dem die Platine sitzt`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Ein Chip'} hält eine Leitung des I2C-Busses auf Masse: die Platine aus- und wieder einschalten`,
  'bus.back': () => 'Der I2C-Bus arbeitet wieder',

  'pi.held-back': ({ by }) => `Der Pi wird gebremst: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `Der Pi wurde kurz gebremst: ${listed(by)}`,
  'pi.unhindered': () => 'Der Pi läuft wieder ungebremst',

  'replay.odd-cells': ({ cells, path }) =>
    `${count(cells, { one: '# Zelle', other: '# Zellen' })} von ${path} ohne Zahl: ${cells === 1 ? 'sie gilt' : 'sie gelten'} als fehlend`,
  'replay.over': ({ path }) => `Die Wiedergabe von ${path} ist zu Ende: Es wird nichts mehr gemessen`,

  'probe.crowd': ({ found, reading }) =>
    `${count(found.length, { one: '# Fühler', other: '# Fühler' })} gefunden (${found.join(', ')}); gelesen wird ${reading}. Mit sensors.probe_id einen auswählen.`,
  'probe.still': ({ celsius }) =>
    `Der Außenfühler meldet seit sechs Stunden ${number(celsius, 2)} °C: Vielleicht wiederholt er eine alte Messung`,
  'probe.back': ({ device }) => `Der Außenfühler ${device} misst`,
  'probe.lost': ({ why }) => `Keine Außentemperatur: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `Der Joystick ${path} wird wieder gelesen`,
  'joystick.forbidden': ({ path }) =>
    `Der Joystick ${path ?? ''} ist nicht lesbar: den Benutzer in die Gruppe input aufnehmen und neu anmelden`,
  'joystick.lost': ({ path, why }) => `Der Joystick ${path ?? ''} ist nicht lesbar: ${why}`,
  'joystick.closing': ({ why }) => `Beim Schließen des Joysticks: ${why}`,

  'panel.lit': ({ why }) => `Die LED-Matrix leuchtet vielleicht noch: ${why}`,
  'panel.back': ({ name }) => `Die LED-Matrix ${name} ist wieder da`,
  'panel.forbidden': () =>
    'Die LED-Matrix ist nicht ansprechbar: den Benutzer in die Gruppe video aufnehmen und neu anmelden',
  'panel.lost': ({ why }) => `Die LED-Matrix ist nicht ansprechbar: ${why}`,
} satisfies Partial<Sentences>;
