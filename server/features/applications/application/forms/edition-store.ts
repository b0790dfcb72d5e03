import type { Kysely } from 'kysely';
import type { FormDesign } from '../../../../../sync/contract/applications/form-design.ts';
import type { Database } from '../../../../db/schema.ts';
import { countByColumn, countRows } from '../../../../db/list-page.ts';

export interface FormEdition {
  readonly id: number;
  readonly formId: number;
  readonly number: number;
  readonly name: string;
  readonly design: FormDesign;
  readonly userId: number;
  readonly atMs: number;
}

/** Stores the editions of application forms. An edition is a published state of the form's design; it is written once and never changed. */
export function createEditionStore(db: Kysely<Database>) {
  const all = () => db.selectFrom('form_edition').innerJoin('form', 'form.id', 'form_edition.form_id').selectAll('form_edition');
  const parseEdition = (row: Awaited<ReturnType<ReturnType<typeof all>['execute']>>[number]): FormEdition => ({
    id: row.id,
    formId: row.form_id,
    number: row.number,
    name: row.name,
    design: JSON.parse(row.design) as FormDesign,
    userId: row.user_id,
    atMs: row.at_ms,
  });
  return {
    async byId(schoolId: number, id: number): Promise<FormEdition | undefined> {
      const row = await all().where('form.school_id', '=', schoolId).where('form_edition.id', '=', id).executeTakeFirst();
      return row && parseEdition(row);
    },

    /** Maps each of these forms to its newest published edition. */
    async newest(formIds: readonly number[]): Promise<Map<number, FormEdition>> {
      if (formIds.length === 0) return new Map();
      const rows = await all()
        .where('form_id', 'in', [...new Set(formIds)])
        .orderBy('number')
        .execute();
      return new Map(rows.map((row) => [row.form_id, parseEdition(row)]));
    },

    /** Maps each edition to the number of applications that were filled on it. */
    countApplications: (ids: readonly number[]): Promise<Map<number, number>> =>
      countByColumn(db.selectFrom('application'), 'edition_id', ids),

    add: (edition: Omit<FormEdition, 'id'>) =>
      db
        .insertInto('form_edition')
        .values({
          form_id: edition.formId,
          number: edition.number,
          name: edition.name,
          design: JSON.stringify(edition.design),
          user_id: edition.userId,
          at_ms: edition.atMs,
        })
        .execute(),

    /** Deletes all editions of a form that no batch or project uses any more. */
    drop: (formId: number) => db.deleteFrom('form_edition').where('form_id', '=', formId).execute(),

    /** Counts the enrolment batches and declaration projects that use the form. */
    async uses(formId: number): Promise<number> {
      const counts = await Promise.all(
        (['enroll_batch', 'declaration_plan'] as const).map((table) => countRows(db.selectFrom(table).where('form_id', '=', formId))),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },

    /** Lists the forms of a school that have a published edition, by name. */
    async inUse(schoolId: number): Promise<{ id: number; name: string; edition: number }[]> {
      const rows = await db
        .selectFrom('form')
        .innerJoin('form_edition', 'form_edition.form_id', 'form.id')
        .where('school_id', '=', schoolId)
        .groupBy(['form.id', 'form.name'])
        .select(['form.id', 'form.name', (eb) => eb.fn.max('number').as('edition')])
        .orderBy('form.name')
        .execute();
      return rows.map(({ id, name, edition }) => ({ id, name, edition: Number(edition) }));
    },
  };
}
