import type { ImportOutcome } from '../../../../../sync/contract/exams/exam-offline.ts';
import { deriveHandInCode, normaliseHandInCode } from '../../../../../sync/crypto/release-code.ts';
import { mayHaveAnswerBox, hasBubbles, listCardSections } from '../../../../../sync/domain/answer-card/card-sections.ts';
import { planState } from '../../../../../sync/domain/exams/exam-machine.ts';
import type { PushOutcome } from '../../../../answer-log/calls/sync-reads.ts';
import { type Handlers, refuse, refuseField } from '../../../../http/handler.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { computeCollectMs, createExamReads } from '../exam-reads.ts';
import { createExamStore, derivePlanState } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createSebChecker } from '../readiness/safe-exam-browser.ts';
import { createSittingStore } from '../sitting-store.ts';
import { noRoomId, createRoomCodeService } from '../room-codes.ts';

type OfflineCalls = Pick<Handlers<'exam'>, 'showReleaseCodes' | 'getSebFile' | 'checkHandIn' | 'importAnswers'>;

/**
 * Creates the calls for rooms without a network. Staff show release codes (which open the paper), download settings files of Safe Exam Browser, check
 * hand-in codes that PCs show, and import answer files.
 */
export function createOfflineHandlers(deps: ExamDeps): OfflineCalls {
  const { db, sync } = deps;
  const access = createPlanAccess(db);
  const store = createExamStore(db);
  const sittings = createSittingStore(db);
  const codes = createRoomCodeService(deps.keys.personal.seal);
  const seb = createSebChecker(deps.keys.personal.seal);

  return {
    async showReleaseCodes({ planId }, { caller, audit }) {
      const plan = await access.published(caller, planId);
      audit.note({ entity: 'plan', id: planId, name: plan.name });
      const rooms = await sittings.roomsOf(planId);
      const seated = rooms.reduce((sum, room) => sum + room.people, 0);
      const others = (await store.examinees([planId])).length - seated;
      const all = others > 0 ? [...rooms, { roomId: noRoomId, name: '', people: others }] : rooms;
      return { startMs: plan.start_ms, rooms: all.map((room) => ({ ...room, code: codes.codeOf(planId, room.roomId) })) };
    },

    async getSebFile({ planId, origin }, { caller, audit }) {
      const plan = await access.plan(caller, planId);
      if (derivePlanState(plan) === planState.withdrawn) refuse('refused', messages.withdrawn(plan.withdraw_reason));
      audit.note({ entity: 'plan', id: planId, name: plan.name });
      return { name: `${plan.name.replace(/[\\/:*?"<>|]/g, ' ')}.seb`, ...seb.fileOf(planId, origin) };
    },

    async checkHandIn({ planId, code }, { caller }) {
      const plan = await access.plan(caller, planId);
      const handInCode = normaliseHandInCode(code);
      if (handInCode === undefined) refuseField('invalid', 'code', messages.noHandInCode());
      await sync.waitUntilProjected();
      for (const row of await store.examinees([planId])) {
        const attemptId = row.attempt_id;
        if (attemptId === null) continue;
        for (const { digest, by, wallMs, digestIs, stands, fixed } of await sync.allHandIns(attemptId)) {
          if ((await deriveHandInCode(attemptId, digest)) !== handInCode) continue;
          const { user_id: userId, name, seat_label: seatLabel, ticket_no: ticketNo } = row;
          const counts = stands && fixed;
          // Look for missing ops and photos only if this hand-in counts: which photos must be there depends on the answers that count.
          const [summary] = counts ? await sync.summaries([attemptId], computeCollectMs(plan)) : [];
          const isComplete = digestIs === 'agrees' && (summary?.missingFiles ?? 0) === 0 && (summary?.missingOps ?? 0) === 0;
          return { found: { userId, name, seatLabel, ticketNo, by, wallMs, whole: isComplete, counts } };
        }
      }
      return { found: null };
    },

    async importAnswers({ planId, batches }, { caller, audit }) {
      const plan = await access.plan(caller, planId);
      if (derivePlanState(plan) === planState.draft) refuse('refused', messages.notPublished());
      const rows = new Map((await store.examinees([planId])).map((row) => [row.attempt_id ?? '', row]));
      const outcomes: { outcome: ImportOutcome; ops: number }[] = [];
      const touched = new Set<string>();
      let added = 0;
      for (const batch of batches) {
        const { attemptId } = batch.stream;
        // Check the exam before the upload token. Answers of another exam must be imported in that exam; taken by this one, they would go to
        // quarantine.
        if (!rows.has(attemptId)) {
          outcomes.push({ outcome: 'otherExam', ops: 0 });
          continue;
        }
        touched.add(attemptId);
        const outcome = toImportOutcome(await sync.takeBatch(batch));
        outcomes.push(outcome);
        added += outcome.ops;
      }
      await sync.waitUntilProjected();
      const summaries = new Map((await sync.summaries([...touched], computeCollectMs(plan))).map((one) => [one.attemptId, one]));
      const examinees = [...touched].flatMap((attemptId) => {
        const [row, summary] = [rows.get(attemptId), summaries.get(attemptId)];
        if (!row || !summary) return [];
        const { receivedOps, handedIn, missingOps, missingFiles } = summary;
        const complete = summary.complete && missingOps === 0;
        return {
          userId: row.user_id,
          attemptId,
          name: row.name,
          seatLabel: row.seat_label,
          ticketNo: row.ticket_no,
          receivedOps,
          handedIn,
          complete,
          missingFiles,
        };
      });
      const after = { attempts: examinees.map(({ name, ticketNo }) => `${name} ${ticketNo}`), batches: batches.length, newOps: added };
      audit.note({ entity: 'plan', id: planId, name: plan.name, before: {}, after });
      return { outcomes, examinees };
    },
  };
}

function toImportOutcome(push: PushOutcome): { outcome: ImportOutcome; ops: number } {
  switch (push.kind) {
    case 'stored':
      return { outcome: push.added.ops > 0 ? 'stored' : 'held', ops: push.added.ops };
    case 'refusedAtDoor':
      return { outcome: push.reason === 'unknownStream' ? 'gap' : 'foreign', ops: 0 };
    case 'refused':
      return { outcome: push.isQuarantined ? 'aside' : push.reason === 'gap' || push.reason === 'unknownStream' ? 'gap' : 'busy', ops: 0 };
    default:
      return { outcome: 'busy', ops: 0 };
  }
}

/**
 * Creates the call for printing answer cards. The page and the server that reads scanned cards compute the same layout from the returned questions.
 */
export function createAnswerCardHandlers({ db }: Pick<ExamDeps, 'db'>): Pick<Handlers<'exam'>, 'getAnswerCards'> {
  const access = createPlanAccess(db);
  const exams = createExamReads(db);
  const store = createExamStore(db);

  return {
    async getAnswerCards({ planId, boxes }, { caller }) {
      await access.published(caller, planId);
      const usedVariants = new Set((await store.examinees([planId])).map(({ variant }) => variant));
      const variants = [];
      for (const variant of [...usedVariants].toSorted()) {
        const items = await exams.frozenTexts(planId, variant);
        const sections = listCardSections(items, { boxes }).map((section) => ({
          title: section.title,
          rows: section.rows.map(({ label, options, many }) => ({ label, options: [...options], many })),
          boxes: [...section.boxes],
        }));
        const writtenCount = items.filter((item) => !hasBubbles(item) && !(boxes && mayHaveAnswerBox(item))).length;
        variants.push({ variant, sections, written: writtenCount, boxable: items.filter(mayHaveAnswerBox).length });
      }
      return { planId, variants };
    },
  };
}
