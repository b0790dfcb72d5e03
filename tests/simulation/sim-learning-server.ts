import { createSecretKey } from 'node:crypto';
import { apiErrors } from '../../sync/contract/errors.ts';
import { exerciseCalls } from '../../sync/contract/learning/exercise.ts';
import { learnCalls } from '../../sync/contract/learning/learn.ts';
import { maxEvaluatedAnswers } from '../../sync/domain/learning/wrong-book.ts';
import { openDatabase, type OpenDatabase } from '../../server/db/opening/open.ts';
import { noAudit } from '../../server/http/audit.ts';
import { type Caller, catchRefusal } from '../../server/http/handler.ts';
import { createMediaTickets } from '../../server/http/media-ticket.ts';
import { createExerciseHandlers } from '../../server/features/learning/exercise/exercise-handlers.ts';
import { createExerciseStore } from '../../server/features/learning/exercise/exercise-store.ts';
import { createOwnStore } from '../../server/features/learning/exercise/own-store.ts';
import { createLearnHandlers } from '../../server/features/learning/learn/learn-handlers.ts';
import { createLearnStore } from '../../server/features/learning/learn/learn-store.ts';
import type { CallerContext } from '../../server/resources/change.ts';
import type { CommitFault, SimEnvelope } from './sim-envelope.ts';

export type LearnCall = 'record' | 'getById';
const practiceNames = ['record', 'myAnswers', 'keepOwn', 'myOwn'] as const;
type PracticeName = (typeof practiceNames)[number];
export type PracticeCall = `practice/${PracticeName}`;
export type ModuleCall = LearnCall | PracticeCall;

const practiceNameOf = (call: string): PracticeName | undefined => practiceNames.find((name) => call === `practice/${name}`);
export const isModuleCall = (call: string): call is ModuleCall =>
  call === 'record' || call === 'getById' || practiceNameOf(call) !== undefined;

/** First user id of the learners who practise, and ids of the questions of their school. */
export const simPractice = { firstLearner: 720, questions: [1, 2, 3, 4] } as const;
export const simCourse = { id: 1, film: 1, filmMs: 600_000, quiz: 2, firstLearner: 700 } as const;

let template: Buffer | undefined;

/** Builds a database with a school, a published course with a film and a quiz, and a class of learners. Built once, then copied. */
function image(): Buffer {
  if (template) return template;
  const { raw } = openDatabase(':memory:', 1);
  const { id, film, filmMs, quiz, firstLearner } = simCourse;
  const person = (id: number, inClass: string): string => `(${id}, 1, 'l${id}', 7, 'l${id}', '', ${inClass}, 1, 1)`;
  const people = [0, 1].flatMap((n) => [person(firstLearner + n, '1'), person(simPractice.firstLearner + n, 'NULL')]);
  const questions = simPractice.questions.map((n) => `(${n}, 1, 1, 3, '', '[]', '{}', '', 1, '', '', '', '${n}', 1, 1, 1, 1)`);
  const ware = `school_id, category, body, link, captions, note, maker_id, updated_ms, created_ms`;
  raw.exec(`
    INSERT INTO school (id, website, title, created_ms) VALUES (1, 'sim', 'sim', 1);
    INSERT INTO class (id, school_id, name, grade, note, updated_ms, created_ms) VALUES (1, 1, 'sim', '', '', 1, 1);
    INSERT INTO "user" (id, school_id, login_name, user_type, name, pwd_hash, class_id, created_ms, updated_ms) VALUES ${people.join()};
    INSERT INTO question (id, school_id, type, status, stem, options, answer_key, analysis, difficulty, category, source, plain, hash,
      created_by, created_ms, updated_by, updated_ms) VALUES ${questions.join()};
    INSERT INTO courseware (id, title, kind, duration_ms, pages, question_ids, ${ware})
      VALUES (${film}, 'film', 'video', ${filmMs}, 0, '[]', 1, '', '', '', '', '', 1, 1, 1),
        (${quiz}, 'quiz', 'quiz', 0, 4, '[1,2,3,4]', 1, '', '', '', '', '', 1, 1, 1);
    INSERT INTO course (id, school_id, title, category, cover, summary, hour_minutes, in_order, status, maker_id, updated_ms, created_ms)
      VALUES (${id}, 1, 'sim', '', '', '', 45, 0, 1, 1, 1, 1);
    INSERT INTO course_section (course_id, sid, position, depth, title) VALUES (${id}, 1, 0, 1, 'all');
    INSERT INTO course_item (course_id, sid, position, courseware_id) VALUES (${id}, 1, 0, ${film}), (${id}, 1, 1, ${quiz});
    INSERT INTO course_class (course_id, class_id) VALUES (${id}, 1);
  `);
  template = raw.serialize();
  raw.close();
  return template;
}

