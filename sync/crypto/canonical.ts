/**
 * Header of an op. This file defines the bytes that are sealed and hashed; browser and server produce the same ones (SY2).
 * - `header`: JSON array of the header's fields in the order below.
 * - `sealed`: base64url( nonce(12, random) ‖ AES-256-GCM(sealKey, payload JSON, additional data = header) ).
 * - `genesis`: base64url( HMAC-SHA-256(chainKey, "wenkao genesis 1\n" + streamId) ).
 * - `hash`: base64url( HMAC-SHA-256(chainKey, prevHash + "\n" + header + "\n" + sealed) ).
 * - `sealKey`, `chainKey`: HKDF-SHA-256(stream secret, salt = streamId, info = the texts below), 32 bytes each.
 * Nonces are random and not counters: a rewound disk may write a second op with the same seq.
 */
export interface CanonicalHeader {
  readonly streamId: string;
  readonly seq: number;
  readonly lamport: number;
  readonly type: string;
  readonly attemptId: string;
  readonly epoch: number;
  readonly actor: number;
  readonly basisCursor: number;
  readonly wallMs: number;
  readonly monoMs: number;
  readonly documentId: string;
}

export const sealKeyInfo = 'wenkao seal 1';
export const chainKeyInfo = 'wenkao chain 1';
/**
 * `info` of HPKE when a stream's secret is wrapped. The pre-shared key is the sitting key, its id comes from `formatPskId`. Suite: DHKEM(P-256,
 * HKDF-SHA256), HKDF-SHA256, AES-256-GCM.
 */
export const hpkeInfo = 'wenkao stream 1';
export const streamSecretBytes = 32;
export const sealNonceBytes = 12;

/** Returns the id of HPKE's pre-shared key: it binds a stream's secret to one sitting. */
export const formatPskId = (attemptId: string, epoch: number, actor: number): string => `${attemptId}/${epoch}/${actor}`;

/** Returns HPKE's additional data: the stream to which a secret belongs. */
export const formatStreamBinding = (streamId: string, documentId: string): string => `${streamId}/${documentId}`;

/** Serialises a header. The order of the fields is part of the format and must not change. */
export function serialiseHeader(h: CanonicalHeader): string {
  return JSON.stringify([
    h.streamId,
    h.seq,
    h.lamport,
    h.type,
    h.attemptId,
    h.epoch,
    h.actor,
    h.basisCursor,
    h.wallMs,
    h.monoMs,
    h.documentId,
  ]);
}

/** Returns the text whose keyed hash starts a stream's chain. */
export const formatGenesisText = (streamId: string): string => `wenkao genesis 1\n${streamId}`;

/** Returns the text whose keyed hash is the hash of an op. */
export const formatChainText = (prevHash: string, header: string, sealed: string): string => `${prevHash}\n${header}\n${sealed}`;

/**
 * Returns the text of a manifest whose digest (SHA-256, base64url) a hand-in carries: the chain hash at each listed seq, sorted by
 * stream (SY14).
 */
export function formatManifestText(entries: readonly { streamId: string; seq: number; hash: string }[]): string {
  return entries
    .map((e) => `${e.streamId}:${e.seq}:${e.hash}`)
    .toSorted()
    .join('\n');
}

/** Returns the additional data of a sealed paper (SY17). */
export const formatPackageBinding = (planId: number, variant: string, version: number): string =>
  `wenkao paper 1\n${planId}\n${variant}\n${version}`;
