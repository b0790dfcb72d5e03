import { batchThing } from '../../sync/contract/batch.ts';
import { declarationThing } from '../../sync/contract/declaration.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { shippedForms } from '../../sync/machines/shipped-forms.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import type { Ref, TestServer } from './server-fixture.ts';
import { minuteMs } from './thing-drafts.ts';

export type Ask = <T = Ref>(as: UserType, path: string, input: object) => Promise<T>;

export const picture = (n: number) => [
  { url: `/uploads/${String(n).padStart(32, '0')}.jpg`, name: '照片.jpg', sizeBytes: 60_000, type: 'image/jpeg' },
];

/** What an applicant writes into the form that comes along. */
export const answersOf = (idNumber: string, name: string) => ({
  name,
  idType: '身份证',
  idNumber,
  sex: '女',
  birthday: `${idNumber.slice(6, 10)}-${idNumber.slice(10, 12)}-${idNumber.slice(12, 14)}`,
  ethnicity: '汉族',
  education: '大专',
  source: '企业',
  phone: '13800006027',
  employer: '苏州澄湖精密电子有限公司',
  photo: picture(1),
  recognition: '首次认定',
  school: [{ from: '2019-09', to: '2022-06', place: '苏南机电职业学院', what: '会计' }],
  work: [{ from: '2016-07', to: '至今', place: '苏州澄湖精密电子有限公司', what: '维修电工' }],
  proofs: picture(2),
  signature: 'M10 10L60 80L90 20',
});

/** Files of the first school, as an upload leaves them: a photo by the usual rule, and a proof. */
export function putPictures({ raw, schoolIds, idOf }: Pick<TestServer, 'raw' | 'schoolIds' | 'idOf'>, count = 2, from = 1): void {
  const rows = Array.from({ length: count }, (_, at) => from + at);
  const userId = idOf('type12');
  // In one statement: on PostgreSQL each is a connection of its own.
  raw
    .prepare(
      `INSERT INTO upload (name, school_id, user_id, kind, size_bytes, sha256, original_name, created_ms, width, height) VALUES ${rows
        .map(() => "(?, ?, ?, 'jpeg', 60000, ?, '照片.jpg', 0, 295, 413)")
        .join(', ')}`,
    )
    .run(
      ...rows.flatMap((n) => [
        (picture(n)[0]?.url ?? '').replace('/uploads/', ''),
        schoolIds[0],
        userId,
        Buffer.from(String(n).padStart(32, '0')),
      ]),
    );
}

/** A school with a form in use, and an open batch and project to fill it for. */
export async function filingSchool(ask: Ask, professionId: number, server: Pick<TestServer, 'raw' | 'schoolIds' | 'idOf' | 'time'>) {
  const { nowMs } = server.time;
  putPictures(server);
  const window = { professionId, level: 4, opensMs: nowMs - minuteMs, closesMs: nowMs + 30 * minuteMs };
  const made = await ask(2, '/form/add', { name: '申报表', note: '', design: shippedForms[0]?.design });
  await ask(2, '/form/enact', made);
  const batchDraft = { ...exampleOf(batchThing), ...window, name: '机密批次', formId: made.id, proofs: [], quota: 2 };
  const batch = await ask(11, '/batch/setStatus', { ...(await ask(11, '/batch/add', batchDraft)), status: 1 });
  const projectDraft = { ...exampleOf(declarationThing), ...window, name: '机密项目', formId: made.id };
  const project = await ask(2, '/declaration/setStatus', { ...(await ask(2, '/declaration/add', projectDraft)), status: 1 });
  return { form: made, batch, batchDraft, project, projectDraft };
}

/** The list of a class for a batch, each with a name and an ID number. */
export const classOf = (
  { offerId, editionId }: { offerId: number; editionId: number },
  people: readonly (readonly [name: string, idNumber: string])[] = [['沈嘉禾', '110101200109235262']],
  photo: 'none' | 'ready' | object = picture(1)[0] ?? 'none',
) => ({
  offerId,
  editionId,
  rows: people.map(([name, idNumber], at) => ({
    row: at + 2,
    cells: {
      name,
      idNumber,
      ethnicity: '汉',
      education: '大专',
      source: '学校',
      phone: '13800006027',
      employer: '江南职业技术学院',
      recognition: '首次认定',
      'school.0.from': '2019-09',
      'school.0.to': '2022-06',
      'school.0.place': '江南职业技术学院',
      'work.0.from': '2016-07',
      'work.0.to': '至今',
      'work.0.place': '苏州澄湖精密电子有限公司',
      'work.0.what': '维修电工',
    },
    photo,
  })),
});

interface Filled {
  offerId: number;
  editionId: number;
}
/** Every call about forms, with what belongs to somebody. */
export function filingInputs({
  batch,
  project,
  draft,
  enrolling,
  enrolled,
  declaring,
  declared,
}: Record<'batch' | 'project' | 'draft' | 'enrolled' | 'declared', Ref> & Record<'enrolling' | 'declaring', Filled>): Record<
  string,
  object
> {
  const decision = ({ id, version }: Ref) => ({ items: [{ id, version }], decision: 'approve', marks: {}, reason: '越校' });
  return {
    '/enroll/getMine': { offerId: batch.id },
    '/enroll/submit': enrolling,
    '/enroll/withdraw': { id: enrolled.id, version: enrolled.version },
    '/enroll/getById': { id: enrolled.id },
    '/enroll/getIdNumber': { id: enrolled.id },
    '/enroll/decide': decision(enrolled),
    '/enroll/enlist': { planId: draft.id, ids: [enrolled.id] },
    '/enroll/getForm': { offerId: batch.id },
    '/enroll/previewClass': classOf(enrolling),
    '/enroll/importClass': { ...classOf(enrolling), mode: 'all' },
    '/enroll/getTable': { filter: { offerId: batch.id }, shape: 'record', numbers: 'whole' },
    '/declare/getMine': { offerId: project.id },
    '/declare/save': declaring,
    '/declare/submit': declaring,
    '/declare/withdraw': { id: declared.id, version: declared.version },
    '/declare/getById': { id: declared.id },
    '/declare/getIdNumber': { id: declared.id },
    '/declare/decide': decision(declared),
    '/declare/enlist': { planId: draft.id, ids: [declared.id] },
    '/declare/enrol': { batchId: batch.id, ids: [declared.id] },
    '/declare/remind': { offerId: project.id, userIds: [1] },
    '/declare/getFor': { offerId: project.id, userId: 1 },
    '/declare/submitFor': { offerId: project.id, userId: 1, editionId: declaring.editionId, answers: {} },
    '/declare/getStudents': { filter: { offerId: project.id } },
  };
}
