import type { Kysely } from 'kysely';
import type { ProfessionLevel } from '../../sync/contract/codes.ts';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { contract } from '../../sync/contract/index.ts';
import type { Viewer } from '../db/row-owner-store.ts';
import type { Database } from '../db/schema.ts';
import type { Message } from '../http/handler.ts';

/** What holds something fast, in the words of the module that holds it; `db` may be the transaction of whoever lets it go. */
export type Ties = (db: Kysely<Database>, id: number) => Promise<readonly Message[]>;

/** A school's exams, as the list of schools tells them. */
export interface SchoolExams {
  counts(db: Kysely<Database>, schoolIds: readonly number[]): Promise<Map<number, number>>;
  running(db: Kysely<Database>, schoolId: number, nowMs: number): Promise<number>;
}

/** What is filed under a profession. */
export interface ProfessionUse {
  /** Levels and trades that detail tables have. */
  tablePlaces(db: Kysely<Database>, id: number): Promise<{ levels: ProfessionLevel[]; tradeIds: number[] }>;
  questions(db: Kysely<Database>, id: number): Promise<number>;
  /** The first of these trades that a question has. */
  tradeWithQuestions(db: Kysely<Database>, tradeIds: readonly number[]): Promise<number | undefined>;
}

/** Names of a few plans that take a room (published and not over, where a time is given) or a marker group. */
export interface PlanUse {
  withRoom(db: Kysely<Database>, roomId: number, running?: { readonly nowMs: number }): Promise<string[]>;
  withGroup(db: Kysely<Database>, groupId: number): Promise<string[]>;
}

/** Where a question stood, and how it did there. */
export type QuestionUse = (
  db: Kysely<Database>,
  viewer: Viewer,
  questionId: number,
) => Promise<Pick<CallOutput<typeof contract.question.getUsage>, 'papers' | 'exams' | 'figure' | 'schoolCount'>>;

/**
 * "Is this in use?": modules know those below them and nobody above, so the upper ones say here what they have of the lower ones' things
 * (`server/uses.ts`), and the lower ones ask.
 */
export interface Uses {
  /** What keeps a person from being removed. */
  readonly person: readonly Ties[];
  /** What somebody has as one who sits exams, and keeps them from being anything else. */
  readonly sitter: readonly Ties[];
  readonly schoolExams: SchoolExams;
  readonly profession: ProfessionUse;
  readonly plans: PlanUse;
  readonly question: QuestionUse;
}

export const allTies = async (ties: readonly Ties[], db: Kysely<Database>, id: number): Promise<Message[]> => {
  const found: Message[] = [];
  for (const tie of ties) found.push(...(await tie(db, id)));
  return found;
};
