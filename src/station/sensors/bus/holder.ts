import { errorCode, type Files } from '../machine/files.ts';

/** The kernel driver that holds an address, and how to make it let go. */
export interface Holder {
  driver: string;
  /** The module it comes from, whose name need not be the driver's; null for one built into the kernel. */
  module: string | null;
  /** Device name in sysfs, such as `1-005c`. */
  device: string;
}

const lastPart = async (files: Pick<Files, 'link'>, path: string): Promise<string | null> => {
  try {
    return (await files.link(path)).split('/').at(-1) ?? null;
  } catch (error) {
    if (errorCode(error) === null) throw error;
    return null; // no link, or no right to read it: a hint less
  }
};

/** Driver that holds a device, from the links that sysfs keeps: device to driver, driver to module. */
export async function holderOf(files: Pick<Files, 'link'>, busNumber: number, address: number): Promise<Holder | null> {
  const device = `${busNumber}-${address.toString(16).padStart(4, '0')}`;
  const path = `/sys/bus/i2c/devices/${device}/driver`;
  const driver = await lastPart(files, path);
  return driver === null ? null : { driver, module: await lastPart(files, `${path}/module`), device };
}

export const letGo = ({ driver, module, device }: Holder): string =>
  module === null ? `echo ${device} | sudo tee /sys/bus/i2c/drivers/${driver}/unbind` : `sudo modprobe -r ${module}`;
