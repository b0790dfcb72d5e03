import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, type Message, refuse } from '../../../http/handler.ts';
import { collectReferences } from '../../../resources/references.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { isLastSystemUser } from './person-claims-store.ts';
import { createPeopleService, type PeopleDeps } from './people-service.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import { setPersonType, adaptToUserType } from './person-type-store.ts';

const sits = (type: number): boolean => type === 7 || type === 8;

/** Creates the call that changes a person's type, for example from student to examinee. The caller must be allowed to manage both types. */
export function createPersonTypeHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'setType'> {
  const desk = createPeopleService(deps);

  /** Lists obligations of the old type that the new one cannot fulfil: exams to sit, classes to teach. */
  const tiesOf = async (db: Kysely<Database>, userId: number, from: number, to: number): Promise<Message[]> => {
    const seats = sits(from) && !sits(to) ? await collectReferences(deps.uses.sitter, db, userId) : [];
    const taught = from === 6 && to !== 6 ? (await createClassReads(db).taughtBy(userId)).size : 0;
    return [...seats, ...(taught > 0 ? [messages.tieClasses(taught)] : [])];
  };

  return {
    async setType({ id, version, user_type: type }, context) {
      const { caller, audit } = context;
      const rights = await desk.rights(caller);
      const before = await desk.toChange({ id, version }, (mine, person) => mine.manages(person), caller, rights);
      if (before.id === caller.userId) refuse('refused', messages.notSelf());
      if (!rights.manages({ ...before, user_type: type })) refuse('forbidden', messages.typeNotYours());
      if (before.user_type === type) refuse('refused', messages.sameType());
      const { user_type: was, class_id, extra_roles, school_id: schoolId } = before;
      return runUnitOfWork(deps.db, 'everything', context, async (tx) => {
        await desk.requireUnchanged(tx, before);
        if (await isLastSystemUser(tx, before)) refuse('refused', messages.lastSystemUser());
        const ties = await tiesOf(tx, id, was, type);
        if (ties.length > 0) refuse('refused', messages.typeTied(before.name, ties));
        const done = await setPersonType(tx, before, type, desk.actor(caller));
        if (!('version' in done)) return desk.takenRefusal(done);
        const sides = { before: { user_type: was, class_id, extra_roles }, after: adaptToUserType(before, type) };
        await audit.noteIn(tx, { entity: 'user', id, name: before.name, ...sides, schoolId });
        return { id, version: done.version };
      });
    },
  };
}
