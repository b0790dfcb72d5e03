import { setImmediate as nextTurn } from 'node:timers/promises';
import { userStatus } from '../../../../../sync/contract/codes.ts';
import { type UserType, userTypes } from '../../../../../sync/contract/roles.ts';
import { type Caller, type Handlers, refuse } from '../../../../http/handler.ts';
import { isUniqueViolation } from '../../../../db/constraint-errors.ts';
import { runUnitOfWork } from '../../../../resources/unit-of-work.ts';
import { createClassReads } from '../../class/class-reads.ts';
import { indexIdNumber } from '../id-number.ts';
import { hashInitialPassword, makeInitialPassword } from '../sign-in/initial-password.ts';
import { createPeopleService, type PeopleDeps } from '../people/people-service.ts';
import { type CheckedPersonRow, readPeopleSheet, type PeopleSheetRow, rowsPerTurn } from './people-import.ts';
import { peopleMessages as messages } from '../people-messages.ts';
import type { NewPerson } from '../people/people-store.ts';

/** Steps of an import, in their order. */
type ImportStep = 'checking' | 'preparing' | 'writing';
interface PeopleImportProgress {
  readonly step: ImportStep;
  readonly done: number;
  readonly total: number;
}
type ReportImportProgress = (step: ImportStep, done: number, total: number) => void;

/** Tracks the progress of running imports by user and `progress_key` of the call, in memory only: a restart ends the imports anyway. */
function createImportProgress() {
  const running = new Map<string, PeopleImportProgress>();
  const nameOf = (userId: number, key: string): string => `${userId}/${key}`;
  return {
    getProgress: (userId: number, key: string): PeopleImportProgress =>
      running.get(nameOf(userId, key)) ?? { step: 'checking', done: 0, total: 0 },

    /** Runs an import and removes its progress afterwards. */
    async during<T>(userId: number, key: string | undefined, work: (say: ReportImportProgress) => Promise<T>): Promise<T> {
      if (key === undefined) return work(() => undefined);
      const name = nameOf(userId, key);
      try {
        return await work((step, done, total) => void running.set(name, { step, done, total }));
      } finally {
        running.delete(name);
      }
    },
  };
}

type Context = Parameters<Handlers<'user'>['import']>[1];
interface Sheet {
  readonly school_id?: number | undefined;
  readonly user_type: UserType | null;
  readonly rows: readonly PeopleSheetRow[];
  readonly addClasses: boolean;
}
interface CheckedPeopleSheet {
  readonly schoolId: number;
  readonly rows: readonly CheckedPersonRow[];
  readonly classIds: ReadonlyMap<string, number>;
  readonly newClasses: readonly string[];
}

