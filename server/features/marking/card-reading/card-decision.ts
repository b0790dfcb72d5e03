import type { CallInput } from '../../../../sync/contract/call.ts';
import type { cardCalls } from '../../../../sync/contract/marking/card.ts';
import type { PlacedRow } from '../../../../sync/domain/answer-card/card-layout.ts';
import { type Caller, refuse, refuseField } from '../../../http/handler.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createMarkerDutyStore } from '../marking/marking-reads.ts';
import { enterCompleteCards, withdrawEntry } from './card-entry.ts';
import type { CardDeps } from './card-job.ts';
import { cardMessages as messages } from './card-messages.ts';
import type { CardPlan } from './card-plan.ts';
import { createCardScanStore, type StoredScan } from './card-scan-store.ts';
import { collateScans, getScannedPage, listTwins, type ScanDecision, type ScannedRow } from './collate-scans.ts';

type RowDecision = Extract<CallInput<(typeof cardCalls)['decide']>['decision'], { kind: 'rows' }>;

/** Tells whether a person may name the page that a picture shows: the program found none on it. */
const isNameable = ({ reading }: StoredScan): boolean => reading?.kind === 'unreadable';

/** Lists the rows of a picture that a person decides: its open rows, or for an unreadable picture all rows of the named page. */
export function listDecidableRows(plan: CardPlan, scan: StoredScan, userId: number, page: number) {
  if (scan.decision !== null) return [];
  const rows: readonly PlacedRow[] = plan.layoutOf(userId)?.pages[page - 1]?.rows ?? [];
  const open = new Set(getScannedPage(scan)?.rows.flatMap(({ label, marked }) => (marked === null ? [label] : [])));
  return rows
    .filter(({ label }) => open.has(label) || isNameable(scan))
    .map(({ label, many, bubbles }) => ({ label, many, bubbles: bubbles.map(({ option, xMm, yMm }) => ({ option, xMm, yMm })) }));
}

/** Checks that a decision names exactly the open rows of its picture, with answers that the rows can have. */
export function checkDecidedRows(plan: CardPlan, scan: StoredScan, userId: number, { page, rows }: RowDecision): ScannedRow[] {
  if (scan.decision !== null) refuse('refused', messages.decided());
  const shown = getScannedPage(scan);
  const isOther = shown !== undefined && (shown.userId !== userId || shown.page !== page);
  if (isOther || (shown === undefined && !isNameable(scan))) refuse('refused', messages.notOpen());
  if (plan.layoutOf(userId)?.pages[page - 1] === undefined) refuseField('invalid', 'decision.page', messages.noPage(page));
  const open = new Map(listDecidableRows(plan, scan, userId, page).map((row) => [row.label, row]));
  if (open.size === 0) refuse('refused', messages.notOpen());
  const isComplete = rows.length === open.size && new Set(rows.map(({ label }) => label)).size === open.size;
  if (!isComplete || rows.some(({ label }) => !open.has(label))) refuseField('invalid', 'decision.rows', messages.rowsDiffer());
  for (const [at, { label, marked }] of rows.entries()) {
    const row = open.get(label);
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
  /** Null takes back that the picture was set aside. */
  readonly decision: ScanDecision | null;
}

/** Creates what the calls on one picture share. */
export function createScanDecisions({ db, clock }: CardDeps) {
  return {
    /** Finds a picture of the plan. Hides one that shows an examinee whom the caller must not mark. */
    async findScan(caller: Caller, plan: CardPlan, scanId: number) {
      const scans = await createCardScanStore(db).ofPlan(plan.planId);
      const scan = scans.find(({ id }) => id === scanId);
      if (scan === undefined) return refuse('notFound', messages.noScan());
      const userId = getScannedPage(scan)?.userId ?? (scan.reading?.kind === 'page' ? scan.reading.userId : undefined);
      const related = await createMarkerDutyStore(db).conflictsOf(caller.userId, plan.planId);
      if (userId !== undefined && related.has(userId)) refuse('notFound', messages.noScan());
      const twins = listTwins(scans, scan).map(({ id, fileName, url, enteredMs }) => ({
        scanId: id,
        fileName,
        url,
        entered: enteredMs !== null,
      }));
      return { scan, state: collateScans(scans).states.get(scanId) ?? ('waits' as const), twins };
    },

    /** Stores a decision and enters the card that it completes, in the name of the caller. Runs in the plan's scope. */
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
     * name of the caller if it is complete. Runs in the plan's scope.
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
