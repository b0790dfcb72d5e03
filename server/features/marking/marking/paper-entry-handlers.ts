import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Caller, type Handlers, refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { type MarkedPlan, createMarkerDutyStore } from './marker-duty-store.ts';
import { markingMessages as messages } from './marking-messages.ts';
import { toCents, type MarkingDeps, toPoints } from './marking-reads.ts';
import { type PaperEntry, createPaperEntryStore, combineEntries } from './paper-entry-store.ts';

type EntryCalls = Pick<Handlers<'marking'>, 'getPaperPlans' | 'getEntries' | 'enter'>;

/**
 * Creates the calls to enter points of a written exam by ticket number. Two people enter every paper, and neither sees the other's entry before both
 * are made.
 */
export function createPaperEntryHandlers(deps: MarkingDeps): EntryCalls {
  const { db, clock } = deps;
  const duties = createMarkerDutyStore(db);
  const store = createPaperEntryStore(db);
  const presentEntries = (plan: MarkedPlan, ticketNo: string, entries: readonly PaperEntry[], caller: Caller) => {
    const { settled } = combineEntries(entries);
    const rounds = entries.filter((entry) => entry.round < 3);
    const ownEntry = rounds.find((entry) => entry.by === caller.userId);
    // Double entry is only useful while neither person knows the other's entry.
    const showsBoth = rounds.length === 2 && (ownEntry !== undefined || plan.leads);
    const pointsOfEntry = (entry: PaperEntry) => ({ points: entry.cent === null ? null : toPoints(entry.cent) });
    return {
      ticketNo,
      state: settled
        ? ('settled' as const)
        : rounds.length === 2
          ? ('differs' as const)
          : rounds.length === 1
            ? ('once' as const)
            : ('none' as const),
      mine: ownEntry ? pointsOfEntry(ownEntry) : null,
      both: showsBoth ? rounds.map(pointsOfEntry) : [],
      settled: settled && (showsBoth || plan.leads) ? { points: settled.cent === null ? null : toPoints(settled.cent) } : null,
      mayEnter: plan.released_ms === null && (ownEntry !== undefined || rounds.length < 2),
    };
  };

  return {
    async getPaperPlans(_input, { caller }) {
      const items = [];
      for (const plan of await duties.plans(caller)) {
        if (plan.start_ms > clock.nowMs()) continue;
        const entries = await store.ofPlan(plan.id);
        const results = [...entries.values()].map(combineEntries);
        items.push({
          planId: plan.id,
          name: plan.name,
          startMs: plan.start_ms,
          released: plan.released_ms !== null,
          leads: plan.leads,
          people: await duties.headCount(plan.id),
          settled: results.filter((result) => result.settled).length,
          differ: results.filter((result) => !result.settled && result.entries.length >= 2).length,
        });
      }
      return { items };
    },

    async getEntries({ planId }, { caller }) {
      const plan = await duties.openPlan(caller, planId);
      const entries = await store.ofPlan(planId);
      const tickets = await duties.tickets(planId);
      const conflicts = await duties.conflictsOf(caller.userId, planId);
      return {
        name: plan.name,
        released: plan.released_ms !== null,
        leads: plan.leads,
        totalPoints: await duties.totalPoints(planId),
        rows: tickets.flatMap(({ ticketNo, userId }) =>
          conflicts.has(userId) ? [] : presentEntries(plan, ticketNo, entries.get(userId) ?? [], caller),
        ),
      };
    },

    enter: ({ planId, rows, decide }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const plan = await duties.openPlan(caller, planId);
        if (plan.released_ms !== null) refuse('refused', messages.released());
        if (plan.start_ms > clock.nowMs()) refuse('refused', messages.notBegun());
        if (decide && !plan.leads) refuse('refused', messages.notLeader());
        const entries = await store.ofPlan(planId);
        const byTicket = Map.groupBy(await duties.tickets(planId), (each) => each.ticketNo);
        const conflicts = await duties.conflictsOf(caller.userId, planId);
        const maxPoints = await duties.totalPoints(planId);
        const faults: { path: string; message: ReturnType<typeof messages.notFound> }[] = [];
        const seenTickets = new Set<string>();
        const newEntries = rows.flatMap(({ ticketNo, points }, at): PaperEntry[] => {
          const addFault = (field: 'ticketNo' | 'points', message: ReturnType<typeof messages.notFound>): PaperEntry[] => {
            faults.push({ path: `rows.${at}.${field}`, message });
            return [];
          };
          const [person, twin] = byTicket.get(ticketNo) ?? [];
          if (seenTickets.has(ticketNo)) return addFault('ticketNo', messages.ticketTwice(ticketNo));
          seenTickets.add(ticketNo);
          if (person === undefined || twin !== undefined) return addFault('ticketNo', messages.ticketUnknown(ticketNo));
          if (conflicts.has(person.userId)) return addFault('ticketNo', messages.related(ticketNo));
          if (points !== null && points > maxPoints) return addFault('points', messages.pointsTooMany(maxPoints));
          const rounds = (entries.get(person.userId) ?? []).filter((entry) => entry.round < 3);
          const entry = { userId: person.userId, cent: points === null ? null : toCents(points), by: caller.userId };
          if (decide) return rounds.length === 2 ? [{ ...entry, round: 3 }] : addFault('ticketNo', messages.notTwiceYet(ticketNo));
          const ownEntry = rounds.find((each) => each.by === caller.userId);
          const freeRound = [1, 2].find((round) => !rounds.some((each) => each.round === round));
          const round = ownEntry?.round ?? freeRound;
          return round === undefined ? addFault('ticketNo', messages.enteredTwice(ticketNo)) : [{ ...entry, round }];
        });
        // All rows are valid, or none is written.
        const [first] = faults;
        if (first) refuse('invalid', first.message, { fields: faults.slice(0, 200) });
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          await createPaperEntryStore(tx).write(planId, newEntries, clock.nowMs());
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            name: plan.name,
            before: { entries: rows.map(({ ticketNo }) => ({ ticketNo })) },
            after: { entries: rows, decided: decide },
          });
          const entriesNow = await createPaperEntryStore(tx).ofPlan(planId);
          const results = newEntries.map(({ userId }) => combineEntries(entriesNow.get(userId) ?? []));
          return {
            entered: newEntries.length,
            settled: results.filter((result) => result.settled).length,
            differ: results.filter((result) => !result.settled && result.entries.length >= 2).length,
          };
        });
      }),
  };
}
