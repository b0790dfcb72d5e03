import type { CallInput } from '../../../../sync/contract/call.ts';
import type { cardCalls } from '../../../../sync/contract/marking/card.ts';
import type { PlacedRow } from '../../../../sync/domain/answer-card/card-layout.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import { type Caller, type Handlers, type Message, refuse, refuseField } from '../../../http/handler.ts';
import { accountLimits } from '../../../limits.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createMarkerDutyStore, type MarkedPlan } from '../marking/marking-reads.ts';
import { readEnteredUsers } from '../marking/paper-entry-writes.ts';
import { enterCards, enterCompleteCards, withdrawEntry } from './card-entry.ts';
import { type CardDeps, registerCardJob } from './card-job.ts';
import { cardMessages as messages } from './card-messages.ts';
import { type CardPlan, loadCardPlan } from './card-plan.ts';
import { createCardScanStore, type StoredScan } from './scans/card-scan-store.ts';
import { collateScans, getScannedPage, type ScannedCard, listTwins, type ScanDecision, type ScannedRow } from './scans/collate-scans.ts';
import { mostScanPixels } from './decode-picture.ts';
import { readWrittenParts } from './written-part-reads.ts';

type RowDecision = Extract<CallInput<(typeof cardCalls)['decide']>['decision'], { kind: 'rows' }>;

/** Tells whether a person may say which page a picture shows: only if the program could not read it. */
const isNameable = ({ reading }: StoredScan): boolean => reading?.kind === 'unreadable';

/** Lists the rows that a person decides: those that the program left undecided, or for an unreadable picture all rows of the named page. */
function listDecidableRows(plan: CardPlan, scan: StoredScan, userId: number, page: number) {
  if (scan.decision !== null) return [];
  const rows: readonly PlacedRow[] = plan.layoutOf(userId)?.pages[page - 1]?.rows ?? [];
  const open = new Set(getScannedPage(scan)?.rows.flatMap(({ label, marked }) => (marked === null ? [label] : [])));
  return rows
    .filter(({ label }) => open.has(label) || isNameable(scan))
    .map(({ label, many, bubbles }) => ({ label, many, bubbles: bubbles.map(({ option, xMm, yMm }) => ({ option, xMm, yMm })) }));
}

/** Checks that a decision names exactly the undecided rows of its picture, with answers that the rows can have. */
function checkDecidedRows(plan: CardPlan, scan: StoredScan, userId: number, { page, rows }: RowDecision): ScannedRow[] {
  if (scan.decision !== null) refuse('refused', messages.decided());
  const scannedPage = getScannedPage(scan);
  const isOther = scannedPage !== undefined && (scannedPage.userId !== userId || scannedPage.page !== page);
  if (isOther || (scannedPage === undefined && !isNameable(scan))) refuse('refused', messages.notOpen());
  if (plan.layoutOf(userId)?.pages[page - 1] === undefined) refuseField('invalid', 'decision.page', messages.noPage(page));
  const openRows = new Map(listDecidableRows(plan, scan, userId, page).map((row) => [row.label, row]));
  if (openRows.size === 0) refuse('refused', messages.notOpen());
  const isComplete = rows.length === openRows.size && new Set(rows.map(({ label }) => label)).size === openRows.size;
  if (!isComplete || rows.some(({ label }) => !openRows.has(label))) refuseField('invalid', 'decision.rows', messages.rowsDiffer());
  for (const [at, { label, marked }] of rows.entries()) {
    const row = openRows.get(label);
    const options = new Set(row?.bubbles.map(({ option }) => option));
    const isPossible =
      new Set(marked).size === marked.length && marked.every((option) => options.has(option)) && (row?.many || marked.length <= 1);
    if (!isPossible) refuseField('invalid', `decision.rows.${at}.marked`, messages.noOption(label));
  }
  return rows;
}

interface DecisionToMake {
  readonly plan: CardPlan;
  readonly name: string;
  readonly scan: StoredScan;
  /** Null reverses the decision that set the picture aside. */
  readonly decision: ScanDecision | null;
}

