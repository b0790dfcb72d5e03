import { formResource } from '../../../sync/contract/applications/form.ts';
import { ruleSetResource } from '../../../sync/contract/applications/rule-set.ts';
import { enrolmentBatchResource } from '../../../sync/contract/applications/batch.ts';
import { declarationResource } from '../../../sync/contract/applications/declaration.ts';
import type { ApplicationEvent } from '../../../sync/contract/codes.ts';
import { defineResourceTable } from './resource-table.ts';
import { caselessText, text, rowId, integer, flag, bytes, defineTable } from './table.ts';

export const applicationTables = {
  form: defineResourceTable(formResource, {
    name: caselessText(),
    design: text(),
    note: text(),
  }),
  form_edition: defineTable(
    {
      id: rowId(),
      form_id: integer().references('form'),
      number: integer(),
      name: text(),
      /** Fields of the form as JSON. */
      design: text(),
      user_id: integer(),
      at_ms: integer(),
    },
    {
      unique: 'form_id, number',
    },
  ),
  rule_set: defineResourceTable(
    ruleSetResource,
    {
      standard: caselessText(),
      note: text(),
      levels: text(),
      cases: text(),
      /** Version number of the published eligibility rules among those for the same standard; 0: a draft. */
      number: integer().default(0),
    },
    {
      indexes: {
        rule_set_number: { on: 'standard, number', unique: true, where: 'number > 0' },
        rule_set_updated: 'updated_ms, standard',
        rule_set_standard: 'standard, id',
      },
    },
  ),
  enroll_batch: defineResourceTable(
    enrolmentBatchResource,
    {
      name: caselessText(),
      profession_id: integer().nullable().references('profession'),
      level: integer(),
      recognition: integer(),
      parts: text(),
      form_id: integer().nullable().references('form'),
      opens_ms: integer(),
      closes_ms: integer(),
      quota: integer(),
      waiting_list: flag(),
      photo_rule: text(),
      proofs: text(),
      notice: text(),
      status: integer().default(0).check('status IN (0, 1, 2)'),
      rule_set_id: integer().nullable().references('rule_set'),
    },
    {
      indexes: {
        enroll_batch_form: 'form_id',
      },
    },
  ),
  declaration_plan: defineResourceTable(
    declarationResource,
    {
      name: caselessText(),
      profession_id: integer().nullable().references('profession'),
      level: integer(),
      form_id: integer().nullable().references('form'),
      opens_ms: integer(),
      closes_ms: integer(),
      class_ids: text(),
      notice: text(),
      status: integer().default(0).check('status IN (0, 1, 2)'),
      rule_set_id: integer().nullable().references('rule_set'),
    },
    {
      indexes: {
        declaration_plan_form: 'form_id',
        declaration_plan_category: 'school_id, category',
      },
    },
  ),
  /**
   * Newest reminder to hand in a declaration (an application by a student of the school), for each project and student. `day`: the day in Beijing on
   * which it was sent.
   */
  declaration_reminder: defineTable(
    {
      offer_id: integer().references('declaration_plan', 'CASCADE'),
      user_id: integer().references('user', 'CASCADE'),
      day: text(),
      at_ms: integer(),
      by_id: integer(),
    },
    {
      primaryKey: 'offer_id, user_id',
      indexes: {
        declaration_reminder_user: 'user_id',
      },
    },
  ),
  declaration_folder: defineTable(
    {
      school_id: integer().references('school'),
      path: text(),
    },
    {
      primaryKey: 'school_id, path',
    },
  ),
  /** A form filled in for an enrolment batch or a declaration project. */
  application: defineTable(
    {
      id: rowId(),
      school_id: integer().references('school'),
      kind: text<'enroll' | 'declare'>().check("kind IN ('enroll', 'declare')"),
      offer_id: integer(),
      user_id: integer().references('user'),
      edition_id: integer().references('form_edition'),
      status: integer(),
      name: text(),
      /** ID number, masked. `secrets` holds the full numbers, encrypted; the index finds a number without decryption. */
      id_number: text(),
      id_number_index: bytes().nullable(),
      secrets: bytes().nullable(),
      photo: text(),
      source: text(),
      employer: text(),
      /** Answers to the form's fields as JSON. Numbers of ID documents are masked. */
      answers: text(),
      doubt: text().default(''),
      marks: text().default('{}'),
      reason: text().default(''),
      rounds: integer().default(0),
      /** Time of the hand-in that gave the application its place in the queue of the batch; null before. A corrected application keeps it. */
      queued_ms: integer().nullable(),
      submitted_ms: integer().nullable(),
      decided_ms: integer().nullable(),
      examinee_id: integer().nullable().references('user'),
      version: integer().default(1),
      updated_ms: integer(),
      created_ms: integer().immutable(),
    },
    {
      unique: 'kind, offer_id, user_id',
      indexes: {
        application_submitted: 'school_id, kind, submitted_ms, id, status, offer_id, doubt',
        application_name: 'school_id, kind, name, id, status, offer_id, doubt',
        application_offer: 'kind, offer_id, status, queued_ms',
        application_number: { on: 'school_id, id_number_index', where: 'id_number_index IS NOT NULL' },
        application_user: 'user_id, kind, offer_id',
        application_edition: 'edition_id',
      },
    },
  ),
  application_step: defineTable(
    {
      application_id: integer().references('application', 'CASCADE'),
      n: integer(),
      event: text<ApplicationEvent>(),
      status: integer(),
      user_id: integer(),
      at_ms: integer(),
      edition_id: integer(),
      /** The applicant's answers after this event, with ID numbers masked; '' if the event wrote no answers. */
      answers: text(),
      marks: text(),
      reason: text(),
    },
    {
      primaryKey: 'application_id, n',
    },
  ),
};
