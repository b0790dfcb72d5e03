import { parseLockdown } from '../../../../../sync/contract/exams/lockdown.ts';
import type { OtherSeatState, WithdrawnPlan } from '../../../../../sync/contract/exams/sitting.ts';
import { getExamStatusAt } from '../../../../../sync/domain/exams/exam-machine.ts';
import { type Caller, type Handlers, refuse } from '../../../../http/handler.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { type AttemptScore, toCents, hasPassed, isFullyMarked, toPoints, getStatusWithScore } from '../attempt-score-reads.ts';
import { createContentKeyVault } from '../content-key.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { buildPlanNotice, readPictureRetention } from '../plan/exam-notice.ts';
import { createRoomCodeService } from '../room-codes.ts';
import { computeCollectMs, deriveExamineeListStatus, createExamReads, readPlanTimes } from '../exam-reads.ts';
import type { AttemptSummary } from '../../../../answer-log/calls/sync-reads.ts';
import type { createScoreRelease } from '../results/score-release.ts';
import { createHeldQuestionReads } from '../results/held-questions-reads.ts';
import { listExamineeRevisions, createRevisionStore } from '../plan/revision-store.ts';
import { createSebChecker } from '../readiness/safe-exam-browser.ts';
import { createSeatingStore } from '../seating/seating-store.ts';
import { type Sitting, createSittingStore } from '../sitting-store.ts';
import { attemptRules } from '../../../../../sync/domain/exams/attempt-kinds.ts';

type SittingCalls = Pick<Handlers<'exam'>, 'myList' | 'getPackage' | 'enter' | 'release' | 'myAnswers' | 'myScore'>;