/** Creates the functions that the calls on a single picture share. */
function createScanDecisions({ db, clock }: CardDeps) {
  return {
    /** Finds a picture of the plan. Hides one that shows an examinee whom the caller must not mark. */
    async findScan(caller: Caller, plan: CardPlan, scanId: number) {
      const scans = await createCardScanStore(db).ofPlan(plan.planId);
      const scan = scans.find(({ id }) => id === scanId);
      if (scan === undefined) return refuse('notFound', messages.noScan());
      const userId = getScannedPage(scan)?.userId ?? (scan.reading?.kind === 'page' ? scan.reading.userId : undefined);
      const relatedUserIds = await createMarkerDutyStore(db).conflictsOf(caller.userId, plan.planId);
      if (userId !== undefined && relatedUserIds.has(userId)) refuse('notFound', messages.noScan());
      const twins = listTwins(scans, scan).map(({ id, fileName, url, enteredMs }) => ({
        scanId: id,
        fileName,
        url,
        entered: enteredMs !== null,
      }));
      return { scan, state: collateScans(scans).states.get(scanId) ?? ('waits' as const), twins };
    },

    /** Stores a decision and enters the card that it completes, in the name of the caller. Call it under the plan's lock (`runInPlanScope`). */
    async decide(context: CallerContext, { plan, name, scan, decision }: DecisionToMake) {
      const { caller, audit } = context;
      if (scan.enteredMs !== null) refuse('refused', messages.entered());
      if (decision === null && scan.decision?.kind !== 'setAside') refuse('refused', messages.notOpen());
      if (decision !== null && scan.decision !== null) refuse('refused', messages.decided());
      if (scan.reading === null && decision !== null) refuse('refused', messages.notOpen());
      const person = { by: caller.userId, nowMs: clock.nowMs() };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const store = createCardScanStore(tx);
        await store.setDecision(plan.planId, scan.id, decision, person.by, person.nowMs);
        const userId = getScannedPage({ ...scan, decision })?.userId ?? getScannedPage({ ...scan, decision: null })?.userId;
        const entries = await enterCompleteCards(tx, plan, (card) => card.userId === userId, person);
        const { states } = collateScans(await store.ofPlan(plan.planId));
        const after = { file: scan.fileName, decision: decision ?? { kind: 'takeBack' }, entries };
        await audit.noteIn(tx, { entity: 'examPlan', id: plan.planId, name, after });
        return { state: states.get(scan.id) ?? ('waits' as const), entered: entries.length };
      });
    },

    /**
     * Corrects an entry by a picture that was scanned later. Withdraws the entry, which stays in the audit log, and enters the card again in the
     * name of the caller if it is complete. Must be called under the plan's lock (`runInPlanScope`).
     */
    async correct(context: CallerContext, { plan, name, scan }: Omit<DecisionToMake, 'decision'>) {
      const { caller, audit } = context;
      const person = { by: caller.userId, nowMs: clock.nowMs() };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const before = await withdrawEntry(tx, plan, scan, person);
        const entries = await enterCompleteCards(tx, plan, (card) => card.scanIds.includes(scan.id), person);
        const after = { file: scan.fileName, decision: { kind: 'correct' }, entries };
        await audit.noteIn(tx, { entity: 'examPlan', id: plan.planId, name, before, after });
        const { states } = collateScans(await createCardScanStore(tx).ofPlan(plan.planId));
        return { state: states.get(scan.id) ?? ('waits' as const), entered: entries.length };
      });
    },
  };
}

