import { classThing } from '../../sync/contract/class.ts';
import { professionThing } from '../../sync/contract/prof.ts';
import { exampleOf } from '../../sync/contract/thing.ts';

/** One valid draft of each thing, for calls that add or change one; a test says what it wants otherwise. */

export const minuteMs = 60_000;

export const personDraft = {
  name: '张三',
  login_name: 'zhang3',
  phone: '',
  sex: 0,
  id_type: 1,
  id_number: null,
  education: 0,
  ethnicity: 0,
  political: 0,
  source: 0,
  employer: '',
  student_no: '',
  ticket_no: '',
  class_id: null,
  extra_roles: [],
  note: '',
};
export const classDraft = exampleOf(classThing);
export const schoolDraft = {
  title: '新学校',
  website: 'newschool',
  logo: '',
  logoCustom: '',
  logoCustomStatus: 0,
  cover: '',
  record: '',
  mohrssProfNo: '',
  mohrssProfAllname: '',
  siteCode: '',
  contact: '',
  phone: '',
  address: '',
  config: {},
};
export const professionDraft = exampleOf(professionThing);
/** One scope with one point: enough to publish. */
export const detailLines = [
  { depth: 1, code: 'A', name: '基本要求', weight: 100, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 2, code: 'A', name: '职业道德', weight: 100, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 3, code: 'A', name: '基本知识', weight: 100, ratio: { x: 1, y: 0, z: 0 } },
  { depth: 4, code: '001', name: '职业守则', importance: 'X' },
];
export const questionDraft = {
  type: 1,
  stem: '题干',
  options: [
    { id: 'A', html: '甲' },
    { id: 'B', html: '乙' },
  ],
  key: { kind: 'choice', right: ['A'] },
  analysis: '',
  difficulty: 1,
  category: '乙库',
  source: '',
};
export const paperDraft = {
  name: '甲卷',
  sections: [{ title: '单选', type: 1, count: 2, pointsEach: 2, categories: [], partial: false }],
  rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false, passPoints: 2 },
};
export const planDraft = (paperId: number, examineeIds: readonly number[], nowMs: number) => ({
  name: '甲考试',
  paperId,
  startMs: nowMs + 60 * minuteMs,
  durationMs: 60 * minuteMs,
  entryLimitMs: 15 * minuteMs,
  earliestHandInMs: 30 * minuteMs,
  notice: '',
  examineeIds,
});
/** An import of questions with these stems. */
export const questionFile = (stems: readonly string[], category = '甲库') => ({
  fileName: 'q.jsonl',
  content: Buffer.from(stems.map((question) => JSON.stringify({ question, options: ['(A)甲', '(B)乙'], label: 'A' })).join('\n')).toString(
    'base64',
  ),
  category,
  mode: 'all',
  skipDuplicates: false,
});

/** A homework of three days. */
export const taskDraft = (paperId: number, userIds: readonly number[], nowMs: number) => ({
  name: '甲作业',
  paperId,
  startMs: nowMs,
  dueMs: nowMs + 3 * 24 * 60 * minuteMs,
  lateRule: 'refused',
  lateMs: 0,
  latePercent: 100,
  analysisRule: 'afterFinish',
  notice: '',
  classIds: [],
  userIds,
});
