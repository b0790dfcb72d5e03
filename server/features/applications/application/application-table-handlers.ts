import type { enrollCalls } from '../../../../sync/contract/applications/enroll.ts';
import {
  type FormDesign,
  type FormList,
  type FormMeaning,
  getAnswerByMeaning,
  getTableAnswer,
  getTextAnswer,
} from '../../../../sync/contract/applications/form-design.ts';
import type { BilingualLabel } from '../../../../sync/contract/resource.ts';
import { formatAnswerCells, listFormSheetColumns } from '../../../../sync/domain/applications/form-sheet.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createEditionStore } from './forms/edition-store.ts';
import { parseStoredAnswers, type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { unmaskIdNumbers } from './application-person.ts';
import { type ApplicationRecord, createApplicationStore } from './application-store.ts';
import { createOfferStore } from './offer-store.ts';

type Calls = typeof enrollCalls;
/** Maximum number of applications in one exported table. */
const maxRows = 5000;

/** Columns about an applicant, in the order in which the supervising authority's record system (a program outside Wenkao) reads them. */
const recordMeanings: readonly (readonly [BilingualLabel, FormMeaning | 'ethnicity' | 'political'])[] = [
  [['姓名', 'Name'], 'name'],
  [['证件类型', 'Type of ID'], 'idType'],
  [['证件号码', 'ID number'], 'idNumber'],
  [['性别', 'Sex'], 'sex'],
  [['出生日期', 'Birthday'], 'birthday'],
  [['民族', 'Ethnicity'], 'ethnicity'],
  [['政治面貌', 'Political status'], 'political'],
  [['文化程度', 'Education'], 'education'],
  [['联系电话', 'Phone'], 'phone'],
  [['工作单位', 'Employer'], 'employer'],
  [['考生来源', 'Source'], 'source'],
  [['认定类型', 'Recognition type'], 'recognition'],
  [['原证书编号', 'Certificate held'], 'certificateNo'],
  [['原证书取得日期', 'Its date'], 'certificateDate'],
];
const recordHead: readonly BilingualLabel[] = [
  ['序号', 'No.'],
  ['职业编码', 'Profession code'],
  ['职业名称', 'Profession'],
  ['级别', 'Level'],
];

/** Facts for which form fields have no meaning (`FormMeaning`). A field with such a fact is found by the list from which its choices come. */
const listOf = { ethnicity: 'ethnicity', political: 'political' } as const satisfies Record<string, FormList>;

/** Creates the call that exports handed-in applications as a table, one row each. */
export function createApplicationTableHandlers(deps: ApplicationDeps): Pick<Handlers<'enroll'>, 'getTable'> {
  const { db } = deps;
  const service = createApplicationService(deps, 'enroll');

  const getTable: ApplicationHandler<Calls['getTable']> = async ({ filter, shape, numbers }, { caller, audit }) => {
    if (shape === 'record' && filter.offerId === undefined) refuse('refused', messages.recordOfOne());
    if (filter.offerId !== undefined && (await createOfferStore(db).byId('enroll', caller.schoolId, filter.offerId)) === undefined)
      refuse('notFound', messages.offerNotFound());
    const { items, total } = await createApplicationStore(db).list(
      { ...(await service.reach(caller)), ...filter },
      { column: 'submitted_ms', descending: false, offset: 0, limit: maxRows },
    );
    const offers = new Map(
      (await createOfferStore(db).byIds('enroll', caller.schoolId, [...new Set(items.map((row) => row.offer_id))])).map((offer) => [
        offer.id,
        offer,
      ]),
    );
    const designs = new Map<number, FormDesign>();
    for (const { edition_id, offer_id } of items)
      if (!designs.has(edition_id))
        designs.set(edition_id, service.designOf(offers.get(offer_id), await createEditionStore(db).byId(caller.schoolId, edition_id)));
    const designOf = (row: ApplicationRecord): FormDesign => designs.get(row.edition_id) ?? [];
    const readAnswers = (row: ApplicationRecord) =>
      numbers === 'whole' ? unmaskIdNumbers(row, service.numbers) : parseStoredAnswers(row.answers);
    audit.note({
      entity: 'enrolment',
      id: null,
      name: offers.get(filter.offerId ?? 0)?.name,
      before: null,
      after: { exported: items.length, numbers },
    });

    if (shape === 'record') {
      const offer = offers.get(filter.offerId ?? 0);
      const profession = offer?.professionId == null ? undefined : await createProfessionReads(db).byId(offer.professionId);
      return {
        header: [...recordHead, ...recordMeanings.map(([words]) => words)].map(([zh, en]) => [zh, en] satisfies [string, string]),
        rows: items.map((row, at) => {
          const [design, answers] = [designOf(row), readAnswers(row)];
          const readMeaning = (what: (typeof recordMeanings)[number][1]): string =>
            what in listOf
              ? getTextAnswer(answers, design.find((field) => field.list === what)?.key)
              : getAnswerByMeaning(design, answers, what as FormMeaning);
          return [
            String(at + 1),
            profession?.code ?? '',
            profession?.name ?? '',
            String(offer?.level ?? ''),
            ...recordMeanings.map(([, what]) => readMeaning(what)),
          ];
        }),
        total,
      };
    }

    // Applications filled on different editions of the form share one table, with a column for each heading that occurs.
    const headings = new Set<string>();
    // A table field gets as many groups of columns as its longest answer has rows.
    const longest = new Map<string, number>();
    for (const row of items)
      for (const field of designOf(row))
        longest.set(field.key, Math.max(longest.get(field.key) ?? 1, getTableAnswer(parseStoredAnswers(row.answers), field.key).length));
    const lines = items.map((row) => {
      const [design, answers] = [designOf(row), readAnswers(row)];
      const cells = formatAnswerCells(design, answers);
      const line = new Map<string, string>();
      for (const { path, heading } of listFormSheetColumns(design, (field) => longest.get(field.key) ?? 1)) {
        headings.add(heading);
        line.set(heading, cells.get(path) ?? '');
      }
      return line;
    });
    const ordered = [...headings];
    return {
      header: ordered.map((heading) => [heading, heading] satisfies [string, string]),
      rows: lines.map((line) => ordered.map((heading) => line.get(heading) ?? '')),
      total,
    };
  };

  return { getTable };
}