/** Creates the calls of examinees. A plan that is a draft, or that the caller is not in, does not exist for them. */
export function createSittingHandlers(deps: ExamDeps, release: ReturnType<typeof createScoreRelease>): SittingCalls {
  const { db, clock, sync } = deps;
  const store = createSittingStore(db);
  const seats = createSeatingStore(db);
  const exams = createExamReads(db);
  const marking = deps.upperServices.scores(deps);
  const tasks = deps.upperServices.notices(deps);
  const revisions = createRevisionStore(db);
  const contentKeys = createContentKeyVault(deps.keys.personal.seal, deps.chance);
  const codes = createRoomCodeService(deps.keys.personal.seal);
  const heldQuestionReads = createHeldQuestionReads(db);
  const seb = createSebChecker(deps.keys.personal.seal);
  /** Finds the caller's place in a plan that is not withdrawn. */
  const findOwnSitting = async (caller: Pick<Caller, 'schoolId' | 'userId'>, planId: number): Promise<Sitting> => {
    const sitting = await store.ofUser(caller.schoolId, caller.userId, planId);
    if (!sitting) refuse('notFound', messages.notFound());
    if (sitting.withdrawn_ms === null) return sitting;
    const data: WithdrawnPlan = { withdrawn: sitting.withdraw_reason };
    refuse('refused', messages.withdrawn(sitting.withdraw_reason), { data });
  };
  /**
   * Refuses to open a paper with questions that an exam holds back (decision 038). An attempt that was opened before the exam was published
   * continues: the learner knows its questions already.
   */
  const refuseHeld = async (sitting: Sitting): Promise<void> => {
    if (attemptRules[sitting.kind].heldQuestionEffect !== 'waits') return;
    const scope = { schoolId: sitting.school_id, nowMs: clock.nowMs(), holderKind: 'exams' } as const;
    const plans = (await heldQuestionReads.ofPlans([sitting.plan_id], scope)).get(sitting.plan_id) ?? [];
    const openedMs = sitting.entered_ms === null ? Infinity : Math.max(sitting.entered_ms, sitting.start_ms);
    if (plans.some(({ publishedMs }) => openedMs > publishedMs)) refuse('refused', messages.notOpenNow());
  };
  const attemptOf = async (sitting: Sitting) => (await sync.summaries([sitting.attempt_id], computeCollectMs(sitting)))[0];
  /** Tells whether the scores are released. Before that, no result of marking is shown to examinees (SY23). */
  const isReleased = async (sitting: Sitting): Promise<boolean> => (await release.releasedMs({ ...sitting, id: sitting.plan_id })) !== null;
  const scoreOf = async (sitting: Sitting, attempt: AttemptSummary | undefined): Promise<AttemptScore | undefined> =>
    attempt && (await marking.scoresOf(sitting.plan_id, [attempt])).get(sitting.attempt_id);

  /**
   * Tells whether a score may be shown. The score of a written paper is incomplete until two people have entered it. In a score of online answers,
   * each question shows whether its mark is missing.
   */
  const isComplete = (score: AttemptScore): boolean => !score.onPaper || isFullyMarked(score);

  return {
    async myList(_input, { caller }) {
      await sync.waitUntilProjected();
      const nowMs = clock.nowMs();
      const allSittings = await store.allOfUser(caller.schoolId, caller.userId);
      // A withdrawn exam stays listed until its planned end, so that examinees who come for it read the reason.
      const sittings = allSittings.filter(
        ({ withdrawn_ms, start_ms, duration_ms }) => withdrawn_ms === null || nowMs < start_ms + duration_ms,
      );
      const revised = await revisions.ofPlans(sittings.map((sitting) => sitting.plan_id));
      const readBy = await revisions.readBy(caller.userId);
      const newsOf = ({ plan_id: planId }: Sitting) => {
        const items = listExamineeRevisions(revised.get(planId) ?? [], caller.userId);
        const [newest] = items;
        return newest === undefined ? null : { items, read: (readBy.get(planId) ?? 0) >= newest.revision };
      };
      const taskOf = await tasks.readNotices(caller.userId, sittings, attemptOf);
      const retention = await readPictureRetention(db, caller.schoolId, sittings);
      const items = [];
      for (const sitting of sittings) {
        const attempt = await attemptOf(sitting);
        const score = sitting.kind === 'exam' && (await isReleased(sitting)) ? await scoreOf(sitting, attempt) : undefined;
        items.push(
          buildPlanNotice(
            sitting,
            {
              status: getExamStatusAt(sitting.withdrawn_ms === null, readPlanTimes(sitting), nowMs),
              task: taskOf.get(sitting.plan_id) ?? null,
              myStatus: getStatusWithScore(deriveExamineeListStatus(attempt, sitting.entered_ms), score),
              scoreReleased: score !== undefined && isComplete(score),
              news: newsOf(sitting),
            },
            retention,
          ),
        );
      }
      return { items, serverNow: nowMs };
    },

    async getPackage({ planId }, { caller }) {
      const sitting = await findOwnSitting(caller, planId);
      const { variant, version, sealed, size_bytes, content_key } = await store.sealedPaper(planId, sitting.variant);
      const name = { planId, variant, version };
      // SY18: an exam must be able to begin without a network, so its package includes the content key wrapped under the room's release code.
      if (sitting.kind !== 'exam') return { ...name, sealed, sizeBytes: size_bytes, codeWrap: null };
      const roomId = await store.roomOf(planId, sitting.user_id);
      const codeWrap = await codes.wrapOf(roomId, name, () => Uint8Array.from(contentKeys.open(content_key, name)));
      return { ...name, sealed, sizeBytes: size_bytes, codeWrap };
    },

    async enter({ planId, deviceId, moveHere, seb: proof }, { caller, audit }) {
      const sitting = await findOwnSitting(caller, planId);
      const rules = parseLockdown(sitting.lockdown);
      if (sitting.kind === 'exam' && rules.seb && !seb.accepts(planId, proof, rules)) refuse('refused', messages.sebNeeded());
      const { attempt_id: attemptId, user_id: userId } = sitting;
      const entry = { entity: 'attempt', id: attemptId, name: sitting.name };
      const nowMs = clock.nowMs();
      /** Binds a seat and writes the audit entry in one transaction; false if another device was faster. */
      const bind = (write: (within: ReturnType<typeof createSittingStore>) => Promise<boolean>): Promise<boolean> =>
        runUnitOfWork(db, caller.schoolId, {}, async (tx) => {
          const isBound = await write(createSittingStore(tx));
          if (isBound) await audit.noteIn(tx, entry);
          return isBound;
        });
      const placed = sitting.kind === 'exam' ? await seats.seatOf(planId, userId) : undefined;
      const seatKey = placed && (await sync.seatKey(planId, placed.roomId, attemptId));
      const seat = (epoch: number) => ({
        ...sync.issueSitting({ attemptId, planId, epoch, actor: userId, schoolId: sitting.school_id }),
        ...(seatKey !== undefined && { seatKey }),
      });
      const newest = await sync.currentEpoch(attemptId);

      if (sitting.device_id === null && newest === 1) {
        const endMs = sitting.start_ms + sitting.duration_ms;
        // The examinee's own time begins now, so it cannot begin before the window opens.
        if (attemptRules[sitting.kind].opens === 'begin' && nowMs < sitting.windowStartMs)
          refuse('refused', messages.notStarted(sitting.windowStartMs));
        if (nowMs >= endMs) refuse('refused', messages.ended(endMs));
        await refuseHeld(sitting);
        // The server does not enforce the entry limit, because its clock may be wrong. The device does, and the time stored here labels a late entry
        // (SY22).
        if (await bind((within) => within.bindFirst({ planId, userId, deviceId, nowMs }))) return seat(1);
      }
      const bound = await findOwnSitting(caller, planId);
      // If the answer log has a newer epoch than the examinee's row, its device was never bound (crash in between, or an old backup). Then no device
      // may claim the seat by this call.
      if (bound.device_id === deviceId && bound.epoch >= newest) {
        audit.note(entry);
        return seat(bound.epoch);
      }
      await sync.waitUntilProjected();
      const attempt = await attemptOf(sitting);
      if (attempt?.handedIn) refuse('refused', messages.handedIn());
      if (!moveHere) {
        const { receivedOps = 0, answered = 0 } = attempt ?? {};
        const { heardMs, connected } = await sync.readPresence(attemptId, newest);
        const data: OtherSeatState = { heardMs, connected, receivedOps, answered, serverNow: nowMs };
        refuse('elsewhere', messages.elsewhere(), { data });
      }
      const waitMs = await sync.moveWaitMs(attemptId);
      if (waitMs > 0) refuse('tooMany', messages.movedOften(waitMs));
      const epoch = await sync.grantEpoch(attemptId, userId);
      await bind((within) => within.bindMoved({ planId, userId, deviceId, epoch, nowMs }));
      return seat(epoch);
    },

    async release({ planId }, { caller }) {
      const sitting = await findOwnSitting(caller, planId);
      // Only the server's time decides: an examinee's clock may be hours wrong.
      const nowMs = clock.nowMs();
      if (nowMs < sitting.start_ms)
        refuse('refused', messages.notStarted(sitting.start_ms), { data: { startMs: sitting.start_ms, serverNow: nowMs } });
      const endMs = sitting.start_ms + sitting.duration_ms;
      // An examinee who took no seat in time must not read the paper afterwards: another session may still sit it.
      if (sitting.entered_ms === null && nowMs >= endMs) refuse('refused', messages.ended(endMs));
      if (attemptRules[sitting.kind].opens === 'begin' && sitting.entered_ms === null) refuse('refused', messages.notBegun());
      await refuseHeld(sitting);
      const paper = await store.sealedPaper(planId, sitting.variant);
      const contentKey = contentKeys.open(paper.content_key, { planId, variant: paper.variant, version: paper.version });
      return { contentKey: contentKey.toString('base64url'), serverNow: nowMs };
    },

    async myAnswers({ planId }, { caller }) {
      const sitting = await findOwnSitting(caller, planId);
      await sync.waitUntilProjected();
      const { answers, flags, lamport } = await sync.answers(sitting.attempt_id);
      return { answers: answers.map(({ itemId, value }) => ({ itemId, value: [...value] })), flags: [...flags], lamport };
    },

    async myScore({ planId }, { caller }) {
      const sitting = await findOwnSitting(caller, planId);
      if (sitting.kind !== 'exam') refuse('notFound', messages.notFound());
      await sync.waitUntilProjected();
      if (!(await isReleased(sitting))) refuse('refused', messages.notReleased());
      const attempt = await attemptOf(sitting);
      const score = await scoreOf(sitting, attempt);
      if (!attempt || !score || !isComplete(score)) refuse('refused', messages.noScore());
      const frozen = await exams.frozenItems(planId, sitting.variant);
      const scoreByItem = new Map(score.items.map((item) => [item.itemId, item]));
      const titles = JSON.parse(sitting.sections) as { title: string }[];
      const points = toPoints(score.pointsCent);
      const status = getStatusWithScore(attempt.status, score);
      const itemsHeld = await store.isPaperAwaited(sitting);
      return {
        planId,
        name: sitting.name,
        status,
        points,
        totalPoints: sitting.total_points,
        passPoints: sitting.pass_points,
        passed: hasPassed(points, sitting.pass_points, status),
        itemsHeld,
        sections: titles.map(({ title }, index) => {
          const items = frozen.filter((item) => item.section === index);
          const cents = items.map((item) => scoreByItem.get(item.itemId)?.cent ?? null);
          return {
            title,
            points: toPoints(cents.reduce<number>((sum, cent) => sum + (cent ?? 0), 0)),
            max: toPoints(items.reduce((sum, item) => sum + toCents(item.points), 0)),
            items: (itemsHeld ? [] : items).map((item, at) => {
              const cent = cents[at] ?? null;
              return {
                itemId: item.itemId,
                points: cent === null ? null : toPoints(cent),
                max: item.points,
                right: scoreByItem.get(item.itemId)?.right ?? null,
              };
            }),
          };
        }),
      };
    },
  };
}
