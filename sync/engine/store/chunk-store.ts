/** One sealed chunk of an attachment. It stays on the device after the server has received it. */
export interface ChunkRow {
  readonly attemptId: string;
  /** Item id of the answer that represents the file, for example "7/3fa9c1d2". */
  readonly itemId: string;
  /** Index of the chunk, from 0. */
  readonly at: number;
  readonly hash: string;
  /** Upload token that authorises this chunk, whichever user is signed in when it is sent (SY7a). */
  readonly ticket: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** Epoch of the server that acknowledged the chunk; '' if none did. An acknowledgement by another server proves nothing (SY8). */
  readonly heldBy: string;
}

export type ChunkName = Pick<ChunkRow, 'attemptId' | 'itemId' | 'at'>;

/**
 * Chunk storage of a device. It is separate from the ops, so that it never delays an answer. The device has only one replica, because the
 * journal has no space for photos (decision 027). Every method may reject with `StorageFault`; nothing was written then.
 */
export interface ChunkStore {
  /** Stores chunks and resolves when they are durable. */
  add(rows: readonly ChunkRow[]): Promise<void>;
  /** Lists the chunks of all attempts that this server is not known to hold, oldest first. */
  listUndelivered(serverEpoch: string | undefined): Promise<readonly ChunkName[]>;
  chunk(name: ChunkName): Promise<ChunkRow | undefined>;
  markReceived(name: ChunkName, serverEpoch: string): Promise<void>;
  /** Lists the chunks of an attempt on this device, and whether the server is known to hold them. */
  ofAttempt(attemptId: string): Promise<readonly (ChunkName & { readonly held: boolean })[]>;
  /** Deletes the chunks of a file that no op names, for example because its op could not be written. */
  drop(attemptId: string, itemId: string): Promise<void>;
}

export type ChunkUploadReply =
  | { readonly kind: 'ok'; readonly serverEpoch: string }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string };

export interface ChunkTransport {
  sendChunk(
    input: { readonly ticket: string; readonly itemId: string; readonly at: number; readonly sealed: string },
    signal: AbortSignal,
  ): Promise<ChunkUploadReply>;
}

/** Seals the chunks of a file with AES-256-GCM. The index of the chunk is authenticated. */
export interface ChunkCipher {
  newKey(): string;
  seal(key: string, at: number, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Rejects if the chunk has another index or key, or was altered. */
  open(key: string, at: number, sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Computes SHA-256 as base64url. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}
