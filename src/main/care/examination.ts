import { examine, type PlainFinding, plain } from '../doctor/check.ts';
import { AROUND, BUS } from '../doctor/checks.ts';
import { facilitiesOf } from '../doctor/facilities.ts';
import { describeMachine } from '../doctor/machine.ts';
import { hasBus } from '../machine/board.ts';
import { NodeFiles } from '../machine/files.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Examines the machine with the checks that can run beside a sampling station: files and small programs, each waited for and none of them on the
 * thread that samples. Left out: the bus and its chips, whose state is in the station's own health; its database, which it reads all the time;
 * its port.
 */
export async function examineBeside({ config, dataDir, origin }: Settings): Promise<PlainFinding[]> {
  const files = new NodeFiles('/');
  const machine = await describeMachine(files, { sudoUser: undefined, station: null });
  const { source, i2c_bus: bus } = config.sensors;
  const findings = await examine([...BUS, ...AROUND], {
    files,
    facilities: facilitiesOf(null),
    machine,
    config,
    address: config.server,
    dataDir,
    placeOptions: '',
    demo: false,
    ofService: false,
    configFile: origin.file,
    foreign: false,
    wantsBoard: source === 'sense-hat' || (source === 'auto' && (hasBus(bus) || machine.piModel !== null)),
  });
  return findings.map(plain);
}
