// The bench's own watchdog: a guest that only burns its processor is told, killed, and its scenario played once more.

export async function hung(vm, see, { go }) {
  if (go === 1) await vm.must('systemctl stop beat; while :; do :; done', { limitS: 600 });
  see('a guest that gives no sign of life is killed, and its scenario played once more', go === 2, `go ${go}`);
}
