/** A refusal to open, in one sentence with the way out. */
export class StoreRefusal extends Error {
  readonly code: string = 'STORE_REFUSED';
}

/** The same, because the disk is full. */
export class NoRoom extends StoreRefusal {
  override readonly code: string = 'STORE_NO_ROOM';
}

/** The same, because the database is damaged and the disk has too little room to rescue it. */
export class NoRoomToRescue extends NoRoom {
  override readonly code = 'STORE_NO_ROOM_TO_RESCUE';
}

/** The same, because another process has the folder. */
export class FolderTaken extends StoreRefusal {
  override readonly code = 'STORE_FOLDER_TAKEN';
}

/** By its code: an error that came from a thread has lost its class. */
const isOfCode =
  (code: RegExp) =>
  (error: unknown): error is Error =>
    error instanceof Error && code.test((error as NodeJS.ErrnoException).code ?? '');

export const isStoreRefusal = isOfCode(/^STORE_/);
export const isNoRoom = isOfCode(/^STORE_NO_ROOM/);
export const isNoRoomToRescue = isOfCode(/^STORE_NO_ROOM_TO_RESCUE$/);
export const isFolderTaken = isOfCode(/^STORE_FOLDER_TAKEN$/);
