import { createHmac, createPublicKey, sign, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import { base64url, id, uuid } from '../../sync/contract/scalars.ts';
import { pskId } from '../../sync/seal/canonical.ts';
import type { ServerKeys } from './server-keys.ts';

const ticketFields = z.object({
  attemptId: uuid,
  epoch: z.int().min(1),
  actor: id,
  schoolId: id,
  keyId: z.string().max(40),
  /** An invigilator's, for the log of a room. */
  room: z.literal(true).optional(),
  /** Given ahead for a spare PC (SY15): its epoch begins with the first stream that comes. */
  spare: z.literal(true).optional(),
});
/** Who may append to what (SY11). Good for nothing else, needs no row, never expires. */
export type UploadTicket = z.output<typeof ticketFields>;

type TicketKeys = Pick<ServerKeys, 'keyId' | 'ticketSecret' | 'ticketSigning'>;

const macOf = (keys: Pick<TicketKeys, 'ticketSecret'>, signed: string): Buffer =>
  createHmac('sha256', keys.ticketSecret).update(`wenkao ticket 1\n${signed}`).digest();
const signedBytes = (body: string): Buffer => Buffer.from(`wenkao relayed ticket 1\n${body}`);
const fieldsIn = (body: string): UploadTicket | undefined => {
  try {
    return ticketFields.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

/** "fields.signature.mac": relays check the signature, with a public key; the server checks the mac, which is cheaper. */
export function mintTicket(keys: TicketKeys, fields: Omit<UploadTicket, 'keyId'>): string {
  const { attemptId, epoch, actor, schoolId, spare, room } = fields;
  const body = Buffer.from(JSON.stringify({ attemptId, epoch, actor, schoolId, keyId: keys.keyId, spare, room })).toString('base64url');
  const signed = `${body}.${sign(null, signedBytes(body), keys.ticketSigning).toString('base64url')}`;
  return `${signed}.${macOf(keys, signed).toString('base64url')}`;
}

/** Undefined: not signed by this server. */
export function verifyTicket(keys: TicketKeys, ticket: string): UploadTicket | undefined {
  // Tickets of older versions have no signature between fields and mac.
  const dot = ticket.lastIndexOf('.');
  if (dot < 0) return undefined;
  const signed = ticket.slice(0, dot);
  const given = Buffer.from(ticket.slice(dot + 1), 'base64url');
  const expected = macOf(keys, signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return fieldsIn(signed.split('.')[0] ?? '');
}

/** Public key under which a relay checks tickets. `publicKey`: raw Ed25519, base64url. */
export const relayKey = z.object({ keyId: z.string().max(40), publicKey: base64url.length(43) });
export type RelayKey = z.output<typeof relayKey>;

export const relayKeyOf = (keys: Pick<TicketKeys, 'keyId' | 'ticketSigning'>): RelayKey => ({
  keyId: keys.keyId,
  publicKey: createPublicKey(keys.ticketSigning).export({ format: 'jwk' }).x ?? '',
});

/** Reads a ticket that was signed under this public key. Undefined: it was not, or it is of a version without a signature. */
export function verifyRelayedTicket({ publicKey }: RelayKey, ticket: string): UploadTicket | undefined {
  const [body = '', signature = ''] = ticket.split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, signedBytes(body), key, Buffer.from(signature, 'base64url')) ? fieldsIn(body) : undefined;
}

/** Verifies each ticket once: a device sends the same text with every push. */
export class TicketChecker {
  readonly #verify: (ticket: string) => UploadTicket | undefined;
  readonly #limit: number;
  readonly #known = new Map<string, UploadTicket>();
  /** `keys`: those of a server, or another way to verify a ticket. */
  constructor(keys: TicketKeys | ((ticket: string) => UploadTicket | undefined), limit = 20_000) {
    this.#verify = typeof keys === 'function' ? keys : (ticket) => verifyTicket(keys, ticket);
    this.#limit = limit;
  }

  check(ticket: string): UploadTicket | undefined {
    const known = this.#known.get(ticket);
    if (known) return known;
    const verified = this.#verify(ticket);
    if (!verified) return undefined;
    if (this.#known.size >= this.#limit) this.#known.delete(this.#known.keys().next().value ?? '');
    this.#known.set(ticket, verified);
    return verified;
  }
}

/** The pre-shared key of a sitting, 32 bytes: derived, so that a restored server still knows it (SY11). */
export function sittingKey(keys: Pick<ServerKeys, 'sittingSecret'>, seat: { attemptId: string; epoch: number; actor: number }): Buffer {
  const name = pskId(seat.attemptId, seat.epoch, seat.actor);
  return createHmac('sha256', keys.sittingSecret).update(`wenkao sitting 1\n${name}`).digest();
}

/** The key of a room in a plan, of which those of its seats are derived (SY15). */
export const roomKeyOf = (keys: Pick<ServerKeys, 'sittingSecret'>, planId: number, roomId: number): string =>
  createHmac('sha256', keys.sittingSecret).update(`wenkao room 1\n${planId}/${roomId}`).digest('base64url');
