import { batchCalls, enrolmentBatchResource } from '../../../sync/contract/applications/batch.ts';
import { declarationCalls, declarationResource, declareCalls } from '../../../sync/contract/applications/declaration.ts';
import { enrollCalls } from '../../../sync/contract/applications/enroll.ts';
import { formCalls } from '../../../sync/contract/applications/form.ts';
import { computeIdCheckDigit } from '../../../sync/contract/people/id-number.ts';
import { createBlankDraft } from '../../../sync/contract/resource.ts';
import { shippedForms } from '../../../sync/domain/applications/shipped-forms.ts';
import { readApplicants, readMedia } from '../demo-data.ts';
import type { DemoClient } from './demo-client.ts';
import type { DemoMoment, DemoStage } from './demo-stage.ts';
import { addSilentAccounts } from './student-step.ts';
import { padTwoDigits } from '../../../sync/domain/numbers.ts';

const dayMs = 86_400_000;

/** Puts the shipped certification form in use and returns its id. */
async function addForm(moment: DemoMoment): Promise<number> {
  return moment.as('school', async (school) => {
    const [form] = shippedForms;
    const addedForm = await school.call(formCalls.add, {
      name: form?.words[0] ?? '',
      note: '',
      design: structuredClone([...(form?.design ?? [])]),
    });
    await school.call(formCalls.enact, addedForm);
    return addedForm.id;
  });
}

const buildIdNumber = (born: string, at: number, sex: string): string => {
  const first17 = `320199${born}${String(800 + at * 2 + (sex === '男' ? 1 : 0)).padStart(3, '0')}`;
  return first17 + computeIdCheckDigit(first17);
};

type Applicant = ReturnType<typeof readApplicants>[number];

/** Fills in the certification form as an applicant does, and uploads the photo. */
async function fillForm(client: DemoClient, { name, born, sex, employer, since, post }: Applicant, at: number) {
  const photo = await client.uploadPicture(readMedia(`portrait-${(at % 3) + 1}.jpg`), '证件照.jpg');
  return {
    name,
    idType: '身份证',
    idNumber: buildIdNumber(born, at, sex),
    sex,
    birthday: `${born.slice(0, 4)}-${born.slice(4, 6)}-${born.slice(6)}`,
    ethnicity: '汉族',
    education: '大专',
    source: '企业',
    phone: `139520018${padTwoDigits(at)}`,
    employer,
    photo: [photo],
    recognition: '首次认定',
    school: [{ from: '2009-09', to: '2012-06', place: '江南职业技术学院', what: '机电技术' }],
    work: [{ from: since, to: '至今', place: employer, what: post }],
    signature: 'M40 90L90 40L120 110L170 60M190 50L260 50L230 120M280 40L280 120L330 90',
  };
}

/** Opens an enrolment batch and fills it with twelve applications in every state. */
export async function addEnrolmentBatch(stage: DemoStage): Promise<void> {
  const moment = stage.now();
  const formId = await addForm(moment);
  const applicants = readApplicants();
  const batchId = await moment.as('enrolladmin', async (admin) => {
    const { professions } = await admin.call(batchCalls.getChoices, {});
    const professionId = professions.find(({ name }) => name === '电工')?.id ?? null;
    const window = { opensMs: moment.nowMs - 6 * dayMs, closesMs: moment.nowMs + 20 * dayMs };
    const fields = {
      name: '电工四级 · 第 13 批',
      professionId,
      level: 4 as const,
      formId,
      ...window,
      quota: 10,
      notice: '审核结果会显示在报名页。',
    };
    const batch = await admin.call(batchCalls.add, { ...createBlankDraft(enrolmentBatchResource), ...fields });
    await admin.call(batchCalls.setStatus, { ...batch, status: 1 });
    return batch.id;
  });
  const logins = await addApplicants(stage, applicants);
  const self = {
    name: '蒋子昂',
    born: '19940316',
    sex: '男' as const,
    employer: '南京浦口泵业有限公司',
    since: '2016-07',
    post: '维修电工',
  };
  for (const [at, login] of logins.entries()) await moment.as(login, (client) => apply(client, batchId, applicants[at] ?? self, at));
  await decideApplications(stage, batchId, logins);
}

