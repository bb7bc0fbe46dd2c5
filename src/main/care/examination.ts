import { type Check, examine, type PlainFinding, plain } from '../doctor/check.ts';
import { AROUND, BUS } from '../doctor/checks.ts';
import { facilitiesOf } from '../doctor/facilities.ts';
import { describeMachine } from '../doctor/machine.ts';
import { NodeFiles } from '../machine/files.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * What the doctor can look at beside a station that measures. The bus is the station's, and what its chips say is in its own health;
 * its database it reads all the time itself; and its port is its own.
 */
const BESIDE: readonly Check[] = [...BUS, ...AROUND];

/** Files and small programs, each waited for and none of them on the thread that samples. */
export async function examineBeside({ config, dataDir, configFile, origin }: Settings): Promise<PlainFinding[]> {
  const files = new NodeFiles('/');
  const machine = await describeMachine(files, { sudoUser: undefined, station: null });
  const wantsBoard =
    config.sensors.source === 'sense-hat' || (config.sensors.source === 'auto' && machine.piModel !== null);
  const findings = await examine(BESIDE, {
    files,
    facilities: facilitiesOf(null),
    machine,
    config,
    address: config.server,
    dataDir,
    elsewhere: false,
    configFile: configFile ?? origin?.file ?? '',
    foreign: false,
    wantsBoard,
  });
  return findings.map(plain);
}
