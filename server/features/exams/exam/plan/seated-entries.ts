import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../../../../db/schema.ts';
import { type ExamineeEntry, firstVariant } from './examinee-store.ts';
import { readPlanSeating, computeTicketNumbers } from '../seating/plan-seating.ts';
import type { Publication } from './publication-store.ts';

type PlanRow = Selectable<Database['exam_plan']>;

/** Builds the examinees of a plan that is being published, with seat, variant and ticket number; undefined if one has no seat in the plan's rooms. */
export async function buildSeatedEntries(
  tx: Transaction<Database>,
  plan: PlanRow,
  variants: readonly string[],
  attempts: Publication['attempts'],
): Promise<(ExamineeEntry & { readonly variant: string })[] | undefined> {
  const people = attempts.map(({ user }) => ({ userId: user.id, ownTicketNo: user.ticketNo }));
  const { rooms, seatOf } = await readPlanSeating(
    tx,
    plan,
    people.map((person) => person.userId),
    variants,
  );
  if (rooms.length > 0 && seatOf.size < people.length) return undefined;
  const tickets = computeTicketNumbers(plan, people, seatOf);
  return attempts.map(({ user, attemptId }, at) => {
    const seat = seatOf.get(user.id);
    return {
      user,
      attemptId,
      ticketNo: tickets.get(user.id) ?? user.ticketNo,
      seatLabel: seat?.label ?? '',
      // Without rooms variants alternate by the order of the list, so that neighbours have different papers.
      variant: seat?.variant ?? variants[at % variants.length] ?? firstVariant,
    };
  });
}
