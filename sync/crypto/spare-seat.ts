import { type SpareSeatContent, spareSeatContent, type SealedSeat } from '../contract/exams/spare.ts';
import { fromBase64url, randomBytes, toBase64url, encodeUtf8, decodeUtf8 } from './bytes.ts';
import { openWithGcm, sealWithGcm } from './gcm.ts';
import { encodeCodeLetters, isCodeText, normaliseCode } from './typed-code.ts';
import { derivePasswordKey } from './vault-key.ts';

// The data of a seat, stored on a spare PC for an examinee who has to leave their own PC while the network is down (SY15). They are sealed
// under a code of ten characters, which the invigilator reads out. They allow writing to this attempt only; the paper stays sealed under the
// room's release code.
const codeChars = 10;
/**
 * Fewer PBKDF2 rounds than for a paper, because all seats of a room are sealed at once. A search of 50 bits takes longer than any exam,
 * and the code opens no paper.
 */
const rounds = 100_000;
const saltBytes = 16;

/** Formats a spare code (opens an examinee's seat on a spare PC) from at least ten random bytes, in two groups: "7K3M0-QXZB9". */
export function formatSpareCode(bytes: Uint8Array): string {
  if (bytes.length < codeChars) throw new RangeError('too few bytes for a code');
  return encodeCodeLetters(bytes.subarray(0, codeChars)).replace(/(.{5})(?=.)/g, '$1-');
}

/** Normalises a spare code as typed. Returns undefined if the text cannot be a spare code. */
export function normaliseSpareCode(typed: string): string | undefined {
  const code = normaliseCode(typed);
  return code.length === codeChars && isCodeText(code) ? code : undefined;
}

const formatBinding = ({ planId, ticketNo, seatLabel, epoch }: Pick<SealedSeat, 'planId' | 'ticketNo' | 'seatLabel' | 'epoch'>): string =>
  `wenkao spare 1\n${planId}/${epoch}/${ticketNo}/${seatLabel}`;

/** Encrypts the data of a seat under its spare code. Throws a RangeError for a malformed code. */
export async function sealSpareSeat(code: string, seat: SpareSeatContent): Promise<SealedSeat> {
  const normal = normaliseSpareCode(code);
  if (normal === undefined) throw new RangeError('not a spare code');
  const { planId, ticketNo, seatLabel } = seat.notice;
  const name = { planId, ticketNo, seatLabel, epoch: seat.grant.epoch };
  const salt = randomBytes(saltBytes);
  const key = await derivePasswordKey(normal, salt, rounds, ['encrypt']);
  const sealed = await sealWithGcm(key, encodeUtf8(JSON.stringify(spareSeatContent.parse(seat))), formatBinding(name));
  return { ...name, salt: toBase64url(salt), rounds, sealed };
}

/** Opens the data of a seat. Returns undefined if the code is malformed or for another seat, or if the data were altered. */
export async function openSpareSeat(sealed: SealedSeat, typed: string): Promise<SpareSeatContent | undefined> {
  const code = normaliseSpareCode(typed);
  if (code === undefined) return undefined;
  const key = await derivePasswordKey(code, fromBase64url(sealed.salt), sealed.rounds, ['decrypt']);
  return openWithGcm(key, sealed.sealed, formatBinding(sealed)).then(
    (bytes) => spareSeatContent.parse(JSON.parse(decodeUtf8(bytes))),
    () => undefined,
  );
}