/** Creates the calls that import people from a sheet, thousands at once. Preview and import make the same checks. */
export function createPeopleImportHandlers(deps: PeopleDeps): Pick<Handlers<'user'>, 'importPreview' | 'import' | 'getImportProgress'> {
  const progress = createImportProgress();
  const service = createPeopleService(deps);
  const { personal } = deps.keys;

  const judge = async (sheet: Sheet, caller: Caller, say: ReportImportProgress): Promise<CheckedPeopleSheet> => {
    const rights = await service.rights(caller);
    const schoolId = rights.schoolOf(sheet.school_id);
    if (schoolId === null) refuse('forbidden', messages.otherSchool());
    const byName = await createClassReads(deps.db).idsByName(schoolId);
    const mayInto = (type: UserType, classId: number | null) => rights.manages({ school_id: schoolId, user_type: type, class_id: classId });
    const allowed = allTypes.filter((type) => mayInto(type, null) || [...byName.values()].some((id) => mayInto(type, id)));
    if (sheet.user_type === null ? allowed.length === 0 : !allowed.includes(sheet.user_type)) refuse('forbidden', messages.typeNotYours());

    const rows = await readPeopleSheet(sheet.rows, { defaultType: sheet.user_type, allowed }, deps.clock.nowMs(), (done) => {
      say('checking', done, sheet.rows.length);
      return nextTurn();
    });
    const values = (field: 'login_name' | 'student_no' | 'ticket_no') => rows.flatMap(({ person }) => person[field] || []);
    const knownValues = await service.people.known(schoolId, {
      login_name: values('login_name'),
      student_no: values('student_no'),
      ticket_no: values('ticket_no'),
    });
    const indexes = rows.map(({ type, person }) =>
      (type === 7 || type === 8) && person.id_number ? indexIdNumber(person.id_number, schoolId, personal) : null,
    );
    const nameByIdIndex = await service.people.knownIdNumbers(
      schoolId,
      indexes.filter((index) => index !== null),
    );
    const newClasses = new Map<string, string>();
    for (const [at, { row, type, person, className, borrowed, faults }] of rows.entries()) {
      if (type === null) continue;
      const isTaken = (column: 'login_name' | 'student_no' | 'ticket_no') => knownValues[column].has(person[column].toLowerCase());
      if (isTaken('login_name') && !(borrowed && (isTaken('student_no') || isTaken('ticket_no'))))
        faults.push({ row, column: 'login_name', value: person.login_name, reason: messages.loginNameExists() });
      for (const column of ['student_no', 'ticket_no'] as const)
        if (person[column] !== '' && isTaken(column)) faults.push({ row, column, value: person[column], reason: messages.numberExists() });
      const holderName = nameByIdIndex.get(indexes[at]?.toString('hex') ?? '');
      if (holderName !== undefined) faults.push({ row, column: 'id_number', value: '', reason: messages.idNumberExists(holderName) });
      const classId = byName.get(className.toLowerCase());
      if (className !== '' && classId === undefined) {
        if (sheet.addClasses && mayInto(type, null)) newClasses.set(className.toLowerCase(), className);
        else faults.push({ row, column: 'class', value: className, reason: messages.classMissing(className) });
      } else if (!mayInto(type, classId ?? null))
        faults.push({ row, column: 'class', value: className, reason: messages.onlyOwnClasses() });
    }
    return { schoolId, rows, classIds: byName, newClasses: [...newClasses.values()] };
  };

  return {
    getImportProgress: ({ progress_key }, { caller }) => progress.getProgress(caller.userId, progress_key),

    async importPreview(input, { caller, language }) {
      const judgedSheet = await progress.during(caller.userId, input.progress_key, (say) => judge(input, caller, say));
      const faulty = judgedSheet.rows.filter((row) => row.faults.length > 0).length;
      return {
        good: judgedSheet.rows.length - faulty,
        faulty,
        faults: judgedSheet.rows.flatMap((row) =>
          row.faults.map((fault) => ({ ...fault, ...(row.sheet !== undefined && { sheet: row.sheet }), reason: fault.reason[language] })),
        ),
        newClasses: [...judgedSheet.newClasses],
      };
    },

    import: (input, context) => progress.during(context.caller.userId, input.progress_key, (say) => write(input, context, say)),
  };

  async function write(input: Sheet & { mode: 'good' | 'all' }, context: Context, say: ReportImportProgress) {
    const judgedSheet = await judge(input, context.caller, say);
    const { schoolId, rows } = judgedSheet;
    const validRows = rows.flatMap((row) => (row.type === null || row.faults.length > 0 ? [] : [{ ...row, type: row.type }]));
    if (input.mode === 'all' && validRows.length < rows.length)
      refuse('refused', messages.importRefused(rows.length - validRows.length, rows.length));
    if (validRows.length === 0) refuse('refused', messages.importNothing());

    const newAccounts: { row: number; name: string; login_name: string; password: string; className: string; person: NewPerson }[] = [];
    for (const [at, { row, type, person, className }] of validRows.entries()) {
      if (at % rowsPerTurn === 0) {
        say('preparing', at, validRows.length);
        await nextTurn();
      }
      const password = makeInitialPassword(deps.chance);
      newAccounts.push({
        row,
        name: person.name,
        login_name: person.login_name,
        password,
        className,
        person: {
          ...service.columnsOf(person),
          ...service.sealed(person.id_number ?? '', schoolId),
          school_id: schoolId,
          user_type: type,
          status: userStatus.enabled,
          pwd_hash: hashInitialPassword(password, personal, deps.chance),
          must_change: 1,
        },
      });
    }
    const neededClasses = new Set(newAccounts.map(({ className }) => className.toLowerCase()));
    const types = [...new Set(validRows.map(({ type }) => type))];
    const after = { imported: newAccounts.length, user_type: types.length === 1 ? types[0] : types };
    const into = {
      schoolId,
      classIds: judgedSheet.classIds,
      newClasses: judgedSheet.newClasses.filter((name) => neededClasses.has(name.toLowerCase())),
    };
    const reportWritten = (count: number) => {
      say('writing', count, validRows.length);
      return nextTurn();
    };
    const work = runUnitOfWork(deps.db, schoolId, context, async (tx) => {
      const ids = await service.people.addAll(tx, into, newAccounts, { nowMs: deps.clock.nowMs() }, reportWritten);
      await context.audit.noteIn(tx, { entity: 'user', id: null, before: null, after, schoolId });
      return {
        imported: ids.length,
        skipped: rows.length - ids.length,
        passwords: newAccounts.map(({ row, name, login_name, password, className }, at) => ({
          id: ids[at] ?? 0,
          row,
          name,
          login_name,
          password,
          class_name: className,
        })),
      };
    });
    return work.catch((error: unknown) => {
      // A person with the same number was added between the check and the transaction.
      if (isUniqueViolation(error)) refuse('refused', messages.importOvertaken());
      throw error;
    });
  }
}

const allTypes = Object.keys(userTypes).map((type) => Number(type) as UserType);
