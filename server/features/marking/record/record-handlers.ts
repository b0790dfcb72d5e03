import { type Handlers, refuse, type Message, say } from '../../../http/handler.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createCertificateReads } from '../certificate/certificate-reads.ts';
import { type RecordDeps, createRecordReads, createRecordRights } from './record-reads.ts';

const messages = {
  notFound: (): Message => say('没有这个用户', 'This user does not exist'),
};

export function createRecordHandlers(deps: RecordDeps): Handlers<'record'> {
  const { db } = deps;
  const records = createRecordReads(deps);
  const rights = createRecordRights(db);

  return {
    async getList({ userId }, { caller }) {
      const user = await createUserReads(db).person(userId ?? caller.userId);
      if (!user || !(await rights.maySee(caller, user))) refuse('notFound', messages.notFound());
      const classNames = await createClassReads(db).names(user.class_id === null ? [] : [user.class_id]);
      return {
        user: {
          id: user.id,
          name: user.name,
          login_name: user.login_name,
          student_no: user.student_no,
          class_name: user.class_id === null ? '' : (classNames.get(user.class_id) ?? ''),
        },
        certificates: await createCertificateReads(db).ofUser(user.id),
        items: await records.sittingsOf(user.id),
      };
    },
  };
}
