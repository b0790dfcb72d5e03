import { type Handlers, refuse } from '../../http/handler.ts';
import { certificateReads } from '../certificate/certificate-reads.ts';
import { classReads } from '../class/class-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { recordMessages as messages } from './record-messages.ts';
import { type RecordDeps, recordReads, recordRights } from './record-reads.ts';

export function recordHandlers(deps: RecordDeps): Handlers<'record'> {
  const { db } = deps;
  const records = recordReads(deps);
  const rights = recordRights(db);

  return {
    async getList({ userId }, { caller }) {
      const user = await userReads(db).person(userId ?? caller.userId);
      if (!user || !(await rights.maySee(caller, user))) return refuse('notFound', messages.notFound());
      const classNames = await classReads(db).names(user.class_id === null ? [] : [user.class_id]);
      return {
        user: {
          id: user.id,
          name: user.name,
          login_name: user.login_name,
          student_no: user.student_no,
          class_name: user.class_id === null ? '' : (classNames.get(user.class_id) ?? ''),
        },
        certificates: await certificateReads(db).ofUser(user.id),
        items: await records.sittingsOf(user.id),
      };
    },
  };
}
