import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DecidedRoomCommand, RoomBoard, RoomSeat } from '../../../../sync/contract/exams/invigilation.ts';
import { parseLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import type { Database } from '../../../db/schema.ts';
import { type Caller, type Handlers, refuse } from '../../../http/handler.ts';
import type { Logger, ServerRandom, ServerClock, ServerTimers } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { computeCollectMs, deriveExamineeListStatus } from '../exam/exam-reads.ts';
import {
  type AttemptScoreService,
  hasPassed,
  isMarkable,
  isFullyMarked,
  toPoints,
  getStatusWithScore,
} from '../exam/attempt-score-reads.ts';
import { createRoomReads } from '../room/room-reads.ts';
import type { RoomCommandView, RoomLogReads } from '../../../answer-log/calls/room-log-reads.ts';
import type { SyncReads } from '../../../answer-log/calls/sync-reads.ts';
import { type IdNumberKeys, readExamineeFacts } from '../../people/user/examinee-facts-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createCameraReportStore } from './camera-report-store.ts';
import { toCameraReport } from './camera-reports.ts';
import { createCommandDecisionHandlers, createCommandRecordHandlers, mapCommandPhotos, removePhotoKey } from './room-command-handlers.ts';
import { invigilationMessages as messages } from './invigilation-messages.ts';
import { createDutyReads, type DutyPlan } from '../exam/examinees/duty-reads.ts';
import { createInvigilationStore } from './invigilation-store.ts';
import { toSeatPerson, buildRoomSeat } from './room-seat.ts';

interface WaitDeps {
  readonly rooms: Pick<RoomLogReads, 'onNews' | 'onRoomOps'>;
  readonly timers: ServerTimers;
}

/** Waits until one of these logs changes, `waitMs` have passed, or `signal` aborts. */
async function waitForChange({ rooms, timers }: WaitDeps, logIds: readonly string[], waitMs: number, signal: AbortSignal): Promise<void> {
  const watchedIds = new Set(logIds);
  const stopController = new AbortController();
  const end = (): void => stopController.abort(null);
  const endIfWatched = (id: string): void => {
    if (watchedIds.has(id)) end();
  };
  const unsubscribers = [rooms.onNews(endIfWatched), rooms.onRoomOps(endIfWatched)];
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    await timers.sleep(waitMs, stopController.signal);
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe();
    signal.removeEventListener('abort', end);
  }
}

export interface InvigilationDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly timers: ServerTimers;
  readonly logger: Logger;
  readonly keys: { readonly personal: IdNumberKeys };
  readonly sync: SyncReads;
  readonly rooms: RoomLogReads;
  readonly scores: AttemptScoreService;
}

/** Rooms stay listed for this long after the end of the exam, for PCs that come back later. */
const shownAfterMs = 3 * 24 * 3_600_000;

type SeatedExaminee = Awaited<ReturnType<ReturnType<typeof createInvigilationStore>['seated']>>[number];

