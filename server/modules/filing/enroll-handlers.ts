import { enrolmentStatus } from '../../../sync/contract/codes.ts';
import { meant } from '../../../sync/contract/form-design.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { draftPlans } from '../exam/enlist-reads.ts';
import { enlist, mostExaminees } from '../exam/enlist-writes.ts';
import { accountWrites } from '../user/account-writes.ts';
import { idNumberReads } from '../user/id-number-reads.ts';
import type { ExamUser } from '../user/user-reads.ts';
import { applicantHandlers } from './applicant-handlers.ts';
import { classHandlers } from './class-import.ts';
import { editionStore } from './edition-store.ts';
import { answersOf, type FilingDeps, filingNote, inTurn } from './filing-desk.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { wholeIdNumber } from './filing-person.ts';
import { filingStore } from './filing-store.ts';
import { reviewHandlers } from './review-handlers.ts';
import { tableHandlers } from './filing-table.ts';

export function enrollHandlers(deps: FilingDeps): Handlers<'enroll'> {
  const { db, clock } = deps;
  const { getMine, submit, withdraw } = applicantHandlers(deps, 'enroll');
  const numbers = idNumberReads(deps.keys.personal, deps.chance);

  return {
    getMine,
    submit,
    withdraw,
    ...reviewHandlers(deps, 'enroll'),
    ...classHandlers(deps),
    ...tableHandlers(deps),

    getPlans: async (_input, { caller }) => ({ items: await draftPlans(db, caller.schoolId) }),

    enlist: ({ planId, ids }, { caller, audit, language }) =>
      inTurn(db, caller.schoolId, async (tx) => {
        const nowMs = clock.nowMs();
        const accounts = accountWrites(tx, deps.keys.personal, deps.chance);
        const refused: { id: number; name: string; reason: string }[] = [];
        const users: { user: ExamUser; isNew: boolean }[] = [];
        for (const id of new Set(ids)) {
          const record = await filingStore(tx).byId(caller.schoolId, 'enroll', id);
          const edition = record && (await editionStore(tx).byId(caller.schoolId, record.edition_id));
          if (record === undefined || edition === undefined) {
            refused.push({ id, name: '', reason: messages.notFound()[language] });
            continue;
          }
          const idNumber = wholeIdNumber(edition.design, record, numbers);
          const obstacle =
            record.status !== enrolmentStatus.approved ? messages.notApproved() : idNumber === '' ? messages.noIdNumber() : undefined;
          if (obstacle) {
            refused.push({ id, name: record.name, reason: obstacle[language] });
            continue;
          }
          const phone = meant(edition.design, answersOf(record.answers), 'phone');
          const ticketNo = `${new Date(nowMs).getUTCFullYear()}${String(caller.schoolId).padStart(3, '0')}${String(record.id).padStart(7, '0')}`;
          const account = await accounts.examinee(caller.schoolId, { ...record, idNumber, phone, ticketNo }, nowMs);
          users.push(account);
          if (record.examinee_id !== account.user.id) {
            const columns = { status: record.status, examinee_id: account.user.id, updated_ms: nowMs };
            const { version } = await filingStore(tx).write(tx, record, columns, null, () => record);
            await versionNoteStore(tx).write(
              { kind: filingNote, id: record.id, version },
              { userId: caller.userId, nowMs, fields: ['examinee'] },
            );
          }
        }
        const done = await enlist(
          tx,
          planId,
          users.map(({ user }) => user),
          { schoolId: caller.schoolId, userId: caller.userId, nowMs },
        );
        if (done === 'notFound') return refuse('notFound', messages.planNotFound());
        if (done === 'published') return refuse('refused', messages.planPublished());
        if (done === 'full') return refuse('refused', messages.planFull(mostExaminees));
        const added = new Set(done);
        const made = users.filter(({ isNew }) => isNew).length;
        if (added.size + made > 0)
          await audit.noteIn(tx, {
            entity: 'examPlan',
            id: planId,
            before: {},
            after: { examinees: users.map(({ user }) => user.name), accounts: made },
          });
        return {
          accounts: made,
          added: added.size,
          already: users.filter(({ user }) => !added.has(user.id)).map(({ user }) => user.name),
          refused,
        };
      }),
  };
}
