import type { Kysely } from 'kysely';
import type { ProfessionLevel } from '../../sync/contract/codes.ts';
import type { CallOutput } from '../../sync/contract/call.ts';
import type { apiContract } from '../../sync/contract/index.ts';
import type { Viewer } from '../db/row-owner-store.ts';
import type { Database } from '../db/schema.ts';
import type { Message } from '../http/handler.ts';

/** Returns the reasons why a row cannot be removed, as messages of the module that still refers to it. `db` may be the transaction of the removal. */
export type FindReferences = (db: Kysely<Database>, id: number) => Promise<readonly Message[]>;

/** Counts a school's exams, for the list of schools. */
export interface SchoolExamReferences {
  counts(db: Kysely<Database>, schoolIds: readonly number[]): Promise<Map<number, number>>;
  running(db: Kysely<Database>, schoolId: number, nowMs: number): Promise<number>;
}

/** Finds rows of the upper modules that refer to a profession or its trades. */
export interface ProfessionReferences {
  /** Returns the levels and trades of the profession for which detail tables (tables of assessment points) exist. */
  tablePlaces(db: Kysely<Database>, id: number): Promise<{ levels: ProfessionLevel[]; tradeIds: number[] }>;
  questions(db: Kysely<Database>, id: number): Promise<number>;
  /** Returns the first of these trades that a question uses. */
  tradeWithQuestions(db: Kysely<Database>, tradeIds: readonly number[]): Promise<number | undefined>;
}

/** Finds the plans that use a room or a group of markers, and returns the names of a few. `running`: only plans that are published and not over. */
export interface PlanReferences {
  withRoom(db: Kysely<Database>, roomId: number, running?: { readonly nowMs: number }): Promise<string[]>;
  withGroup(db: Kysely<Database>, groupId: number): Promise<string[]>;
}

/** Returns the papers and exams that contain a question, and the item analysis of the question in these exams. */
export type QuestionUseReader = (
  db: Kysely<Database>,
  viewer: Viewer,
  questionId: number,
) => Promise<Pick<CallOutput<typeof apiContract.question.getUsage>, 'papers' | 'exams' | 'figure' | 'schoolCount'>>;

/**
 * Reference registry: tells whether a row is in use. Modules may not import the modules above them, so the upper modules register here
 * (`server/reference-registry.ts`) which rows of the lower ones they use.
 */
export interface ReferenceRegistry {
  /** Reasons why a user cannot be removed. */
  readonly person: readonly FindReferences[];
  /** Records of a user as an examinee. While they exist, the user's type cannot change. */
  readonly examinee: readonly FindReferences[];
  readonly schoolExams: SchoolExamReferences;
  readonly profession: ProfessionReferences;
  readonly plans: PlanReferences;
  readonly question: QuestionUseReader;
}

/** Collects the reasons of all given modules why the row `id` cannot be removed. */
export const collectReferences = async (ties: readonly FindReferences[], db: Kysely<Database>, id: number): Promise<Message[]> => {
  const messages: Message[] = [];
  for (const tie of ties) messages.push(...(await tie(db, id)));
  return messages;
};
