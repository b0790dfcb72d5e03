import type { SpareSeatContent } from '../../../../../sync/contract/exams/spare.ts';
import { examUserStatus } from '../../../../../sync/contract/codes.ts';
import { getExamStatusAt } from '../../../../../sync/domain/exams/exam-machine.ts';
import { sealSpareSeat } from '../../../../../sync/crypto/spare-seat.ts';
import { type Handlers, refuse } from '../../../../http/handler.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import { createContentKeyVault } from '../content-key.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { buildPlanNotice, readPictureRetention } from '../plan/exam-notice.ts';
import { readPlanTimes } from '../exam-reads.ts';
import { createExamStore } from '../plan/exam-store.ts';
import { createPlanAccess } from '../plan/plan-access.ts';
import { createRoomCodeService, createSpareCodes, noRoomId } from '../room-codes.ts';
import { createSittingStore } from '../sitting-store.ts';

type SpareCalls = Pick<Handlers<'exam'>, 'getSpareKit' | 'showSpareCode'>;

/** Maximum number of seats sealed for the spare PCs of a room, which costs 100 000 rounds of PBKDF2 each. Rooms have far fewer. */
const mostSeats = 400;

/**
 * Creates the calls for spare PCs without a network (SY15). A room's spare PCs store for each examinee the data with which a spare PC takes over the
 * seat, encrypted under a code that is derived from keys.json and never stored.
 */
export function createSpareHandlers(deps: ExamDeps): SpareCalls {
  const { db, clock, sync, keys } = deps;
  const access = createPlanAccess(db);
  const store = createExamStore(db);
  const sittings = createSittingStore(db);
  const users = createUserReads(db);
  const codes = createRoomCodeService(keys.personal.seal);
  const contentKeys = createContentKeyVault(keys.personal.seal, deps.chance);
  const codeOf = createSpareCodes(keys.personal.seal);
  /**
   * Returns the epoch after the examinee's current one, for which the spare PC's upload token is made. If the examinee moves online before the spare
   * PC is used, the stored seat is void.
   */
  const nextEpoch = async (attemptId: string): Promise<number> => (await sync.currentEpoch(attemptId)) + 1;

  return {
    async getSpareKit({ planId, roomId }, { caller, audit }) {
      const plan = await access.published(caller, planId);
      const room = (await sittings.roomsOf(planId)).find((one) => one.roomId === roomId);
      if (roomId !== noRoomId && !room) refuse('notFound', messages.roomUnknown());
      const roomByUser = await sittings.roomByUser(planId);
      const people = (await store.examinees([planId])).filter((row) => (roomByUser.get(row.user_id) ?? noRoomId) === roomId);
      if (people.length > mostSeats) refuse('refused', messages.spareTooMany(mostSeats));
      audit.note({ entity: 'plan', id: planId, name: plan.name });
      const ids = people.map((row) => row.user_id);
      const persons = await users.people(ids);
      const nowMs = clock.nowMs();
      const sealed = await Promise.all(
        ids.map(async (userId) => {
          const sitting = await sittings.ofUser(caller.schoolId, userId, planId);
          const person = persons.get(userId);
          if (!sitting || (person?.userType !== 7 && person?.userType !== 8)) return [];
          const { attempt_id: attemptId, variant } = sitting;
          const epoch = await nextEpoch(attemptId);
          const status = getExamStatusAt(true, readPlanTimes(sitting), nowMs);
          const seat: SpareSeatContent = {
            grant: sync.issueSitting({ attemptId, planId, epoch, actor: userId, schoolId: caller.schoolId, spare: true }),
            notice: buildPlanNotice(
              sitting,
              { status, task: null, myStatus: examUserStatus.awaiting, scoreReleased: false },
              await readPictureRetention(db, caller.schoolId, [sitting]),
            ),
            variant,
            user: { id: userId, name: person.name, login_name: person.loginName, user_type: person.userType },
          };
          return [{ variant, seat: await sealSpareSeat(codeOf(attemptId, epoch), seat) }];
        }),
      );
      const packages = [];
      for (const variant of new Set(sealed.flat().map((one) => one.variant))) {
        const { version, sealed: paper, size_bytes, content_key } = await sittings.sealedPaper(planId, variant);
        const name = { planId, variant, version };
        const codeWrap = await codes.wrapOf(roomId, name, () => Uint8Array.from(contentKeys.open(content_key, name)));
        packages.push({ ...name, sealed: paper, sizeBytes: size_bytes, codeWrap });
      }
      const { start_ms: startMs, duration_ms: durationMs, name } = plan;
      return {
        planId,
        name,
        startMs,
        durationMs,
        roomId,
        roomName: room?.name ?? '',
        packages,
        seats: sealed.flat().map((one) => one.seat),
      };
    },

    async showSpareCode({ planId, userId }, { caller, audit }) {
      const found = await access.examinee(caller, planId, userId);
      const { examinee } = found;
      audit.note({ entity: 'attempt', id: examinee.attempt_id, name: examinee.name });
      const code = codeOf(examinee.attempt_id, await nextEpoch(examinee.attempt_id));
      return { name: examinee.name, seatLabel: examinee.seat_label, ticketNo: examinee.ticket_no, code };
    },
  };
}
