// The first installation, as README says, from the package that the host made. Its disk is where every scenario begins.
import { PATIENCE, seconds, untilReady } from './steps.mjs';

const INSTALL = 'DEBIAN_FRONTEND=noninteractive apt-get install -y /mnt/weatherglass_*.deb 2>&1';

export const install = async (vm, see, { slow }) => {
  await vm.must(`mountpoint -q /mnt || { mkdir -p /mnt && echo "/dev/vdb /mnt ext4 ro,nofail 0 0" >>/etc/fstab && mount /mnt; }
    ${slow ? PATIENCE : ''}`);
  const startedMs = Date.now();
  await vm.must(`${INSTALL}; ${untilReady()}`);
  see('apt install on a fresh Debian ends measuring', true, seconds(startedMs));
  const off = await vm.must('systemctl disable weatherglass 2>&1; systemctl enable weatherglass 2>&1');
  see('switched off and on again, the unit is still there', /Created symlink/.test(off), off.replaceAll('\n', ' '));
  const verify = await vm.ssh('systemd-analyze verify weatherglass.service weatherglass-upgrade.service 2>&1');
  see('systemd-analyze verify has nothing to say', verify.code === 0 && verify.out === '', verify.out);
  const exposure = /exposure level for \S+: ([\d.]+)/.exec(
    await vm.must('systemd-analyze security weatherglass.service'),
  )?.[1];
  see('exposure at most 2.1', Number(exposure) <= 2.1, exposure);
  const asAda = await vm.ssh('su - ada -c "weatherglass --version"');
  see('the command works for an ordinary user', asAda.code === 0, asAda.out);
  const caps = await vm.must('grep CapEff /proc/$(systemctl show -p MainPID --value weatherglass)/status');
  see('capabilities 0', /\t0+$/.test(caps), caps);
};
