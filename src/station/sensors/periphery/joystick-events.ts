export type Direction = 'up' | 'down' | 'left' | 'right' | 'middle';

export interface JoystickEvent {
  direction: Direction;
  action: 'pressed' | 'held' | 'released';
}

/** Size of `struct input_event`: the two times are 64 or 32 bits wide, as the reading process is. */
export type RecordBytes = 24 | 16;

const EV_KEY = 1;
const ACTIONS = ['released', 'pressed', 'held'] as const;
/** Raspberry Pi kernels send arrow keys and Enter, mainline kernels the d-pad buttons and BTN_SELECT (linux/input-event-codes.h). */
const DIRECTIONS = new Map<number, Direction>([
  [103, 'up'],
  [108, 'down'],
  [105, 'left'],
  [106, 'right'],
  [28, 'middle'],
  [0x220, 'up'],
  [0x221, 'down'],
  [0x222, 'left'],
  [0x223, 'right'],
  [0x13a, 'middle'],
]);

/** Parses an input record; null for synchronisation marks and other keys. */
export function parseEvent(record: Uint8Array, recordBytes: RecordBytes): JoystickEvent | null {
  const view = new DataView(record.buffer, record.byteOffset, recordBytes);
  const at = recordBytes - 8; // where the times end
  const direction = DIRECTIONS.get(view.getUint16(at + 2, true));
  const action = ACTIONS[view.getInt32(at + 4, true)];
  return view.getUint16(at, true) === EV_KEY && direction && action ? { direction, action } : null;
}

/** All events of a run of bytes, and the bytes of a record that has not arrived whole. */
export function parseEvents(bytes: Uint8Array, recordBytes: RecordBytes) {
  const events: JoystickEvent[] = [];
  let at = 0;
  for (; at + recordBytes <= bytes.length; at += recordBytes) {
    const event = parseEvent(bytes.subarray(at, at + recordBytes), recordBytes);
    if (event) events.push(event);
  }
  return { events, rest: bytes.slice(at) };
}
