import { rubricTypes } from '../../../../../sync/contract/bank/question-body.ts';
import { sectionType, variantNames } from '../../../../../sync/contract/codes.ts';
import type { PlanCheck, PlanCheckKind } from '../../../../../sync/contract/exams/exam-seating.ts';
import { hasDistinctTickets } from '../../../../../sync/contract/exams/ticket-pattern.ts';
import { computeStaffNeeded } from '../../../../../sync/domain/exams/staff-needed.ts';
import type { Message } from '../../../../http/handler.ts';
import { createPractisedReads } from '../../../bank/question/practised-reads.ts';
import { createQuestionReads } from '../../../bank/question/question-reads.ts';
import { createPaperReads, listVariantQuestionIds, type StoredPaper } from '../../../papers/paper/paper-reads.ts';
import { readExamineeFacts } from '../../../people/user/examinee-facts-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createExamStore, getPlanPaperId, type PlanTableRow } from '../plan/exam-store.ts';
import { createOverlapStore } from '../examinees/overlap-store.ts';
import { createOpenWorkStore } from '../results/open-work-store.ts';
import { readPlanSeating, computeTicketNumbers } from '../seating/plan-seating.ts';
import { countNeighbourPairs, countRelatedNeighbours } from '../seating/seat-arrangement.ts';
import { createSeatingStore } from '../seating/seating-store.ts';

const mostNames = 3;
/** Names the variants of a plan's paper; A alone while the paper is not assembled. */
export async function listPlanVariants(
  deps: Pick<ExamDeps, 'db'>,
  plan: Pick<PlanTableRow, 'paper_id' | 'school_id'>,
): Promise<readonly string[]> {
  const paper = await createPaperReads(deps.db).byId(plan.school_id, getPlanPaperId(plan));
  return variantNames.slice(0, Math.max(1, paper?.variants.length ?? 1));
}

/** Builds a function that tells whether two people have the same value of `of`, such as the variant of the paper. */
export const createSameValueTest =
  (of: (userId: number) => string | undefined) =>
  (one: number, other: number): boolean =>
    of(one) === of(other);

/** Tells whether a paper has questions that only people can mark. In a section that allows every type, the types of its questions decide. */
async function needsMarkers({ db }: Pick<ExamDeps, 'db'>, schoolId: number, paper: StoredPaper | undefined): Promise<boolean> {
  if (paper === undefined) return false;
  const types = new Set<number>(paper.sections.map((section) => section.type));
  if (types.has(sectionType.unlimited))
    for (const question of (await createQuestionReads(db).byIds(schoolId, listVariantQuestionIds(paper.variants))).values())
      types.add(question.type);
  return [...types].some((type) => rubricTypes.includes(type));
}

/** Reads the examinees, paper, rooms and staff of a plan, which several checks need. */
async function readPlanFacts(deps: ExamDeps, plan: PlanTableRow) {
  const { db } = deps;
  const people = await createExamStore(db).examinees([plan.id]);
  const ids = people.map((row) => row.user_id);
  const nameOf = new Map(people.map((row) => [row.user_id, row.name]));
  const paper = await createPaperReads(db).byId(plan.school_id, getPlanPaperId(plan));
  const variants = await listPlanVariants(deps, plan);
  const { rooms, occupiedSeats, seatOf } = await readPlanSeating(db, plan, ids, variants);
  const facts = await readExamineeFacts(db, deps.keys.personal, ids);
  const examinees = ids.flatMap((id) => facts.get(id) ?? []);
  const staff = await createSeatingStore(db).staff(plan.id);
  return { plan, ids, nameOf, paper, variants, rooms, taken: occupiedSeats, seatOf, examinees, staff, hasRooms: rooms.length > 0 };
}
type PlanFacts = Awaited<ReturnType<typeof readPlanFacts>>;

/** Adds the result of one check. `wrong`: state of the check if `count` is not 0. `names`: the persons or things that fail it. */
type AddCheck = (kind: PlanCheckKind, wrong: 'must' | 'hint', names: readonly string[], count?: number) => void;

async function checkPaper({ db }: ExamDeps, { plan, paper }: PlanFacts, nowMs: number, check: AddCheck): Promise<void> {
  check('paper', 'must', [], paper && listVariantQuestionIds(paper.variants).length > 0 ? 0 : 1);
  const open = await createOpenWorkStore(db).findOpenWork(plan, nowMs);
  const practised = await createPractisedReads(db).filterPractised(plan.school_id, open.likeIds);
  check('practised', 'hint', [...new Set(practised.map(({ category }) => category))], practised.length);
  check(
    'openTasks',
    'hint',
    open.tasks.map((task) => task.name),
  );
}

async function checkExaminees({ db }: ExamDeps, { plan, ids, examinees }: PlanFacts, nowMs: number, check: AddCheck): Promise<void> {
  check('examinees', 'must', [], ids.length === 0 ? 1 : 0);
  check('entryOver', 'must', [], plan.start_ms + plan.entry_limit_ms <= nowMs ? 1 : 0);
  const overlaps = await createOverlapStore(db).findOverlaps(plan);
  check('overlaps', 'hint', [...new Set(overlaps.map((row) => row.name))]);
  check(
    'photos',
    'hint',
    examinees.flatMap((one) => (one.photo === '' ? one.name : [])),
  );
  check(
    'idNumbers',
    'hint',
    examinees.flatMap((one) => (one.idNumber === '' || one.idCheck === 'wrong' ? one.name : [])),
  );
}