interface Parts {
  readonly nowMs: () => number;
  readonly serverEpoch: () => string;
  /** Called when a commit has just failed with this fault. */
  readonly struck: (fault: CommitFault) => void;
}

/** Runs the real handlers of learning and practice on a simulated main database of the server (everything except the answer log). */
export class SimLearningServer {
  readonly #parts: Parts;
  #open!: OpenDatabase;
  #handlers!: ReturnType<typeof createLearnHandlers>;
  #practice!: ReturnType<typeof createExerciseHandlers>;
  #armed: CommitFault | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.putBack(image());
  }

  arm(fault: CommitFault | undefined): void {
    this.#armed = fault;
  }

  backUp(): Buffer {
    return this.#open.raw.serialize();
  }

  putBack(file: Buffer): void {
    this.#open = openDatabase(file, 1);
    this.#guard();
    const { nowMs, serverEpoch } = this.#parts;
    const tickets = createMediaTickets(createSecretKey(Buffer.alloc(32, 1)));
    this.#handlers = createLearnHandlers({ db: this.#open.db, clock: { nowMs }, tickets, serverEpoch });
    this.#practice = createExerciseHandlers({ db: this.#open.db, clock: { nowMs } });
  }

  #guard(): void {
    const { raw } = this.#open;
    const prepare = raw.prepare.bind(raw);
    const guarded = (sql: string) => {
      if (sql !== 'commit') return prepare(sql);
      const fault = this.#armed;
      if (!fault) return prepare(sql);
      this.#armed = undefined;
      if (fault === 'crashAfterCommit') raw.exec('commit');
      this.#parts.struck(fault);
      throw new Error(fault);
    };
    Object.defineProperty(raw, 'prepare', { value: guarded });
  }

  /** Handles a call as the HTTP mount does. `body` contains the caller's user id, because the simulation has no session tokens. */
  async handle(call: ModuleCall, body: string): Promise<SimEnvelope> {
    const { as, input } = JSON.parse(body) as { as: number; input: unknown };
    const name = practiceNameOf(call);
    const parsed = (name ? exerciseCalls[name] : learnCalls[call as LearnCall]).input.safeParse(input);
    if (!parsed.success) return { code: apiErrors.invalid.code, data: null };
    const caller: Caller = { userId: as, userType: 7, roles: ['student'], schoolId: 1, sessionId: 1 };
    const context: CallerContext = { caller, audit: noAudit, ip: '', language: 'zh-CN', signal: new AbortController().signal };
    const handler = (name ? this.#practice[name] : this.#handlers[call as LearnCall]) as (
      input: unknown,
      context: CallerContext,
    ) => Promise<unknown>;
    return catchRefusal<SimEnvelope, SimEnvelope>(
      async () => ({ code: 0, data: await handler(parsed.data, context) }),
      ({ error }) => ({ code: apiErrors[error].code, data: null }),
    );
  }

  /** This function and the next three read a user's data directly from the database, without the handlers. */
  progressOf = (userId: number) => createLearnStore(this.#open.db).progress(userId, [simCourse.id]);
  practisedOf = (userId: number) => createExerciseStore(this.#open.db).answers(userId, maxEvaluatedAnswers);
  ownOf = (userId: number) => createOwnStore(this.#open.db).all(userId);
  knownOf = (userId: number, ids: readonly string[]) => createLearnStore(this.#open.db).knownMarks(userId, ids);
}