/** Adds an account for each applicant and returns the login names. The account `enrolluser` comes last. */
async function addApplicants(stage: DemoStage, applicants: readonly Applicant[]): Promise<string[]> {
  const accounts = applicants.map(({ name }, at) => ({
    loginName: `applicant${padTwoDigits(at + 1)}`,
    userType: 12 as const,
    name,
  }));
  await stage.now().as('enrolladmin', ({ schoolId }) => addSilentAccounts(stage, schoolId, accounts));
  return [...accounts.map(({ loginName }) => loginName), 'enrolluser'];
}

async function apply(client: DemoClient, offerId: number, applicant: Applicant, at: number): Promise<void> {
  const { editionId } = await client.call(enrollCalls.getMine, { offerId });
  await client.call(enrollCalls.submit, { offerId, editionId, answers: await fillForm(client, applicant, at), version: null });
}

const photoRemark = '照片不是近期白底证件照，请重新上传。';
const workRemark = '工作年限不足，请补充社保或劳动合同证明。';

/** Approves, returns and corrects some of the applications; one applicant withdraws. The others wait for the reviewer. */
async function decideApplications(stage: DemoStage, offerId: number, logins: readonly string[]): Promise<void> {
  const moment = stage.now();
  const loadOwnForm = async (at: number) =>
    moment.as(logins[at] ?? '', async (client) => (await client.call(enrollCalls.getMine, { offerId })).own);
  const items = await Promise.all(logins.map((_, at) => loadOwnForm(at)));
  const pick = (...places: number[]) => places.flatMap((at) => items[at] ?? []).map(({ id, version }) => ({ id, version }));
  await moment.as('enrolladmin', async (admin) => {
    await admin.call(enrollCalls.decide, { items: pick(0, 1, 2, 3), decision: 'approve', marks: {}, reason: '' });
    for (const [at, marks] of [
      [4, { photo: photoRemark }],
      [11, { photo: photoRemark }],
      [6, { work: workRemark }],
    ] as const)
      await admin.call(enrollCalls.decide, { items: pick(at), decision: 'return', marks, reason: '' });
  });
  await moment.as(logins[4] ?? '', async (client) => {
    const { editionId, own: ownForm } = await client.call(enrollCalls.getMine, { offerId });
    if (ownForm === null) return;
    const [photo] = [await client.uploadPicture(readMedia('portrait-2.jpg'), '证件照.jpg')];
    await client.call(enrollCalls.submit, {
      offerId,
      editionId,
      answers: { ...ownForm.answers, photo: [photo] },
      version: ownForm.version,
    });
  });
  await moment.as(logins[8] ?? '', async (client) => {
    const { own: ownForm } = await client.call(enrollCalls.getMine, { offerId });
    if (ownForm !== null) await client.call(enrollCalls.withdraw, { id: ownForm.id, version: ownForm.version });
  });
}

/** Opens a declaration project, to which the demo's student has handed in an application (a declaration). */
export async function addDeclaration(stage: DemoStage): Promise<void> {
  const moment = stage.now();
  const { formId, professionId } = await moment.as('school', async (school) => {
    const { forms, professions } = await school.call(batchCalls.getChoices, {});
    return { formId: forms[0]?.id ?? null, professionId: professions.find(({ name }) => name === '电工')?.id ?? null };
  });
  const offerId = await moment.as('teacher', async (teacher) => {
    const window = { opensMs: moment.nowMs - 3 * dayMs, closesMs: moment.nowMs + 14 * dayMs };
    const fields = { name: '2026 冬季 · 电工五级申报', professionId, level: 5 as const, formId, ...window, category: '电工' };
    const project = await teacher.call(declarationCalls.add, { ...createBlankDraft(declarationResource), ...fields });
    await teacher.call(declarationCalls.setStatus, { ...project, status: 1 });
    return project.id;
  });
  await moment.as('student', async (student) => {
    const { editionId } = await student.call(declareCalls.getMine, { offerId });
    const person = {
      name: '林一鸣',
      born: '20030523',
      sex: '男' as const,
      employer: '江南职业技术学院',
      since: '2024-09',
      post: '实习电工',
    };
    const answers = { ...(await fillForm(student, person, 40)), source: '学校' };
    await student.call(declareCalls.submit, { offerId, editionId, answers, version: null });
  });
}
