import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { id, uuid } from '../../sync/contract/scalars.ts';
import { pskId } from '../../sync/seal/canonical.ts';
import type { ServerKeys } from './server-keys.ts';

const ticketFields = z.object({
  attemptId: uuid,
  epoch: z.int().min(1),
  actor: id,
  schoolId: id,
  keyId: z.string().max(40),
  /** Given ahead for a spare PC (SY15): its epoch begins with the first stream that comes. */
  spare: z.literal(true).optional(),
});
/** Who may append to what (SY11). Good for nothing else, needs no row, never expires. */
export type UploadTicket = z.output<typeof ticketFields>;

type TicketKeys = Pick<ServerKeys, 'keyId' | 'ticketSecret'>;

const signatureOf = (keys: TicketKeys, body: string): Buffer =>
  createHmac('sha256', keys.ticketSecret).update(`wenkao ticket 1\n${body}`).digest();

export function mintTicket(keys: TicketKeys, fields: Omit<UploadTicket, 'keyId'>): string {
  const { attemptId, epoch, actor, schoolId, spare } = fields;
  const body = Buffer.from(JSON.stringify({ attemptId, epoch, actor, schoolId, keyId: keys.keyId, spare })).toString('base64url');
  return `${body}.${signatureOf(keys, body).toString('base64url')}`;
}

/** Undefined: not signed by this server. */
export function verifyTicket(keys: TicketKeys, ticket: string): UploadTicket | undefined {
  const dot = ticket.indexOf('.');
  if (dot < 0) return undefined;
  const body = ticket.slice(0, dot);
  const given = Buffer.from(ticket.slice(dot + 1), 'base64url');
  const expected = signatureOf(keys, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const parsed = ticketFields.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
  return parsed.success ? parsed.data : undefined;
}

/** Verifies each ticket once: a device sends the same text with every push. */
export class TicketChecker {
  readonly #keys: TicketKeys;
  readonly #limit: number;
  readonly #known = new Map<string, UploadTicket>();
  constructor(keys: TicketKeys, limit = 20_000) {
    this.#keys = keys;
    this.#limit = limit;
  }

  check(ticket: string): UploadTicket | undefined {
    const known = this.#known.get(ticket);
    if (known) return known;
    const verified = verifyTicket(this.#keys, ticket);
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
