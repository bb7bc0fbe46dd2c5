import type { Hindrance, ProbeTrouble } from '../en/sensors.ts';
import type { Sentences } from '../sentence.ts';
import { count, list, number } from './tongue.ts';

const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'brak czujnika na magistrali 1-Wire: sprawdzić wtyczkę oraz dtoverlay=w1-gpio w config.txt',
  timeout: 'czujnik nie odpowiada na czas',
  unreadable: 'nie można odczytać jego pliku',
  empty: 'pomiar się nie udał (brak impulsu obecności)',
  malformed: 'jego odpowiedź jest zniekształcona',
  crc: 'zła suma kontrolna: długie lub luźne przewody',
  bad_scratchpad: 'linia danych jest zwarta do masy',
  power_on_value: 'pokazuje tylko wartość po włączeniu: spada zasilanie',
  out_of_range: 'wartość spoza zakresu od −55 do 125 °C: za mało mocy',
};

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'napięcie zasilania jest za niskie',
  capped: 'taktowanie CPU jest ograniczone',
  throttled: 'CPU jest dławiony',
  hot: 'CPU osiągnął miękki próg temperatury',
};
const listed = (held: readonly Hindrance[]): string => list(held.map((what) => HINDRANCES[what]));

const SIGNALS: Record<string, string> = { temperature: 'Temperatura', humidity: 'Wilgotność', pressure: 'Ciśnienie' };
const THERMOMETERS: Record<string, string> = {
  humidityChip: 'czujnika wilgotności',
  pressureChip: 'czujnika ciśnienia',
};

export const sensors = {
  'sensor.jumped': ({ signal, before, after }) =>
    `${SIGNALS[signal] ?? signal}: skok z ${number(before, 2)} na ${number(after, 2)}, i tak zostało`,
  'sensor.latched': ({ thermometer }) =>
    `Termometr ${THERMOMETERS[thermometer] ?? thermometer} powtarza jedną wartość i jest pomijany`,
  'sensor.unlatched': ({ thermometer }) => `Termometr ${THERMOMETERS[thermometer] ?? thermometer} znów działa`,
  'board.moved': ({ tiltedDeg, turnedDeg }) => {
    const turned = turnedDeg === null ? '' : `, obrócona o ${number(turnedDeg)}°`;
    return `Płytka została poruszona (przechylona o ${number(tiltedDeg)}°${turned}): należy skalibrować ponownie`;
  },

  'chip.back': ({ chip }) => `${chip} znów mierzy`,
  'chip.other': ({ chip, address, found, expected }) =>
    `${chip}: układ pod ${address} przedstawia się jako ${found}, oczekiwano ${expected}`,
  'chip.unsupported': ({ chip, found }) => `${chip}: jest tam ${found}, który nie jest obsługiwany`,
  'chip.no-colour': ({ addresses }) => `Brak czujnika barwy pod ${addresses.join(' i ')}, tylko inne układy`,
  'chip.zeros': ({ chip }) => `${chip}: nie można odczytać kalibracji fabrycznej, przychodzą same zera`,
  'chip.damaged-temperature': ({ chip }) => `${chip}: kalibracja temperatury jest uszkodzona`,
  'chip.damaged-humidity': ({ chip }) => `${chip}: kalibracja wilgotności jest uszkodzona`,
  'chip.lost-settings': ({ chip }) => `${chip} stracił ustawienia i jest konfigurowany od nowa`,
  'chip.mute': ({ chip }) => `${chip} odpowiada, ale nic nie mierzy; jest konfigurowany od nowa`,
  'chip.no-answer': ({ chip }) => `${chip} nie odpowiada: brak układu albo płytka jest luźno osadzona`,
  'chip.held-by': ({ chip, driver, command }) => `${chip} jest zajęty przez sterownik jądra ${driver}: ${command}`,
  'chip.held': ({ chip }) =>
    `${chip} jest zajęty przez sterownik jądra: zaktualizować jądro albo usunąć sterownik, który i2cdetect -y 1 pokazuje jako UU`,
  'chip.loses-transfers': ({ chip }) =>
    `${chip} gubi transmisje na magistrali I2C: sprawdzić kabel i spróbować dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }) => `${chip}: ${why}`,

  'bus.missing': () =>
    'Brak magistrali I2C: włączyć I2C (dtparam=i2c_arm=on w /boot/firmware/config.txt) i uruchomić ponownie',
  'bus.forbidden': () => 'Brak uprawnień do magistrali I2C: sudo usermod -aG i2c "$USER", potem zalogować się ponownie',
  'bus.no-module': ({ why }) =>
    `Magistrali I2C nie można tu użyć (${why}): potrzebny jest Linux i i2c-bus zbudowany dla tego środowiska`,
  'bus.no-blocks': ({ why }) =>
    `Ta magistrala I2C nie zna transmisji blokowych (${why}): ustawić sensors.i2c_bus na tę, na której jest płytka`,
  'bus.stuck': ({ chip }) =>
    `${chip ?? 'Jakiś układ'} zwiera linię magistrali I2C do masy: wyłączyć płytkę i włączyć ponownie`,
  'bus.back': () => 'Magistrala I2C znów działa',

  'pi.held-back': ({ by }) => `Pi jest spowolniony: ${listed(by)}`,
  'pi.was-held-back': ({ by }) => `Pi był przez chwilę spowolniony: ${listed(by)}`,
  'pi.unhindered': () => 'Pi znów działa bez ograniczeń',

  'replay.odd-cells': ({ cells, path }) =>
    `${path}: ${count(cells, { one: '# komórka nie jest liczbą i liczy', few: '# komórki nie są liczbami i liczą', many: '# komórek nie jest liczbami i liczy', other: '# komórki nie jest liczbą i liczy' })} się jako brak`,
  'replay.over': ({ path }) => `Odtwarzanie ${path} dobiegło końca: nic więcej nie jest mierzone`,

  'probe.crowd': ({ found, reading }) =>
    `Znalezione czujniki: ${number(found.length)} (${found.join(', ')}); odczytywany jest ${reading}. Wybór ustawia sensors.probe_id.`,
  'probe.still': ({ celsius }) =>
    `Czujnik zewnętrzny od sześciu godzin podaje ${number(celsius, 2)} °C: być może powtarza stary pomiar`,
  'probe.back': ({ device }) => `Czujnik zewnętrzny ${device} mierzy`,
  'probe.lost': ({ why }) => `Brak temperatury zewnętrznej: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }) => `Joystick ${path} jest znów odczytywany`,
  'joystick.forbidden': ({ path }) =>
    `Nie można odczytać joysticka ${path ?? ''}: dodać użytkownika do grupy input i zalogować się ponownie`,
  'joystick.lost': ({ path, why }) => `Nie można odczytać joysticka ${path ?? ''}: ${why}`,
  'joystick.closing': ({ why }) => `Przy zamykaniu joysticka: ${why}`,

  'panel.lit': ({ why }) => `Matryca LED być może jeszcze świeci: ${why}`,
  'panel.back': ({ name }) => `Matryca LED ${name} wróciła`,
  'panel.forbidden': () =>
    'Nie można rysować na matrycy LED: dodać użytkownika do grupy video i zalogować się ponownie',
  'panel.lost': ({ why }) => `Nie można rysować na matrycy LED: ${why}`,
} satisfies Partial<Sentences>;
