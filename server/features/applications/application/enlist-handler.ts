import type { enrollCalls } from '../../../../sync/contract/applications/enroll.ts';
import { getAnswerByMeaning } from '../../../../sync/contract/applications/form-design.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { refuse } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { enlistExaminees, maxExaminees } from '../../exams/exam/examinees/enlist-writes.ts';
import { createAccountWrites } from '../../people/user/accounts/account-writes.ts';
import type { ExamUser } from '../../people/user/user-reads.ts';
import { createEditionStore } from './forms/edition-store.ts';
import {
  parseStoredAnswers,
  type ApplicationHandler,
  type ApplicationDeps,
  createApplicationService,
  applicationHistoryKind,
} from './application-service.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { getFullIdNumber } from './application-person.ts';
import { createApplicationStore } from './application-store.ts';

/** Creates the call that adds people whose applications were approved to an exam plan, and creates their accounts if they have none. */
export function createEnlistHandler(deps: ApplicationDeps, kind: ApplicationKind): ApplicationHandler<(typeof enrollCalls)['enlist']> {
  const { db, clock } = deps;
  const service = createApplicationService(deps, kind);
  return async ({ planId, ids }, context) => {
    const { caller, audit, language } = context;
    // Look up the caller's classes before the transaction, because a transaction must not wait for other reads.
    const reach = await service.reach(caller);
    return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
      const nowMs = clock.nowMs();
      const accounts = createAccountWrites(tx, deps.keys.personal, deps.chance);
      const refused: { id: number; name: string; reason: string }[] = [];
      const users: { user: ExamUser; isNew: boolean }[] = [];
      for (const id of new Set(ids)) {
        const record = await createApplicationStore(tx).reviewed(reach, id);
        const edition = record && (await createEditionStore(tx).byId(caller.schoolId, record.edition_id));
        if (record === undefined || edition === undefined) {
          refused.push({ id, name: '', reason: messages.notFound()[language] });
          continue;
        }
        const idNumber = getFullIdNumber(edition.design, record, service.numbers);
        const obstacle =
          record.status !== applicationKinds[kind].approved ? messages.notApproved() : idNumber === '' ? messages.noIdNumber() : undefined;
        if (obstacle) {
          refused.push({ id, name: record.name, reason: obstacle[language] });
          continue;
        }
        const phone = getAnswerByMeaning(edition.design, parseStoredAnswers(record.answers), 'phone');
        const ticketNo = `${formatZoneDay(nowMs, getCallZone()).slice(0, 4)}${String(caller.schoolId).padStart(3, '0')}${String(record.id).padStart(7, '0')}`;
        const account = await accounts.examinee(caller.schoolId, { ...record, idNumber, phone, ticketNo }, nowMs);
        users.push(account);
        if (record.examinee_id !== account.user.id) {
          const columns = { status: record.status, examinee_id: account.user.id, updated_ms: nowMs };
          const { version } = await createApplicationStore(tx).write(tx, record, columns, null, () => record);
          await createChangeNoteStore(tx).write(
            { kind: applicationHistoryKind, id: record.id, version },
            { userId: caller.userId, nowMs, fields: ['examinee'] },
          );
        }
      }
      const outcome = await enlistExaminees(
        tx,
        planId,
        users.map(({ user }) => user),
        { schoolId: caller.schoolId, userId: caller.userId, nowMs },
      );
      if (outcome === 'notFound') refuse('notFound', messages.planNotFound());
      if (outcome === 'published') refuse('refused', messages.planPublished());
      if (outcome === 'full') refuse('refused', messages.planFull(maxExaminees));
      const addedIds = new Set(outcome);
      const accountCount = users.filter(({ isNew }) => isNew).length;
      if (addedIds.size + accountCount > 0)
        await audit.noteIn(tx, {
          entity: 'examPlan',
          id: planId,
          before: {},
          after: { examinees: users.map(({ user }) => user.name), accounts: accountCount },
        });
      return {
        accounts: accountCount,
        added: addedIds.size,
        already: users.filter(({ user }) => !addedIds.has(user.id)).map(({ user }) => user.name),
        refused,
      };
    });
  };
}
