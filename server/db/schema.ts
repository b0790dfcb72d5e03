import { resources } from '../../sync/contract/resources.ts';
import { applicationTables } from './schema/application.ts';
import { assignmentTables } from './schema/assignment.ts';
import { auditStatements, auditTables } from './schema/audit.ts';
import { examRoomTables } from './schema/exam-room.ts';
import { examTables } from './schema/exam.ts';
import { learnerStatements, learnerTables } from './schema/learner.ts';
import { learningTables } from './schema/learning.ts';
import { markingTables } from './schema/marking.ts';
import { paperStatements, paperTables } from './schema/paper.ts';
import { practiceTables } from './schema/practice.ts';
import { professionStatements, professionTables } from './schema/profession.ts';
import { type QuestionSearchTables, questionStatements, questionTables } from './schema/question.ts';
import { deriveTables } from './schema/resource-table.ts';
import type { Schema } from './schema/schema-sql.ts';
import { systemStatements, systemTables } from './schema/system.ts';
import type { TableTypes } from './schema/table.ts';
import { type UserSearchTables, userStatements, userTables } from './schema/user.ts';
import { webhookTables } from './schema/webhook.ts';

/** Tables with columns, keys or indexes that do not follow from a resource. */
const declaredTables = {
  ...systemTables,
  ...auditTables,
  ...userTables,
  ...webhookTables,
  ...professionTables,
  ...questionTables,
  ...paperTables,
  ...examTables,
  ...examRoomTables,
  ...markingTables,
  ...assignmentTables,
  ...practiceTables,
  ...learnerTables,
  ...learningTables,
  ...applicationTables,
};
const plainTables = deriveTables(resources, declaredTables);
const tables = { ...declaredTables, ...plainTables };

/** Declares the server's main database (everything except the answer log). The SQL of both engines and Kysely's types follow from it. */
export const moduleSchema: Schema = {
  tables,
  statements: [
    systemStatements,
    auditStatements,
    userStatements,
    professionStatements,
    questionStatements,
    paperStatements,
    learnerStatements,
  ],
};

/** Every table of the server's main database, for Kysely. */
export interface Database extends TableTypes<typeof tables>, QuestionSearchTables, UserSearchTables {}
