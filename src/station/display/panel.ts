import type { I2cBus } from '../sensors/bus/bus.ts';
import { faultSentence, i2cFault } from '../sensors/bus/bus-errors.ts';
import { type Files, findByName, ifThere } from '../sensors/machine/files.ts';
import { encodeFramebuffer, encodeI2cFrame, type Rotation } from './encode.ts';
import { darkFrame, type Frame } from './frame.ts';

/** Something with 64 lamps. */
export interface Panel {
  readonly name: string;
  show(frame: Frame): Promise<void>;
  /** Dark, and let go of. */
  close(): Promise<void>;
}

/** I2C operations of the panel. */
export type LedBus = Pick<I2cBus, 'readBlock' | 'write' | 'close'>;

const GRAPHICS = '/sys/class/graphics';
const FRAMEBUFFER_NAME = 'RPi-Sense FB';
const CONTROLLER = 0x46;
const WAI = 0xf0; // "who am I" of the LED controller
const WAI_MASK = 0x7f; // the kernel of a BCM2835 masks the top bit of what it reads here
const WAI_VALUE = 0x73;

/** `/dev/fbN` of the Sense HAT, or null. */
export async function findFramebuffer(files: Files): Promise<string | null> {
  const entry = await findByName(files, GRAPHICS, 'fb', 'name', FRAMEBUFFER_NAME);
  return entry && `/dev/${entry}`;
}

const panelOf = (name: string, show: Panel['show'], letGo: () => Promise<void>): Panel => ({
  name,
  show,
  close: () => show(darkFrame).finally(letGo),
});

/** The kernel's framebuffer; the driver brings it to the lamps about 10 ms later. */
async function framebufferPanel(files: Files, path: string, rotation: Rotation): Promise<Panel> {
  const device = await files.openForWriting(path);
  return panelOf(
    path,
    async (frame) => device.rewrite(encodeFramebuffer(frame, rotation)),
    () => device.close(),
  );
}

/** The LED controller itself. Only where no kernel driver holds it: two writers would garble each other's frames. */
const i2cPanel = (bus: LedBus, rotation: Rotation): Panel =>
  panelOf(
    'i2c 0x46',
    async (frame) => bus.write(CONTROLLER, encodeI2cFrame(frame, rotation)),
    () => bus.close(),
  );

/**
 * The panel by whichever way reaches it: the kernel's framebuffer, else the controller on a bus of our own. Null when a kernel
 * driver holds the controller without a framebuffer, or a stranger sits there. Rejects, in words, when the way is barred.
 */
export async function findPanel(
  files: Files,
  openBus: () => Promise<LedBus>,
  rotation: Rotation,
  busNumber = 1,
): Promise<Panel | null> {
  const path = await findFramebuffer(files);
  if (path !== null) return framebufferPanel(files, path, rotation);
  if (await kernelHolds(files, busNumber)) return null;
  const bus = await openBus();
  try {
    if (await isLedController(bus)) return i2cPanel(bus, rotation);
  } catch (error) {
    await bus.close();
    throw new Error(faultSentence(i2cFault(error).kind, error, { chip: 'The LED controller' }).detail);
  }
  await bus.close();
  return null;
}

export const kernelHolds = async (files: Files, busNumber: number): Promise<boolean> =>
  (await ifThere(files.link(`/sys/bus/i2c/devices/${busNumber}-0046/driver`))) !== null;

export async function isLedController(bus: Pick<LedBus, 'readBlock'>): Promise<boolean> {
  const [id = 0] = await bus.readBlock(CONTROLLER, WAI, 1);
  return (id & WAI_MASK) === WAI_VALUE;
}
