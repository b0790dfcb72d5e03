import { articleResource } from './learning/article.ts';
import { courseResource } from './learning/course.ts';
import { coursewareResource } from './learning/courseware.ts';
import { enrolmentBatchResource } from './applications/batch.ts';
import { classResource } from './people/class.ts';
import { declarationResource } from './applications/declaration.ts';
import { formResource } from './applications/form.ts';
import { examPlaceResource, examRoomResource, markerGroupResource } from './exams/exam-place.ts';
import type { apiContract } from './index.ts';
import { professionResource } from './people/profession.ts';
import { reportTemplateResource } from './applications/report.ts';
import { ruleSetResource } from './applications/rule-set.ts';
import { webhookResource } from './platform/webhook.ts';
import type { Resource } from './resource.ts';

type Contract = typeof apiContract;
type Declared = {
  [M in keyof Contract]: Contract[M] extends { readonly modify: { readonly thing: Resource } } ? M : never;
}[keyof Contract];

/** All declared resources, for the audit log's labels and the tests. A missing one is a type error. */
export const resources = {
  class: classResource,
  courseware: coursewareResource,
  course: courseResource,
  info: articleResource,
  prof: professionResource,
  form: formResource,
  batch: enrolmentBatchResource,
  declaration: declarationResource,
  examPlace: examPlaceResource,
  examRoom: examRoomResource,
  markerGroup: markerGroupResource,
  ruleSet: ruleSetResource,
  report: reportTemplateResource,
  webhook: webhookResource,
} as const satisfies Record<Declared, Resource>;