/** Creates the calls of invigilators on the rooms assigned to them. Their own actions arrive as ops in the room's log. */
export function createInvigilationHandlers(deps: InvigilationDeps): Handlers<'invigilation'> {
  const { db, clock, sync, rooms } = deps;
  const store = createInvigilationStore(db);
  const duties = createDutyReads(db);
  const users = createUserReads(db);
  const cameras = createCameraReportStore(db);

  const findDuty = async (caller: Caller, planId: number, roomId: number): Promise<DutyPlan> => {
    const found = (await duties.roomsIn(caller.schoolId, caller.userId, planId)).find((one) => one.roomId === roomId);
    if (!found) refuse('notFound', messages.noDuty());
    return found.withdrawn_ms === null ? found : refuse('refused', messages.withdrawn(found.withdraw_reason));
  };
  const ensureLog = (planId: number, roomId: number, within = db): Promise<string> =>
    createInvigilationStore(within).logOf(planId, roomId, deps.chance.uuid());

  const buildSeats = async (plan: DutyPlan, examinees: readonly SeatedExaminee[]): Promise<RoomSeat[]> => {
    const people = await readExamineeFacts(
      db,
      deps.keys.personal,
      examinees.map((one) => one.userId),
    );
    const ids = examinees.map((one) => one.attemptId);
    const attempts = new Map((await sync.summaries(ids, computeCollectMs(plan))).map((each) => [each.attemptId, each]));
    const { reportAt, entryPhoto: isAsked } = parseLockdown(plan.lockdown);
    const entries = isAsked ? await cameras.newestEntries(plan.planId) : undefined;
    const seats: RoomSeat[] = [];
    for (const one of examinees) {
      const attempt = attempts.get(one.attemptId);
      const examinee = { ...one, ...toSeatPerson(people.get(one.userId)) };
      const entryPhoto = entries ? (entries.get(one.userId)?.outcome ?? 'awaited') : 'notAsked';
      if (attempt) seats.push(await buildRoomSeat({ sync, rooms }, examinee, attempt, { reportAt, entryPhoto }));
    }
    return seats;
  };

  const presentCommands = async (acts: readonly RoomCommandView[]): Promise<DecidedRoomCommand[]> => {
    const names = await users.names([...new Set(acts.map((act) => act.actor))]);
    return acts.map(({ actor, attemptIds, isJudged: _, ...act }) => ({
      ...removePhotoKey(act),
      attemptIds: [...attemptIds],
      by: names.get(actor) ?? '',
    }));
  };

  const buildBoard = async (caller: Caller, plan: DutyPlan): Promise<Omit<RoomBoard, 'version'>> => {
    const { planId, roomId } = plan;
    const logId = await ensureLog(planId, roomId);
    await sync.waitUntilProjected();
    const [room] = await createRoomReads(db).rooms(caller.schoolId, [roomId]);
    if (!room) refuse('notFound', messages.noDuty());
    return {
      planId,
      roomId,
      logId,
      planName: plan.planName,
      startMs: plan.start_ms,
      durationMs: plan.duration_ms,
      entryLimitMs: plan.entry_limit_ms,
      earliestHandInMs: plan.earliest_hand_in_ms,
      questionCount: (await store.paperOf(planId))?.questionCount ?? 0,
      withdrawn: null,
      room,
      invigilators: (await store.staffOf(planId, roomId)).map((one) => one.name),
      seats: await buildSeats(plan, await store.seated(planId, roomId)),
      acts: await presentCommands(rooms.listCommands(logId)),
      serverNow: clock.nowMs(),
    };
  };

  return {
    ...createCommandDecisionHandlers(deps),
    ...createCommandRecordHandlers(deps),

    async getRooms(_input, { caller }) {
      const nowMs = clock.nowMs();
      const items = await duties.rooms(caller.schoolId, caller.userId, nowMs - shownAfterMs);
      return {
        items: items.map((row) => ({
          planId: row.planId,
          planName: row.planName,
          startMs: row.start_ms,
          durationMs: row.duration_ms,
          roomId: row.roomId,
          roomName: row.roomName,
          location: row.location,
          place: row.place ?? '',
          people: row.people ?? 0,
          withdrawn: row.withdrawn_ms !== null,
          confirmedMs: row.confirmedMs,
        })),
        serverNow: nowMs,
      };
    },

    async enter({ planId, roomId }, context) {
      const { caller, audit } = context;
      const plan = await findDuty(caller, planId, roomId);
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const logId = await ensureLog(planId, roomId, tx);
        const name = `${plan.planName} ${plan.roomName}`;
        await audit.noteIn(tx, { entity: 'examRoom', id: roomId, name, before: {}, after: { entered: true } });
        const grant = rooms.issueTablet({ logId, planId, actor: caller.userId, schoolId: caller.schoolId });
        return { grant, roomKey: rooms.roomKey(planId, roomId) };
      });
    },

    async getBoard({ planId, roomId, seen, waitMs }, { caller, signal }) {
      const plan = await findDuty(caller, planId, roomId);
      const readBoard = async (): Promise<RoomBoard> => {
        const board = await buildBoard(caller, plan);
        return { ...board, version: computeBoardVersion(board) };
      };
      const first = await readBoard();
      if (first.version !== seen || waitMs === 0) return first;
      const about = [first.logId, ...first.seats.map((seat) => seat.attemptId)];
      await waitForChange({ rooms, timers: deps.timers }, about, waitMs, signal);
      // Check the duty again: an invigilator who lost it during the wait must not get the board.
      await findDuty(caller, planId, roomId);
      return readBoard();
    },

    async getExaminee({ planId, userId }, { caller }) {
      for (const plan of await duties.roomsIn(caller.schoolId, caller.userId, planId)) {
        const one = (await store.seated(planId, plan.roomId)).find((each) => each.userId === userId);
        if (!one) continue;
        await sync.waitUntilProjected();
        const [seat] = await buildSeats(plan, [one]);
        if (!seat) break;
        const deadlineMs = plan.start_ms + plan.duration_ms + seat.extensionMs;
        const evidence = await sync.evidence(one.attemptId, { startMs: plan.start_ms, deadlineMs, doubtsTime: false });
        const logId = await ensureLog(planId, plan.roomId);
        const acts = rooms.listCommands(logId).filter((act) => act.attemptIds.includes(one.attemptId));
        return {
          planId,
          planName: plan.planName,
          roomId: plan.roomId,
          roomName: plan.roomName,
          startMs: plan.start_ms,
          deadlineMs,
          questionCount: (await store.paperOf(planId))?.questionCount ?? 0,
          seat,
          streams: evidence.streams.map((stream) => ({ ...stream })),
          handIns: evidence.handIns.map(({ by, wallMs, receivedMs, opsListed, opsMissing, stands, fixed }) => ({
            by,
            wallMs,
            receivedMs,
            opsListed,
            opsMissing,
            stands,
            fixed,
          })),
          undecided: evidence.items.map(({ itemId, versions }) => ({
            itemId,
            versions: versions.map(({ epoch, wallMs, receivedMs, why }) => ({ epoch, wallMs, receivedMs, why })),
          })),
          acts: await presentCommands(acts),
          photos: mapCommandPhotos(rooms, logId, acts, caller.userId),
          camera: (await cameras.ofExaminee(planId, userId)).map((report) => toCameraReport(rooms, report, caller.userId)),
        };
      }
      refuse('notFound', messages.noDuty());
    },

    async getEntryPhotos({ planId, roomId }, { caller }) {
      await findDuty(caller, planId, roomId);
      const entries = await cameras.newestEntries(planId);
      const items = (await store.seated(planId, roomId)).flatMap(({ userId }) => {
        const report = entries.get(userId);
        if (!report) return [];
        const { kind: _, ...shown } = toCameraReport(rooms, report, caller.userId);
        return { userId, ...shown };
      });
      return { items };
    },

    async getCameraReports({ planId, userId }, { caller }) {
      if (!(await cameras.isExaminee(caller.schoolId, planId, userId))) refuse('notFound', messages.noExaminee());
      return { items: (await cameras.ofExaminee(planId, userId)).map((report) => toCameraReport(rooms, report, caller.userId)) };
    },

    async getScores({ planId }, { caller }) {
      const plans = await duties.roomsIn(caller.schoolId, caller.userId, planId);
      const [first] = plans;
      if (!first) refuse('notFound', messages.noDuty());
      await sync.waitUntilProjected();
      const paper = await store.paperOf(planId);
      const items = [];
      for (const plan of plans) {
        const examinees = await store.seated(planId, plan.roomId);
        const ids = examinees.map((one) => one.attemptId);
        const attempts = await sync.summaries(ids, computeCollectMs(plan));
        // SY23: before the release nobody who was in the room sees points, regardless of their role.
        const scores = plan.released_ms === null ? undefined : await deps.scores.scoresOf(planId, attempts.filter(isMarkable));
        for (const [at, one] of examinees.entries()) {
          const attempt = attempts[at];
          const score = scores?.get(one.attemptId);
          const status = getStatusWithScore(deriveExamineeListStatus(attempt, one.enteredMs), score);
          const points = score && isFullyMarked(score) ? toPoints(score.pointsCent) : null;
          items.push({
            userId: one.userId,
            roomName: plan.roomName,
            seatNo: one.seatNo,
            name: one.name,
            ticketNo: one.ticketNo,
            status,
            points,
            passed: points === null || !paper ? null : hasPassed(points, paper.passPoints, status),
          });
        }
      }
      return {
        planId,
        planName: first.planName,
        startMs: first.start_ms,
        releasedMs: first.released_ms,
        totalPoints: paper?.totalPoints ?? 0,
        passPoints: paper?.passPoints ?? 0,
        items,
      };
    },
  };
}

/** Hashes the parts of a room's board whose change must reach a waiting tablet: all but the server's time and the connections of the PCs. */
function computeBoardVersion({ serverNow: _now, seats, ...board }: Omit<RoomBoard, 'version'>): string {
  const shownCommands = seats.map(({ heardMs: _heard, connected: _connected, ...seat }) => seat);
  return createHash('sha256')
    .update(JSON.stringify([board, shownCommands]))
    .digest('base64url')
    .slice(0, 22);
}
