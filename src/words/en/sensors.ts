/** Why no temperature comes from the probe. */
export type ProbeTrouble =
  | 'empty'
  | 'malformed'
  | 'crc'
  | 'bad_scratchpad'
  | 'power_on_value'
  | 'out_of_range'
  | 'not_found'
  | 'timeout'
  | 'unreadable';

export const PROBE_TROUBLES: Record<ProbeTrouble, string> = {
  not_found: 'no probe on the 1-wire bus: check its plug, and dtoverlay=w1-gpio in config.txt',
  timeout: 'the probe does not answer in time',
  unreadable: 'its file cannot be read',
  empty: 'the conversion failed (no presence pulse)',
  malformed: 'its answer is garbled',
  crc: 'its checksum is wrong: long or loose wires',
  bad_scratchpad: 'the data line is stuck low',
  power_on_value: 'it only shows its power-on value: the supply breaks in',
  out_of_range: 'its value lies outside -55..125 C: too little power',
};

/** What holds the Pi back, in the order of the firmware's bits. */
export type Hindrance = 'voltage' | 'capped' | 'throttled' | 'hot';

const HINDRANCES: Record<Hindrance, string> = {
  voltage: 'the supply voltage is too low',
  capped: 'the CPU clock is capped',
  throttled: 'the CPU is throttled',
  hot: 'the CPU is at its soft temperature limit',
};
const listed = (held: readonly Hindrance[]): string => held.map((what) => HINDRANCES[what]).join(', ');

interface Jump {
  signal: string;
  before: number;
  after: number;
}

/** Chips, the bus they sit on, and what the machine says of itself. */
export const sensors = {
  'sensor.jumped': ({ signal, before, after }: Jump) =>
    `${signal} jumped from ${before.toFixed(2)} to ${after.toFixed(2)} and stayed`,
  'sensor.latched': ({ thermometer }: { thermometer: string }) =>
    `the thermometer of the ${thermometer} repeats one value and is left out`,
  'sensor.unlatched': ({ thermometer }: { thermometer: string }) => `the thermometer of the ${thermometer} moves again`,
  'board.moved': ({ tiltedDeg, turnedDeg }: { tiltedDeg: number; turnedDeg: number | null }) => {
    const turned = turnedDeg === null ? '' : `, turned by ${turnedDeg.toFixed(0)}°`;
    return `The board was moved (tilted by ${tiltedDeg.toFixed(0)}°${turned}): calibrate again`;
  },

  'chip.back': ({ chip }: { chip: string }) => `${chip} measures again`,
  'chip.other': ({
    chip,
    address,
    found,
    expected,
  }: {
    chip: string;
    address: string;
    found: string;
    expected: string;
  }) => `${chip}: the part at ${address} calls itself ${found}, expected ${expected}`,
  'chip.unsupported': ({ chip, found }: { chip: string; found: string }) =>
    `${chip}: an ${found} sits there, not supported`,
  'chip.no-colour': ({ addresses }: { addresses: readonly string[] }) =>
    `No colour sensor at ${addresses.join(' or ')}, only other parts`,
  'chip.zeros': ({ chip }: { chip: string }) => `${chip}: the factory calibration cannot be read, only zeros come`,
  'chip.damaged-temperature': ({ chip }: { chip: string }) => `${chip}: the temperature calibration is damaged`,
  'chip.damaged-humidity': ({ chip }: { chip: string }) => `${chip}: the humidity calibration is damaged`,
  'chip.lost-settings': ({ chip }: { chip: string }) => `${chip} lost its settings and is being set up again`,
  'chip.mute': ({ chip }: { chip: string }) => `${chip} answers but measures nothing; it is being set up again`,
  'chip.no-answer': ({ chip }: { chip: string }) =>
    `${chip} does not answer: the chip is missing or the board sits loose`,
  'chip.held-by': ({ chip, driver, command }: { chip: string; driver: string; command: string }) =>
    `${chip} is held by the kernel driver ${driver}: ${command}`,
  'chip.held': ({ chip }: { chip: string }) =>
    `${chip} is held by a kernel driver: update the kernel, or unload the driver that i2cdetect -y 1 shows as UU`,
  'chip.loses-transfers': ({ chip }: { chip: string }) =>
    `${chip} loses transfers on the I2C bus: check the cable and try dtparam=i2c_arm_baudrate=10000`,
  'chip.failed': ({ chip, why }: { chip: string; why: string }) => `${chip}: ${why}`,

  'bus.missing': () => 'There is no I2C bus: enable I2C (dtparam=i2c_arm=on in /boot/firmware/config.txt) and reboot',
  'bus.forbidden': () => 'No permission for the I2C bus: sudo usermod -aG i2c "$USER", then log in again',
  'bus.no-module': ({ why }: { why: string }) =>
    `The I2C bus cannot be used here (${why}): it needs Linux and i2c-bus built for this runtime`,
  'bus.no-blocks': ({ why }: { why: string }) =>
    `This I2C bus does not know block transfers (${why}): set sensors.i2c_bus to the one the board sits on`,
  'bus.stuck': ({ chip }: { chip: string | null }) =>
    `${chip ?? 'A chip'} holds a line of the I2C bus low: switch the board off and on again`,
  'bus.back': () => 'The I2C bus works again',

  'pi.held-back': ({ by }: { by: readonly Hindrance[] }) => `The Pi is held back: ${listed(by)}`,
  'pi.was-held-back': ({ by }: { by: readonly Hindrance[] }) => `The Pi was held back for a moment: ${listed(by)}`,
  'pi.unhindered': () => 'The Pi runs unhindered again',

  'replay.odd-cells': ({ cells, path }: { cells: number; path: string }) =>
    `${cells} cells of ${path} are no numbers and count as missing`,
  'replay.over': ({ path }: { path: string }) => `the replay of ${path} is over: nothing more is measured`,

  'probe.crowd': ({ found, reading }: { found: readonly string[]; reading: string }) =>
    `${found.length} probes found (${found.join(', ')}); reading ${reading}. Set sensors.probe_id to choose.`,
  'probe.still': ({ celsius }: { celsius: number }) =>
    `the outdoor probe has said ${celsius} C for six hours: it may repeat an old conversion`,
  'probe.back': ({ device }: { device: string | null }) => `the outdoor probe ${device} reads`,
  'probe.lost': ({ why }: { why: ProbeTrouble }) => `no outdoor temperature: ${PROBE_TROUBLES[why]}`,

  'joystick.back': ({ path }: { path: string | null }) => `the joystick ${path} is read again`,
  'joystick.forbidden': ({ path }: { path: string | null }) =>
    `the joystick ${path ?? ''} cannot be read: add the user to group input and log in again`,
  'joystick.lost': ({ path, why }: { path: string | null; why: string }) =>
    `the joystick ${path ?? ''} cannot be read: ${why}`,
  'joystick.closing': ({ why }: { why: string }) => `closing the joystick: ${why}`,

  'panel.lit': ({ why }: { why: string }) => `the LED panel may still be lit: ${why}`,
  'panel.back': ({ name }: { name: string }) => `the LED panel ${name} is back`,
  'panel.forbidden': () => 'the LED panel cannot be drawn on: add the user to group video and log in again',
  'panel.lost': ({ why }: { why: string }) => `the LED panel cannot be drawn on: ${why}`,
};
