import { planSorts } from '../../server/features/exams/exam/plan/exam-store.ts';
import { classResource } from '../../sync/contract/people/class.ts';
import { mapSortColumns } from '../../server/resources/resource-store.ts';
import { detailTableSorts } from '../../server/features/bank/detail/detail-store.ts';
import { jobSorts } from '../../server/features/platform/job/job-list-store.ts';
import { paperSorts } from '../../server/features/papers/paper/paper-store.ts';
import { professionSorts } from '../../server/features/people/profession/profession-store.ts';
import { learnerSorts } from '../../server/features/learning/progress/progress-store.ts';
import { questionSorts } from '../../server/features/bank/question/question-list-store.ts';
import { schoolSorts } from '../../server/features/people/school/school-store.ts';
import { examUserSorts, peopleSorts } from '../../server/features/people/user/people/people-list-store.ts';
import type { UserType } from '../../sync/contract/roles.ts';

/** A list call of the server, and the requests by which the benchmark measures it. */
export interface BenchList {
  readonly name: string;
  readonly path: string;
  /** User type of the caller. */
  readonly type: UserType;
  /** True if the caller is from the school that has very many classes. */
  readonly wide?: true;
  readonly sorts?: object;
  /** One request for each filter, with keywords that match no row, few, many and all. */
  readonly filters: readonly object[];
}

const { student_no: _ofOneSchool, ...sortsOfAllSchools } = peopleSorts;
/** Makes one filter for each keyword. */
const words = (...keywords: readonly string[]) => keywords.map((keyword) => ({ keyword }));
const questionFilters = [
  {},
  { type: 1 },
  { status: 2 },
  { difficulty: 2 },
  { category: '理论/电工' },
  { category: '理论' },
  { tags: ['重点'] },
  { tags: ['重点', '第6套'] },
  { level: 3 },
  { pointCode: 'A-B' },
  { keyword: '电', type: 1, status: 2 },
  { keyword: '电', category: '理论/电工' },
  { keyword: '下列说法', tags: ['重点'] },
  { keyword: '正比', tags: ['重点'], category: '理论', status: 2 },
  ...words('电', '下列说法', '绝缘', '第99999题', '龘', '第7，题', '，', '下列说法中正确的是哪一项'),
];

