// The wall over a station without a window, and away again by another user.
import { untilReady, WAIT_S } from '../steps.mjs';

export async function kiosk(vm, see) {
  await vm.must(`rm -rf /root/checkout; cp -r /mnt/checkout /root/; ${untilReady()}`);
  await vm.must(
    'loginctl enable-linger ada; for i in $(seq 60); do systemctl --user -M ada@ is-active default.target >/dev/null && break; sleep 1; done',
  );
  // A session on the screen, as far as a unit can tell.
  await vm.must(`mkdir -p /home/ada/.config/systemd/user; chown -R ada: /home/ada/.config
    mkdir -p /etc/systemd/user/graphical-session.target.d
    printf '[Unit]\\nRefuseManualStart=no\\nStopWhenUnneeded=no\\n' >/etc/systemd/user/graphical-session.target.d/machine.conf
    systemctl --user -M ada@ daemon-reload; systemctl --user -M ada@ start graphical-session.target`);
  const said = await vm.ssh(
    `cd /root/checkout && deploy/install.sh --kiosk /mnt/wall.AppImage --user ada --wait ${WAIT_S} 2>&1`,
  );
  see(
    'the wall is installed and measures',
    said.code === 0 && /has replaced .* and measures/.test(said.out),
    said.out.split('\n').at(-1),
  );
  const old = await vm.ssh('systemctl is-enabled weatherglass.service; systemctl is-active weatherglass.service');
  see(
    'the station without a window has given way',
    /inactive/.test(old.out) && !/^enabled/m.test(old.out),
    old.out.replaceAll('\n', ' '),
  );
  const owners = await vm.must(
    'stat -c "%U %n" /home/ada/.config /home/ada/.config/labwc/autostart /home/ada/.config/autostart/*',
  );
  see(
    "the user's folders are the user's",
    owners.split('\n').every((line) => line.startsWith('ada ')),
    owners.replaceAll('\n', ', '),
  );
  const everyone = await vm.ssh('ls /etc/xdg/autostart/weatherglass*');
  see('it starts with no other session', everyone.code !== 0);
  const desktop = await vm.ssh('desktop-file-validate /home/ada/.config/autostart/weatherglass-kiosk.desktop');
  see('desktop-file-validate', desktop.code === 0, desktop.out);
  const refused = await vm.ssh('cd /root/checkout && deploy/install.sh --headless --wait 5 2>&1');
  const on = await vm.ssh('systemctl --user -M ada@ is-active weatherglass-kiosk; weatherglass rollback 2>&1');
  see(
    'an installation without a window that is refused, and a way back to a release without one, leave it on the wall',
    refused.code !== 0 && on.out.startsWith('active') && /has no window, but this station shows one/.test(on.out),
    `${refused.out}; ${on.out.replaceAll('\n', ' ')}`,
  );
  await vm.must('useradd -m eve; cd /root/checkout && SUDO_USER=eve deploy/install.sh --uninstall');
  const left = await vm.ssh(
    'systemctl --user -M ada@ is-active weatherglass-kiosk; ls /home/ada/.config/autostart /home/ada/.config/labwc /opt/weatherglass /usr/local/bin/weatherglass 2>&1; curl -s --max-time 5 http://127.0.0.1:8000/api/health',
  );
  see(
    'another user can remove all of it, the running wall included',
    /inactive|failed/.test(left.out) && !/kiosk.desktop\n|"status"/.test(left.out),
    left.out.replaceAll('\n', ' ').slice(0, 200),
  );
  see(
    'data and settings stay',
    (await vm.ssh('ls /var/lib/weatherglass/weatherglass.db /home/ada/.local/share/weatherglass/weatherglass.db'))
      .code === 0,
  );
}