/** Checks that the plan's pattern gives every examinee a ticket number of their own. */
async function checkTicketNumbers({ db }: ExamDeps, facts: PlanFacts, nowMs: number, check: AddCheck): Promise<void> {
  const { plan, hasRooms, examinees, seatOf } = facts;
  check('ticketPattern', 'must', [], hasDistinctTickets(plan.ticket_pattern, hasRooms) ? 0 : 1);
  // A ticket number by room and seat exists only for an examinee who has a seat. The check `unseated` counts the others.
  const isBySeat = hasRooms && /\{(?:room|seat)\}/.test(plan.ticket_pattern);
  const all = [...computeTicketNumbers(plan, examinees, seatOf)];
  const tickets = new Map(isBySeat ? all.filter(([userId]) => seatOf.has(userId)) : all);
  const holders = new Map([...tickets].map(([userId, ticket]) => [ticket, userId]));
  const twice = [...tickets].filter(([userId, ticket]) => holders.get(ticket) !== userId).map(([, ticket]) => ticket);
  const ofOthers = await createSeatingStore(db).ticketsOfOthers(plan.school_id, plan.id, holders, nowMs);
  check('ticketTwice', 'must', [...new Set([...twice, ...ofOthers])]);
}

async function checkRooms({ db }: ExamDeps, facts: PlanFacts, check: AddCheck): Promise<void> {
  const { plan, ids, nameOf, variants, rooms, taken, seatOf, examinees } = facts;
  const roomNames = new Map(rooms.map((room) => [room.id, room.name]));
  const listNames = (userIds: Iterable<number>): string[] => [...new Set(userIds)].flatMap((id) => nameOf.get(id) ?? []);
  const seats = rooms.reduce((sum, room) => sum + room.seats.length, 0);
  check('capacity', 'must', [], Math.max(0, ids.length - seats));
  check('unseated', 'must', listNames(ids.filter((id) => !seatOf.has(id))));
  check(
    'roomTaken',
    'must',
    (await createSeatingStore(db).roomsTaken(plan)).flatMap((id) => roomNames.get(id) ?? []),
  );
  check(
    'roomClosed',
    'hint',
    rooms.flatMap((room) => (room.open ? [] : room.name)),
  );
  if (variants.length > 1)
    check(
      'sameVariant',
      'hint',
      [],
      countNeighbourPairs(
        rooms,
        taken,
        createSameValueTest((id) => seatOf.get(id)?.variant),
      ),
    );
  check('sameClass', 'hint', [], countRelatedNeighbours(rooms, examinees, taken));
}

async function checkStaff({ db }: ExamDeps, { plan, rooms, taken, seatOf, staff }: PlanFacts, check: AddCheck): Promise<void> {
  const store = createSeatingStore(db);
  const staffOf = Map.groupBy(staff, (one) => one.roomId);
  const peopleOf = Map.groupBy(taken, (seat) => seat.roomId);
  const short = rooms.filter(({ id }) => (staffOf.get(id)?.length ?? 0) < computeStaffNeeded(plan.part, peopleOf.get(id)?.length ?? 0));
  check(
    'staffShort',
    'hint',
    short.map((room) => room.name),
  );
  const namesWithTwoDuties = [...Map.groupBy(staff, (one) => one.userId).values()].flatMap((all) =>
    all.length > 1 ? (all[0]?.name ?? '') : [],
  );
  const elsewhere = new Set(await store.listBusyStaff(plan));
  check('staffTwice', 'hint', [
    ...new Set([...namesWithTwoDuties, ...staff.flatMap((one) => (elsewhere.has(one.userId) ? one.name : []))]),
  ]);
  const taught = Map.groupBy(await store.teachersOf(plan.id), (pair) => pair.userId);
  const relatedStaff = staff.filter(({ userId, roomId }) =>
    taught.get(userId)?.some((pair) => seatOf.get(pair.examineeId)?.roomId === roomId),
  );
  check('staffRelated', 'hint', [...new Set(relatedStaff.map((one) => one.name))]);
  check('staffUnconfirmed', 'hint', [...new Set(staff.flatMap((one) => (one.confirmedMs === null ? one.name : [])))]);
}

/** Runs every check before publishing and returns all results, good or not. A failed check of state `must` keeps the plan from being published. */
export async function runPlanChecks(deps: ExamDeps, plan: PlanTableRow): Promise<PlanCheck[]> {
  const nowMs = deps.clock.nowMs();
  const facts = await readPlanFacts(deps, plan);
  const checks: PlanCheck[] = [];
  const check: AddCheck = (kind, wrong, names, count = names.length) =>
    void checks.push({ kind, state: count === 0 ? 'good' : wrong, count, names: names.slice(0, mostNames) });
  await checkPaper(deps, facts, nowMs, check);
  await checkExaminees(deps, facts, nowMs, check);
  if (plan.ticket_pattern !== '') await checkTicketNumbers(deps, facts, nowMs, check);
  if (await needsMarkers(deps, plan.school_id, facts.paper))
    check('markers', 'hint', [], (await createSeatingStore(deps.db).groupIds(plan.id)).length === 0 ? 1 : 0);
  if (!facts.hasRooms) return checks;
  await checkRooms(deps, facts, check);
  await checkStaff(deps, facts, check);
  return checks;
}

/** Finds invalid times of a plan, field by field. */
export function listTimeErrors(times: {
  readonly durationMs: number;
  readonly entryLimitMs: number;
  readonly earliestHandInMs: number;
}): { path: string; message: Message }[] {
  const faults = [];
  if (times.entryLimitMs > times.durationMs) faults.push({ path: 'entryLimitMs', message: messages.entryLimitTooLong() });
  if (times.earliestHandInMs > times.durationMs) faults.push({ path: 'earliestHandInMs', message: messages.handInTooLate() });
  return faults;
}
