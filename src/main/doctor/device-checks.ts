import { findFramebuffer, isLedController, kernelHolds } from '../../station/display/panel.ts';
import { errorCode, ifThere } from '../../station/sensors/machine/files.ts';
import { findJoystick } from '../../station/sensors/periphery/joystick.ts';
import { THERMOMETER, W1_DEVICES } from '../../station/sensors/periphery/probe.ts';
import { type ProbeRefusal, parseTemperatureFile, parseW1Slave } from '../../station/sensors/periphery/probe-text.ts';
import { type Check, fail, notNeeded, type Outcome, ok, type Patient, warn } from './check.ts';
import { bootFix } from './machine.ts';

export const oneWire: Check = {
  id: 'one-wire',
  title: 'Outdoor probe',
  async look(patient) {
    const { files, machine, config } = patient;
    const { probe, probe_id: wanted } = config.sensors;
    if (!probe) return ok('switched off in the settings');
    const overlay = machine.boot.lines.some((line) => /^dtoverlay=w1-gpio/.test(line));
    const present = await ifThere(files.list(W1_DEVICES));
    if (present === null) {
      if (overlay)
        return fail('the 1-wire bus is on, but its modules are not loaded', 'sudo modprobe -a w1-gpio w1-therm');
      return wanted === null
        ? ok('none: the 1-wire bus is off')
        : fail(`probe ${wanted} is wanted, but the 1-wire bus is off`, bootFix(machine, 'dtoverlay=w1-gpio'));
    }
    const probes = present.filter((name) => THERMOMETER.test(name));
    const chosen = wanted === null ? probes[0] : probes.find((name) => name === wanted.toLowerCase());
    if (chosen !== undefined) return readProbe(chosen, patient);
    if (wanted !== null && probes.length > 0) {
      return fail(
        `probe ${wanted} is missing; there is ${probes.join(', ')}`,
        `set sensors.probe_id to ${probes[0]} in ${patient.configFile}`,
      );
    }
    if (present.some((name) => name.startsWith('00-'))) {
      return warn(
        'the data line floats: ghosts on the bus, but no probe',
        'put 4.7 kOhm between the data line and 3.3 V',
      );
    }
    return (wanted === null ? warn : fail)(
      'the 1-wire bus is on, but no probe is on it',
      `check its plug, then: ls ${W1_DEVICES}`,
    );
  },
};

const TROUBLES: Record<ProbeRefusal, string> = {
  empty: 'the conversion failed (no presence pulse)',
  malformed: 'its answer is garbled',
  crc: 'its checksum is wrong: long or loose wires',
  bad_scratchpad: 'the data line is stuck low',
  power_on_value: 'it only shows its power-on value: the supply breaks in',
  out_of_range: 'its value lies outside -55..125 C: too little power',
};

async function readProbe(device: string, { files }: Patient): Promise<Outcome> {
  const folder = `${W1_DEVICES}/${device}`;
  const evidence = await ifThere(files.readText(`${folder}/w1_slave`));
  const reading =
    evidence === null
      ? parseTemperatureFile((await ifThere(files.readText(`${folder}/temperature`))) ?? '')
      : parseW1Slave(evidence, device.slice(0, 2));
  if (reading.ok) return ok(`${device} says ${reading.celsius} C`);
  return warn(
    `${device} gives no temperature: ${TROUBLES[reading.reason]}`,
    `check its wires, then: cat ${folder}/w1_slave`,
  );
}

export const framebuffer: Check = {
  id: 'framebuffer',
  title: 'LED matrix',
  async look(patient) {
    const { files, machine, config, wantsBoard } = patient;
    if (!config.display.enabled) return ok('switched off in the settings');
    if (!wantsBoard) return notNeeded();
    const path = await findFramebuffer(files);
    if (path === null) {
      if (await answersDirectly(patient))
        return ok('no framebuffer, but the LED controller is free: drawn through I2C');
      const overlay = machine.boot.lines.some((line) => /^dtoverlay=rpi-sense/.test(line));
      return overlay
        ? fail(
            'the overlay is loaded, but there is no framebuffer: the LED controller does not answer',
            'sudo dmesg | grep -i sense',
          )
        : fail('there is no framebuffer of a Sense HAT', bootFix(machine, 'dtoverlay=rpi-sense'));
    }
    if ((await ifThere(files.stat(path))) === null)
      return fail(`${path} is missing`, 'sudo udevadm trigger --subsystem-match=graphics');
    return ok(`draws on ${path}`);
  },
};

/** The LED controller can be written to over the bus itself, as long as no kernel driver holds it. */
async function answersDirectly({ files, facilities, config }: Patient): Promise<boolean> {
  const number = config.sensors.i2c_bus;
  if ((await ifThere(files.stat(`/dev/i2c-${number}`))) === null || (await kernelHolds(files, number))) return false;
  try {
    const bus = await facilities.openBus(number);
    return await isLedController(bus).finally(() => bus.close());
  } catch (error) {
    if (error instanceof Error) return false; // what is wrong with the bus is another check's to say
    throw error;
  }
}

export const joystick: Check = {
  id: 'joystick',
  title: 'Joystick',
  async look({ files, config, wantsBoard }) {
    if (!config.sensors.joystick) return ok('switched off in the settings');
    if (!wantsBoard) return notNeeded();
    const path = await findJoystick(files);
    if (path === null)
      return warn(
        'there is no input device of a Sense HAT',
        'sudo modprobe sensehat-joystick || sudo modprobe rpisense-js',
      );
    try {
      await files.stat(path);
      return ok(`read from ${path}`);
    } catch (error) {
      if (errorCode(error) === null) throw error;
      return warn(`${path} is missing`, 'sudo udevadm trigger --subsystem-match=input');
    }
  },
};