/** Creates the calls for scanned answer cards. Rights are those of entering points from paper: members of the plan's marker groups. */
export function createCardHandlers(deps: CardDeps): Handlers<'card'> {
  const { db, clock } = deps;
  const duties = createMarkerDutyStore(db);
  const store = createCardScanStore(db);
  const job = registerCardJob(deps);

  const findPlan = async (caller: Caller, planId: number): Promise<MarkedPlan> => {
    const [plan] = await duties.plans(caller, planId);
    if (!plan) refuse('notFound', messages.notFound());
    if (plan.withdrawn_ms !== null) refuse('refused', messages.withdrawn());
    return plan.start_ms <= clock.nowMs() ? plan : refuse('refused', messages.notBegun());
  };
  /** Finds a plan whose scores are not released, so that its entries may still change. */
  const openPlan = async (caller: Caller, planId: number): Promise<MarkedPlan> => {
    const plan = await findPlan(caller, planId);
    return plan.released_ms === null ? plan : refuse('refused', messages.released());
  };
  const { decide, correct, findScan } = createScanDecisions(deps);

  return {
    async addScans({ planId, urls }, context) {
      const { caller, audit } = context;
      const plan = await openPlan(caller, planId);
      const { layouts, examinees } = await loadCardPlan(db, planId);
      const mostBytes = accountLimits.cardBytesPerPage * examinees.size * Math.max(...layouts.map(({ pages }) => pages.length));
      if (layouts.every(({ pages }) => pages.every(({ rows, boxes }) => rows.length + boxes.length === 0)))
        refuse('refused', messages.noBubbles());
      const files = await store.files(urls, caller);
      const pictureFiles = urls.map((url, at) => {
        const file = files.get(url);
        if (file === undefined) return refuseField('invalid', `urls.${at}`, messages.notYourFile());
        return file.kind === 'png' || file.kind === 'jpeg'
          ? file
          : refuseField('invalid', `urls.${at}`, messages.onlyPictures(file.fileName));
      });
      return job.startWith(context, async (tx, start) => {
        const knownFileNames: string[] = [];
        for (const file of pictureFiles) {
          // A picture of unknown size counts as too large and is not decoded, because its pixels could fill the memory.
          const isLarge = (file.pixels ?? Infinity) > mostScanPixels;
          const reading = isLarge ? ({ kind: 'unreadable', reason: 'tooLarge' } as const) : null;
          const added = await createCardScanStore(tx).add(planId, file, { by: caller.userId, nowMs: clock.nowMs(), reading });
          if (!added) knownFileNames.push(file.fileName);
        }
        const isAdded = knownFileNames.length < pictureFiles.length;
        if (isAdded && (await createCardScanStore(tx).bytesOfPlan(planId)) > mostBytes)
          refuse('refused', messages.noRoom(Math.floor(mostBytes / 2 ** 20)));
        if (pictureFiles.length === 0 || isAdded) await start({ planId });
        const after = { files: pictureFiles.map(({ fileName }) => fileName), known: knownFileNames };
        await audit.noteIn(tx, { entity: 'examPlan', id: planId, name: plan.name, after });
        return { added: pictureFiles.length - knownFileNames.length, known: knownFileNames };
      });
    },

    async getScans({ planId }, { caller }) {
      const plan = await findPlan(caller, planId);
      const cardPlan = await loadCardPlan(db, planId);
      const scans = await store.ofPlan(planId);
      const { states, cards } = collateScans(scans);
      const relatedUserIds = await duties.conflictsOf(caller.userId, planId);
      const entered = await readEnteredUsers(db, planId, caller.userId);
      const ticketOf = (userId: number): string => cardPlan.examinees.get(userId)?.ticketNo ?? '';
      const writtenParts = await readWrittenParts(db, cardPlan, [...cards.values()]);
      const enteredScanIds = new Set(scans.filter(({ enteredMs }) => enteredMs !== null).map(({ id }) => id));
      return {
        planId,
        name: plan.name,
        released: plan.released_ms !== null,
        reading: (await job.listActive()).some((task) => task.planId === planId),
        writtenPoints: cardPlan.writtenPoints,
        scans: scans.map((scan) => presentScan(scan, states.get(scan.id) ?? 'waits', { ticketOf, related: relatedUserIds })),
        cards: [...cards.values()]
          .filter(({ userId }) => !relatedUserIds.has(userId))
          .map(({ userId, state, scanIds, missing }) => {
            const isEntered = scanIds.some((id) => enteredScanIds.has(id));
            const { remainingPoints, boxCent } = writtenParts.get(userId) ?? { remainingPoints: 0, boxCent: 0 };
            const open = state === 'ready' && boxCent === null ? ('marking' as const) : state;
            const stateNow = isEntered ? ('entered' as const) : entered.has(userId) ? ('byPerson' as const) : open;
            return { ticketNo: ticketOf(userId), state: stateNow, missing: [...missing], toGive: remainingPoints };
          }),
        withoutCard: [...cardPlan.examinees.values()]
          .filter(({ userId }) => !cards.has(userId) && !relatedUserIds.has(userId))
          .map(({ ticketNo }) => ticketNo),
      };
    },

    async getScan({ planId, scanId, ticketNo, page }, { caller }) {
      await findPlan(caller, planId);
      const plan = await loadCardPlan(db, planId);
      const { scan, state, twins } = await findScan(caller, plan, scanId);
      const scannedPage = getScannedPage(scan);
      const examinee = ticketNo === undefined ? undefined : await findExaminee(plan, caller, ticketNo, 'ticketNo');
      const userId = scannedPage?.userId ?? examinee?.userId;
      const pageNo = scannedPage?.page ?? page ?? 1;
      return {
        planId,
        scanId,
        fileName: scan.fileName,
        url: scan.url,
        state,
        entered: scan.enteredMs !== null,
        reason: scan.reading !== null && scan.reading.kind !== 'page' ? scan.reading.reason : null,
        ticketNo: plan.examinees.get(userId ?? 0)?.ticketNo ?? '',
        page: userId === undefined ? null : pageNo,
        pages: userId === undefined ? null : (plan.layoutOf(userId)?.pages.length ?? null),
        corners: scan.reading?.kind === 'page' ? [...scan.reading.corners] : [],
        twins,
        rows: userId === undefined ? [] : listDecidableRows(plan, scan, userId, pageNo),
      };
    },

    decide: ({ planId, scanId, decision }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller } = context;
        const { name } = await openPlan(caller, planId);
        const plan = await loadCardPlan(db, planId);
        const { scan, state } = await findScan(caller, plan, scanId);
        if (decision.kind === 'correct')
          return state === 'later' ? correct(context, { plan, name, scan }) : refuse('refused', messages.notOpen());
        if (decision.kind !== 'rows')
          return decide(context, { plan, name, scan, decision: decision.kind === 'setAside' ? decision : null });
        const { userId } = await findExaminee(plan, caller, decision.ticketNo, 'decision.ticketNo');
        const rows = checkDecidedRows(plan, scan, userId, decision);
        const pages = plan.layoutOf(userId)?.pages.length ?? 1;
        return decide(context, { plan, name, scan, decision: { kind: 'rows', userId, page: decision.page, pages, rows } });
      }),

    enter: ({ planId, rows }, context) =>
      runInPlanScope(db, planId, async () => {
        const { caller, audit } = context;
        const { name } = await openPlan(caller, planId);
        const plan = await loadCardPlan(db, planId);
        const { cards } = collateScans(await store.ofPlan(planId));
        const entered = await readEnteredUsers(db, planId, caller.userId);
        const writtenParts = await readWrittenParts(db, plan, [...cards.values()]);
        const seenTickets = new Set<string>();
        const chosenCards: { card: ScannedCard; writtenCent: number }[] = [];
        for (const [at, { ticketNo, writtenPoints }] of rows.entries()) {
          const { userId } = await findExaminee(plan, caller, ticketNo, `rows.${at}.ticketNo`);
          const card = cards.get(userId);
          const refuseRow = (field: 'ticketNo' | 'writtenPoints', message: Message) =>
            refuseField('invalid', `rows.${at}.${field}`, message);
          if (seenTickets.has(ticketNo)) refuseRow('ticketNo', messages.ticketTwice(ticketNo));
          seenTickets.add(ticketNo);
          if (entered.has(userId)) refuseRow('ticketNo', messages.byPerson(ticketNo));
          if (card?.state !== 'ready') return refuseRow('ticketNo', messages.notReady(ticketNo));
          const { remainingPoints, boxCent } = writtenParts.get(userId) ?? { remainingPoints: 0, boxCent: 0 };
          if (boxCent === null) return refuseRow('ticketNo', messages.notMarked(ticketNo));
          if (writtenPoints > remainingPoints) refuseRow('writtenPoints', messages.pointsTooMany(remainingPoints));
          chosenCards.push({ card, writtenCent: boxCent + Math.round(writtenPoints * 100) });
        }
        return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
          const entries = await enterCards(tx, plan, chosenCards, { by: caller.userId, nowMs: clock.nowMs() });
          await audit.noteIn(tx, { entity: 'examPlan', id: planId, name, after: { entries } });
          return { entered: entries.length };
        });
      }),
  };

  /** Finds an examinee by ticket number. Refuses one whom the caller must not mark. */
  async function findExaminee(plan: CardPlan, caller: Caller, ticketNo: string, path: string) {
    const [found, twin] = [...plan.examinees.values()].filter((each) => each.ticketNo === ticketNo);
    if (found === undefined || twin !== undefined) return refuseField('invalid', path, messages.ticketUnknown(ticketNo));
    const related = await duties.conflictsOf(caller.userId, plan.planId);
    return related.has(found.userId) ? refuseField('invalid', path, messages.related(ticketNo)) : found;
  }
}

interface ShownBy {
  readonly ticketOf: (userId: number) => string;
  readonly related: ReadonlySet<number>;
}

/** Presents a picture in the list. Names only the file if it shows an examinee whom the caller must not mark. */
function presentScan(
  scan: StoredScan,
  state: ReturnType<typeof collateScans>['states'] extends ReadonlyMap<number, infer S> ? S : never,
  by: ShownBy,
) {
  const page = getScannedPage(scan) ?? (scan.reading?.kind === 'page' ? scan.reading : undefined);
  const isRelated = page !== undefined && by.related.has(page.userId);
  return {
    scanId: scan.id,
    fileName: scan.fileName,
    uploadedMs: scan.uploadedMs,
    state: isRelated ? ('related' as const) : state,
    reason: scan.reading !== null && scan.reading.kind !== 'page' ? scan.reading.reason : null,
    ticketNo: page === undefined || isRelated ? '' : by.ticketOf(page.userId),
    page: page === undefined || isRelated ? null : page.page,
    open: page === undefined || isRelated ? 0 : page.rows.filter(({ marked }) => marked === null).length,
  };
}
