import { fromBase64url, toBase64url, encodeUtf8, type Bytes } from './bytes.ts';
import { decodeCodeLetter, encodeCodeLetters, normaliseCode } from './typed-code.ts';

// Codes for more time on a PC without a network (SY15): ten characters, read aloud and typed. A code contains an HMAC under the seat's
// key, which the room's tablet derives and the PC received when the examinee took the seat. An examinee can read this key on their own PC.
// Therefore a code changes only the clock of this PC. The extension counts only through the tablet's own op with the same incident id.
const chars = 10;
/** Number of characters that encode the grant (minutes and number). The other eight characters (40 bits) are its HMAC. */
const saidChars = 2;

export interface SeatGrant {
  /** Extra time in minutes, 1 to 63. */
  readonly minutes: number;
  /** Number that distinguishes the grants of more time at one seat, 0 to 15. */
  readonly no: number;
}

async function computeHmac(key: Bytes, text: string): Promise<Bytes> {
  const signing = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', signing, encodeUtf8(text)));
}

/** Derives the key of a seat from the key of its room; both base64url. */
export const deriveSeatKey = async (roomKey: string, attemptId: string): Promise<string> =>
  toBase64url(await computeHmac(fromBase64url(roomKey), `wenkao seat 1\n${attemptId}`));

const formatGrant = ({ minutes, no }: SeatGrant): string => `${minutes}/${no}`;

async function computeProof(seatKey: string, grant: SeatGrant): Promise<string> {
  const bytes = await computeHmac(fromBase64url(seatKey), `wenkao extend 1\n${formatGrant(grant)}`);
  return encodeCodeLetters(bytes.subarray(0, chars - saidChars));
}

/** Formats the code that grants more time at a seat, such as "0M4K7-9QXZB". */
export async function formatGrantCode(seatKey: string, grant: SeatGrant): Promise<string> {
  const bits = (grant.minutes << 4) | grant.no;
  const code = encodeCodeLetters([bits >> 5, bits]) + (await computeProof(seatKey, grant));
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

/** Derives the incident id of a grant of more time. PC and tablet derive the same UUID, so that the extension counts once. */
export async function deriveGrantIncidentId(seatKey: string, grant: SeatGrant): Promise<string> {
  const bytes = (await computeHmac(fromBase64url(seatKey), `wenkao incident 1\n${formatGrant(grant)}`)).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Decodes a typed code for more time. It accepts any case, spaces, dashes and full-width characters, reads O as 0, and I and L as 1. Returns
 * undefined if the code is malformed or for another seat.
 */
export async function openGrant(seatKey: string, typed: string): Promise<SeatGrant | undefined> {
  const code = normaliseCode(typed);
  if (code.length !== chars) return undefined;
  const [high, low] = [decodeCodeLetter(code.charAt(0)), decodeCodeLetter(code.charAt(1))];
  if (high < 0 || low < 0) return undefined;
  const bits = (high << 5) | low;
  const grant = { minutes: bits >> 4, no: bits & 15 };
  return grant.minutes > 0 && (await computeProof(seatKey, grant)) === code.slice(saidChars) ? grant : undefined;
}