export const benchedLists: readonly BenchList[] = [
  {
    name: 'users',
    path: '/user/getList',
    type: 2,
    sorts: peopleSorts,
    filters: [
      {},
      { user_type: 7 },
      { user_types: [7, 8] },
      { user_type: 6 },
      { user_type: 7, status: 2 },
      { class_id: 0 },
      { class_id: 77 },
      { user_type: 7, status: 1, keyword: '张' },
      { class_id: 77, keyword: '王' },
      ...words('王', '王伟', '曾', '2026', 's', '99', '2026099999', '龘', '-'),
    ],
  },
  {
    name: 'usersOfAll',
    path: '/user/getList',
    type: 1,
    sorts: sortsOfAllSchools,
    filters: [{}, { user_type: 7 }, ...words('王', '2026', '99', '龘')],
  },
  {
    name: 'examUsers',
    path: '/user/getExamUserList',
    type: 2,
    sorts: examUserSorts,
    filters: [{}, ...words('王', '王伟', 's', '99', '龘')],
  },
  {
    name: 'learners',
    path: '/progress/getList',
    type: 2,
    sorts: learnerSorts,
    filters: [
      {},
      { class_id: 77 },
      { class_id: 0 },
      { status: 1 },
      { outcome: 'absent' },
      { outcome: 'failed' },
      { outcome: 'neverSat', status: 1 },
      { keyword: '伟', outcome: 'failed' },
      ...words('王', '王伟', '2026', '99', '龘'),
    ],
  },
  {
    name: 'classes',
    path: '/class/getList',
    type: 2,
    wide: true,
    sorts: mapSortColumns(classResource),
    filters: [{}, { grade: '2023' }, ...words('级', '电工', '99', '龘')],
  },
  {
    name: 'schools',
    path: '/school/getList',
    type: 1,
    sorts: schoolSorts,
    filters: [{}, { status: 1 }, { status: 0 }, ...words('学院', '伟', '9999', '龘')],
  },
  {
    name: 'professions',
    path: '/prof/getList',
    type: 2,
    sorts: professionSorts,
    filters: [
      {},
      { level: 1 },
      { enabled: true },
      { offered: true },
      { offered: false },
      { offered: true, area: 'exam' },
      { offered: true, area: 'course' },
      { keyword: '工', offered: true },
      { keyword: '师', offered: false },
      ...words('工', '电工', '9999', '龘'),
    ],
  },
  {
    name: 'detailTables',
    path: '/detail/getList',
    type: 1,
    sorts: detailTableSorts,
    filters: [{}, { level: 3 }, { status: 1 }, { professionId: 999 }, ...words('工', '电工', '9999', '龘')],
  },
  {
    name: 'detailTablesOfTeacher',
    path: '/detail/getList',
    type: 6,
    sorts: detailTableSorts,
    filters: [{}, { level: 3 }, { keyword: '工' }],
  },
  { name: 'questions', path: '/question/getList', type: 6, sorts: questionSorts, filters: questionFilters },
  { name: 'questionsCertified', path: '/question/getList', type: 10, sorts: questionSorts, filters: questionFilters },
  {
    name: 'questionsOffered',
    path: '/question/getList',
    type: 6,
    sorts: questionSorts,
    filters: [
      {},
      { type: 1 },
      { tags: ['重点'] },
      { category: '理论/电工' },
      { keyword: '电', tags: ['重点'] },
      ...words('电', '下列说法', '绝缘'),
    ].map((filter) => ({ bank: 'certified', ...filter })),
  },
  {
    name: 'papers',
    path: '/paper/getList',
    type: 6,
    sorts: paperSorts,
    filters: [
      {},
      { kinds: ['exam'] },
      { kinds: ['exam', 'test'] },
      { status: 2 },
      { kinds: ['test'], status: 1 },
      { kinds: ['exam'], keyword: '师' },
      ...words('试卷', '电', '9999', '龘'),
    ],
  },
  { name: 'papersOfSchool', path: '/paper/getList', type: 2, sorts: paperSorts, filters: [{}, { kinds: ['exam'] }, { keyword: '电' }] },
  { name: 'plansOfSchool', path: '/exam/getList', type: 2, sorts: planSorts, filters: [{}, { keyword: '电' }] },
  {
    name: 'plans',
    path: '/exam/getList',
    type: 6,
    sorts: planSorts,
    filters: [{}, ...words('考试', '电', '9999', '龘')],
  },
  {
    name: 'audit',
    path: '/audit/getList',
    type: 2,
    filters: [
      {},
      { who: '王' },
      { who: 't' },
      { who: '龘' },
      { call: '/paper/add' },
      { userId: 77 },
      { entity: 'paper', entityId: '77778' },
      { outcome: 'refused' },
      { fromMs: 1 },
    ],
  },
  { name: 'auditOfAll', path: '/audit/getList', type: 9, filters: [{}, { who: '王' }, { call: '/paper/add' }, { outcome: 'refused' }] },
  {
    name: 'jobs',
    path: '/job/getList',
    type: 9,
    sorts: jobSorts,
    filters: [{}, { state: 2 }, { kind: 'backup' }, { state: 3, kind: 'questionImport' }],
  },
];

/** Calls that are not lists but search through all rows. */
export const benchedCalls: readonly { name: string; path: string; type: UserType; input: object }[] = [
  {
    name: 'nearest',
    path: '/paper/getNearest',
    type: 6,
    // The first question of the school's bank, and two hundred others that are already on the paper.
    input: { questionId: 1, avoidIds: Array.from({ length: 200 }, (_, at) => 2 + at * 37), bank: 'both', limit: 5 },
  },
  { name: 'userCount', path: '/user/getCount', type: 2, input: {} },
  { name: 'categories', path: '/question/getCategories', type: 6, input: {} },
  { name: 'tags', path: '/question/getTags', type: 6, input: {} },
];
