/** One sealed piece of a file on an answer, as this device keeps it until the server has it, and after. */
export interface PieceRow {
  readonly attemptId: string;
  /** The answer's name: "7/3fa9c1d2". */
  readonly itemId: string;
  /** From 0. */
  readonly at: number;
  readonly hash: string;
  /** What it may be sent with, whoever is signed in (SY7a). */
  readonly ticket: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
  /** The server that said it holds it; '' while none did. Another server's word proves nothing (SY8). */
  readonly heldBy: string;
}

export type PieceName = Pick<PieceRow, 'attemptId' | 'itemId' | 'at'>;

/**
 * Where a device keeps the pieces: apart from the ops, so that nothing an answer waits for gets longer. One copy only: a journal has no
 * room for photos (decision 61). Every method may reject with `StorageFault`; nothing of it was written then.
 */
export interface PieceStore {
  /** Durable when it resolves. */
  add(rows: readonly PieceRow[]): Promise<void>;
  /** Of any attempt: names of what this server is not known to hold, the oldest first. */
  waiting(serverEpoch: string | undefined): Promise<readonly PieceName[]>;
  piece(name: PieceName): Promise<PieceRow | undefined>;
  held(name: PieceName, serverEpoch: string): Promise<void>;
  /** Of one attempt: which pieces are here, and whether the server is known to hold them. */
  ofAttempt(attemptId: string): Promise<readonly (PieceName & { readonly held: boolean })[]>;
  /** A file that no op names any more, or whose op could not be written. */
  drop(attemptId: string, itemId: string): Promise<void>;
}

export type PieceAnswer =
  | { readonly kind: 'ok'; readonly serverEpoch: string }
  | { readonly kind: 'refused'; readonly code: number; readonly msg: string };

export interface PieceTransport {
  piece(
    input: { readonly ticket: string; readonly itemId: string; readonly at: number; readonly sealed: string },
    signal: AbortSignal,
  ): Promise<PieceAnswer>;
}

/** What seals a file's pieces: AES-256-GCM, the piece's number is bound to it. */
export interface PieceCipher {
  newKey(): string;
  seal(key: string, at: number, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** Rejects where it is another piece, another key, or altered. */
  open(key: string, at: number, sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /** SHA-256, base64url. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
}
