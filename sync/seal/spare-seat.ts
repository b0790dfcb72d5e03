import { type SpareSeat, spareSeat, type SealedSeat } from '../contract/spare.ts';
import { fromBase64url, randomBytes, toBase64url, utf8, utf8Text } from './bytes.ts';
import { gcmOpen, gcmSeal } from './gcm.ts';
import { codeLetters, isCode, meantCode } from './release-code.ts';
import { passwordKey } from './vault-key.ts';

/**
 * SY15: a seat that lies ready on a spare PC, for who has to leave their own with no network: sealed under ten characters that the invigilator
 * gives. It lets write in this attempt and nothing else; the paper stays sealed under the room's release code.
 */
const codeChars = 10;
/** Fewer than for a paper: a room's worth is sealed at once, and 50 bits that open no paper are far beyond anybody within an exam. */
const rounds = 100_000;
const saltBytes = 16;

/** Ten characters of at least as many bytes, in two groups: "7K3M0-QXZB9". */
export function spareCodeOf(bytes: Uint8Array): string {
  if (bytes.length < codeChars) throw new RangeError('too few bytes for a code');
  return codeLetters(bytes.subarray(0, codeChars)).replace(/(.{5})(?=.)/g, '$1-');
}

/** Undefined: no such code. */
export function normaliseSpareCode(typed: string): string | undefined {
  const code = meantCode(typed);
  return code.length === codeChars && isCode(code) ? code : undefined;
}

const binding = ({ planId, ticketNo, seatLabel, epoch }: Pick<SealedSeat, 'planId' | 'ticketNo' | 'seatLabel' | 'epoch'>): string =>
  `wenkao spare 1\n${planId}/${epoch}/${ticketNo}/${seatLabel}`;

export async function sealSpareSeat(code: string, seat: SpareSeat): Promise<SealedSeat> {
  const normal = normaliseSpareCode(code);
  if (normal === undefined) throw new RangeError('not a spare code');
  const { planId, ticketNo, seatLabel } = seat.notice;
  const name = { planId, ticketNo, seatLabel, epoch: seat.grant.epoch };
  const salt = randomBytes(saltBytes);
  const key = await passwordKey(normal, salt, rounds, ['encrypt']);
  const sealed = await gcmSeal(key, utf8(JSON.stringify(spareSeat.parse(seat))), binding(name));
  return { ...name, salt: toBase64url(salt), rounds, sealed };
}

/** Undefined: no code, not this seat's, or altered. */
export async function openSpareSeat(sealed: SealedSeat, typed: string): Promise<SpareSeat | undefined> {
  const code = normaliseSpareCode(typed);
  if (code === undefined) return undefined;
  const key = await passwordKey(code, fromBase64url(sealed.salt), sealed.rounds, ['decrypt']);
  return gcmOpen(key, sealed.sealed, binding(sealed)).then(
    (bytes) => spareSeat.parse(JSON.parse(utf8Text(bytes))),
    () => undefined,
  );
}
