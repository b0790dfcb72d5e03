import { batchThing } from '../../sync/contract/batch.ts';
import { declarationThing } from '../../sync/contract/declaration.ts';
import { exampleOf } from '../../sync/contract/thing.ts';
import { shippedForms } from '../../sync/machines/shipped-forms.ts';
import type { UserType } from '../../sync/contract/roles.ts';
import type { Ref } from './server-fixture.ts';
import { minuteMs } from './thing-drafts.ts';

export type Ask = <T = Ref>(as: UserType, path: string, input: object) => Promise<T>;

const picture = (n: number) => [
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

/** A school with a form in use, and an open batch and project to fill it for. */
export async function filingSchool(ask: Ask, professionId: number, nowMs: number) {
  const window = { professionId, level: 4, opensMs: nowMs - minuteMs, closesMs: nowMs + 30 * minuteMs };
  const made = await ask(2, '/form/add', { name: '申报表', note: '', design: shippedForms[0]?.design });
  await ask(2, '/form/enact', made);
  const batchDraft = { ...exampleOf(batchThing), ...window, name: '机密批次', formId: made.id, proofs: [], quota: 2 };
  const batch = await ask(11, '/batch/setStatus', { ...(await ask(11, '/batch/add', batchDraft)), status: 1 });
  const projectDraft = { ...exampleOf(declarationThing), ...window, name: '机密项目', formId: made.id };
  const project = await ask(2, '/declaration/setStatus', { ...(await ask(2, '/declaration/add', projectDraft)), status: 1 });
  return { form: made, batch, batchDraft, project, projectDraft };
}
