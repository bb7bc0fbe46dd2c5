import { findFramebuffer, isLedController, kernelHolds } from '../../station/display/panel.ts';
import { ifThere } from '../../station/sensors/machine/files.ts';
import { findJoystick } from '../../station/sensors/periphery/joystick.ts';
import { THERMOMETER, W1_DEVICES } from '../../station/sensors/periphery/probe.ts';
import { type ProbeRefusal, parseTemperatureFile, parseW1Slave } from '../../station/sensors/periphery/probe-text.ts';
import { asPart, type Sentence, sentence } from '../../words/sentence.ts';
import { type Check, fail, notNeeded, type Outcome, ok, type Patient, warn } from './check.ts';
import { bootFix } from './machine.ts';

export const oneWire: Check = {
  id: 'one-wire',
  title: sentence('doctor.title.probe'),
  async look(patient) {
    const { files, machine, config } = patient;
    const { probe, probe_id: wanted } = config.sensors;
    if (!probe) return ok(sentence('doctor.switched-off'));
    const overlay = machine.boot.lines.some((line) => /^dtoverlay=w1-gpio/.test(line));
    const present = await ifThere(files.list(W1_DEVICES));
    if (present === null) {
      if (overlay) return fail(sentence('doctor.probe.no-modules'), 'sudo modprobe -a w1-gpio w1-therm');
      return wanted === null
        ? ok(sentence('doctor.probe.none'))
        : fail(sentence('doctor.probe.wanted', { probe: wanted }), bootFix(machine, 'dtoverlay=w1-gpio'));
    }
    const probes = present.filter((name) => THERMOMETER.test(name));
    const chosen = wanted === null ? probes[0] : probes.find((name) => name === wanted.toLowerCase());
    if (chosen !== undefined) return readProbe(chosen, patient);
    if (wanted !== null && probes.length > 0) {
      const other = sentence('doctor.probe.other', { probe: wanted, found: probes.join(', ') });
      return fail(other, sentence('doctor.probe.set-id', { probe: probes[0]!, file: patient.configFile }));
    }
    if (present.some((name) => name.startsWith('00-'))) {
      return warn(sentence('doctor.probe.floating'), sentence('doctor.probe.add-resistor'));
    }
    const check = sentence('doctor.probe.check-plug', { command: `ls ${W1_DEVICES}` });
    return (wanted === null ? warn : fail)(sentence('doctor.probe.not-on-bus'), check);
  },
};

const TROUBLES: Record<ProbeRefusal, Sentence> = {
  empty: sentence('doctor.probe.empty'),
  malformed: sentence('doctor.probe.malformed'),
  crc: sentence('doctor.probe.crc'),
  bad_scratchpad: sentence('doctor.probe.bad-scratchpad'),
  power_on_value: sentence('doctor.probe.power-on-value'),
  out_of_range: sentence('doctor.probe.out-of-range'),
};

async function readProbe(device: string, { files }: Patient): Promise<Outcome> {
  const folder = `${W1_DEVICES}/${device}`;
  const evidence = await ifThere(files.readText(`${folder}/w1_slave`));
  const reading =
    evidence === null
      ? parseTemperatureFile((await ifThere(files.readText(`${folder}/temperature`))) ?? '')
      : parseW1Slave(evidence, device.slice(0, 2));
  if (reading.ok) return ok(sentence('doctor.probe.reads', { probe: device, celsius: reading.celsius }));
  const none = sentence('doctor.probe.no-temperature', { probe: device, why: asPart(TROUBLES[reading.reason]) });
  return warn(none, sentence('doctor.probe.check-wires', { command: `cat ${folder}/w1_slave` }));
}

export const framebuffer: Check = {
  id: 'framebuffer',
  title: sentence('doctor.title.led-matrix'),
  async look(patient) {
    const { files, machine, config, wantsBoard } = patient;
    if (!config.display.enabled) return ok(sentence('doctor.switched-off'));
    if (!wantsBoard) return notNeeded();
    const path = await findFramebuffer(files);
    if (path === null) {
      if (await answersDirectly(patient)) return ok(sentence('doctor.panel.through-i2c'));
      const overlay = machine.boot.lines.some((line) => /^dtoverlay=rpi-sense/.test(line));
      return overlay
        ? fail(sentence('doctor.panel.no-controller'), 'sudo dmesg | grep -i sense')
        : fail(sentence('doctor.panel.no-framebuffer'), bootFix(machine, 'dtoverlay=rpi-sense'));
    }
    if ((await ifThere(files.stat(path))) === null)
      return fail(sentence('doctor.missing', { path }), 'sudo udevadm trigger --subsystem-match=graphics');
    return ok(sentence('doctor.panel.draws', { path }));
  },
};

/** The LED controller can be written to over the bus itself, as long as no kernel driver holds it. */
async function answersDirectly({ files, facilities, config }: Patient): Promise<boolean> {
  const number = config.sensors.i2c_bus;
  if ((await ifThere(files.stat(`/dev/i2c-${number}`))) === null || (await kernelHolds(files, number))) return false;
  try {
    const bus = await facilities.openBus(number);
    return await isLedController(bus).finally(() => bus.close());
  } catch {
    return false; // what is wrong with the bus is another check's to say
  }
}

export const joystick: Check = {
  id: 'joystick',
  title: sentence('doctor.title.joystick'),
  async look({ files, config, wantsBoard }) {
    if (!config.sensors.joystick) return ok(sentence('doctor.switched-off'));
    if (!wantsBoard) return notNeeded();
    const path = await findJoystick(files);
    if (path === null)
      return warn(sentence('doctor.joystick.none'), 'sudo modprobe sensehat-joystick || sudo modprobe rpisense-js');
    if ((await ifThere(files.stat(path))) === null)
      return warn(sentence('doctor.missing', { path }), 'sudo udevadm trigger --subsystem-match=input');
    return ok(sentence('doctor.joystick.read', { path }));
  },
};
