import { createHmac, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import { base64url, id, uuid } from '../../../sync/contract/scalars.ts';
import { formatPskId } from '../../../sync/crypto/canonical.ts';
import type { ServerKeys } from './server-keys.ts';

const ticketFields = z.object({
  attemptId: uuid,
  epoch: z.int().min(1),
  actor: id,
  schoolId: id,
  keyId: z.string().max(40),
  /** True for an invigilator's token, valid for the log of a room. */
  room: z.literal(true).optional(),
  /**
   * True if the token was issued in advance for a spare PC, which may replace another PC (SY15). Its epoch begins when the first stream under this
   * token arrives.
   */
  spare: z.literal(true).optional(),
});
/** Content of an upload token: the right to append to one attempt (SY11). It permits nothing else, needs no database row and never expires. */
export type UploadToken = z.output<typeof ticketFields>;

type TicketKeys = Pick<ServerKeys, 'keyId' | 'ticketSecret' | 'ticketSigning'>;

const computeMac = (keys: Pick<TicketKeys, 'ticketSecret'>, signed: string): Buffer =>
  createHmac('sha256', keys.ticketSecret).update(`wenkao ticket 1\n${signed}`).digest();
const encodeSignedBody = (body: string): Buffer => Buffer.from(`wenkao relayed ticket 1\n${body}`);
const parseTicketBody = (body: string): UploadToken | undefined => {
  try {
    return ticketFields.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

/** Builds an upload token "fields.signature.mac". Relays check the signature with a public key; the server checks the MAC, which is cheaper. */
export function issueUploadToken(keys: TicketKeys, fields: Omit<UploadToken, 'keyId'>): string {
  const { attemptId, epoch, actor, schoolId, spare, room } = fields;
  const body = Buffer.from(JSON.stringify({ attemptId, epoch, actor, schoolId, keyId: keys.keyId, spare, room })).toString('base64url');
  const signedText = `${body}.${sign(null, encodeSignedBody(body), keys.ticketSigning).toString('base64url')}`;
  return `${signedText}.${computeMac(keys, signedText).toString('base64url')}`;
}

/** Verifies an upload token. Returns undefined if this server did not issue it. */
export function verifyUploadToken(keys: TicketKeys, ticket: string): UploadToken | undefined {
  // Tokens of older versions have no signature between fields and MAC.
  const dot = ticket.lastIndexOf('.');
  if (dot < 0) return undefined;
  const signedText = ticket.slice(0, dot);
  const receivedMac = Buffer.from(ticket.slice(dot + 1), 'base64url');
  const expectedMac = computeMac(keys, signedText);
  if (receivedMac.length !== expectedMac.length || !timingSafeEqual(receivedMac, expectedMac)) return undefined;
  return parseTicketBody(signedText.split('.')[0] ?? '');
}

/** Public key with which a relay checks upload tokens. `publicKey`: raw Ed25519, base64url. */
export const relayKey = z.object({ keyId: z.string().max(40), publicKey: base64url.length(43) });
export type RelayKey = z.output<typeof relayKey>;

/** Returns the public key that relays need to check upload tokens. */
export const getRelayKey = (keys: Pick<TicketKeys, 'keyId' | 'ticketSigning'>): RelayKey => ({
  keyId: keys.keyId,
  publicKey: createPublicKey(keys.ticketSigning).export({ format: 'jwk' }).x ?? '',
});

/** Verifies a token by its signature. Returns undefined if the signature is invalid, or missing as in older versions. */
export function verifyRelayedToken({ publicKey }: RelayKey, ticket: string): UploadToken | undefined {
  const [body = '', signature = ''] = ticket.split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, encodeSignedBody(body), key, Buffer.from(signature, 'base64url')) ? parseTicketBody(body) : undefined;
}

/** Caches verified tokens, because a device sends the same text with every push. */
export class UploadTokenChecker {
  readonly #verify: (ticket: string) => UploadToken | undefined;
  readonly #limit: number;
  readonly #known = new Map<string, UploadToken>();
  /** `keys`: keys of a server, or a function that verifies a token. */
  constructor(keys: TicketKeys | ((ticket: string) => UploadToken | undefined), limit = 20_000) {
    this.#verify = typeof keys === 'function' ? keys : (ticket) => verifyUploadToken(keys, ticket);
    this.#limit = limit;
  }

  check(ticket: string): UploadToken | undefined {
    const cachedToken = this.#known.get(ticket);
    if (cachedToken) return cachedToken;
    const verified = this.#verify(ticket);
    if (!verified) return undefined;
    if (this.#known.size >= this.#limit) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(ticket, verified);
    return verified;
  }
}

/** Derives the pre-shared key of a sitting (one user on one PC of an attempt), 32 bytes. A restored server derives the same key (SY11). */
export function deriveSittingKey(
  keys: Pick<ServerKeys, 'sittingSecret'>,
  seat: { attemptId: string; epoch: number; actor: number },
): Buffer {
  const name = formatPskId(seat.attemptId, seat.epoch, seat.actor);
  return createHmac('sha256', keys.sittingSecret).update(`wenkao sitting 1\n${name}`).digest();
}

/** Derives the key of a room in a plan. The keys of its seats are derived from it (SY15). */
export const deriveRoomKey = (keys: Pick<ServerKeys, 'sittingSecret'>, planId: number, roomId: number): string =>
  createHmac('sha256', keys.sittingSecret).update(`wenkao room 1\n${planId}/${roomId}`).digest('base64url');
