import type { AuditTables } from './schema/audit.ts';
import type { ClassTables } from './schema/class.ts';
import type { ExamTables } from './schema/exam.ts';
import type { ApplicationTables } from './schema/application.ts';
import type { LearnerTables } from './schema/learner.ts';
import type { LearningTables } from './schema/learning.ts';
import type { MarkingTables } from './schema/marking.ts';
import type { PaperTables } from './schema/paper.ts';
import type { ProfessionTables } from './schema/profession.ts';
import type { QuestionTables } from './schema/question.ts';
import type { StartTables } from './schema/start.ts';
import type { SystemTables } from './schema/system.ts';
import type { ResourceTables } from './schema/resource.ts';
import type { UploadTables } from './schema/upload.ts';
import type { UserTables } from './schema/user.ts';

/**
 * Every table of the modules' database. Declared resources (`sync/contract/resources.ts`) bring their own tables; each other module has a file under
 * `schema/`.
 */
export interface Database
  extends
    AuditTables,
    ClassTables,
    ExamTables,
    ApplicationTables,
    LearnerTables,
    LearningTables,
    MarkingTables,
    PaperTables,
    ProfessionTables,
    QuestionTables,
    StartTables,
    SystemTables,
    ResourceTables,
    UploadTables,
    UserTables {}
