import type { enrollCalls } from '../../../sync/contract/enroll.ts';
import { meant } from '../../../sync/contract/form-design.ts';
import { type FilingKind, filingKinds } from '../../../sync/machines/filing-machine.ts';
import { zoneDay } from '../../../sync/contract/zone-time.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';
import { zoneOfCall } from '../../http/call-zone.ts';
import { refuse } from '../../http/handler.ts';
import { oneChange } from '../../things/one-change.ts';
import { enlist, mostExaminees } from '../exam/enlist-writes.ts';
import { accountWrites } from '../user/account-writes.ts';
import type { ExamUser } from '../user/user-reads.ts';
import { editionStore } from './edition-store.ts';
import { answersOf, type Does, type FilingDeps, filingDesk, filingNote } from './filing-desk.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { wholeIdNumber } from './filing-person.ts';
import { filingStore } from './filing-store.ts';

/** Creates the call that adds people with approved forms to an exam plan, and creates their accounts if they have none. */
export function enlistHandler(deps: FilingDeps, kind: FilingKind): Does<(typeof enrollCalls)['enlist']> {
  const { db, clock } = deps;
  const desk = filingDesk(deps, kind);
  return async ({ planId, ids }, context) => {
    const { caller, audit, language } = context;
    // Looked up before the transaction, because a transaction must not wait for other reads.
    const reach = await desk.reach(caller);
    return oneChange(db, caller.schoolId, context, async (tx) => {
      const nowMs = clock.nowMs();
      const accounts = accountWrites(tx, deps.keys.personal, deps.chance);
      const refused: { id: number; name: string; reason: string }[] = [];
      const users: { user: ExamUser; isNew: boolean }[] = [];
      for (const id of new Set(ids)) {
        const record = await filingStore(tx).reviewed(reach, id);
        const edition = record && (await editionStore(tx).byId(caller.schoolId, record.edition_id));
        if (record === undefined || edition === undefined) {
          refused.push({ id, name: '', reason: messages.notFound()[language] });
          continue;
        }
        const idNumber = wholeIdNumber(edition.design, record, desk.numbers);
        const obstacle =
          record.status !== filingKinds[kind].approved ? messages.notApproved() : idNumber === '' ? messages.noIdNumber() : undefined;
        if (obstacle) {
          refused.push({ id, name: record.name, reason: obstacle[language] });
          continue;
        }
        const phone = meant(edition.design, answersOf(record.answers), 'phone');
        const ticketNo = `${zoneDay(nowMs, zoneOfCall()).slice(0, 4)}${String(caller.schoolId).padStart(3, '0')}${String(record.id).padStart(7, '0')}`;
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
    });
  };
}
