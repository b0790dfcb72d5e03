import type { Page } from '@playwright/test';

/**
 * Window sizes and colours in which a page is pictured. `light`: only 1366 px wide in light colours, for pages where the others would show
 * nothing new; `small`: 1366 and 1024 px; `phone`: 1366 px and a phone; `tablet`: the invigilator's tablet; `all`: 1366 px, 1024 px, and
 * dark colours.
 */
export type ScreenLooks = 'light' | 'small' | 'phone' | 'tablet' | 'all';

export interface ScreenSpec {
  readonly name: string;
  /**
   * Address of the page. A name in braces stands for an id: `{plan}` for the exam of `rehearsal.ts`, others for ids that `school-life.ts`
   * and `card-room.ts` return.
   */
  readonly path: string;
  /** Account of the demo school; undefined means that nobody is signed in. */
  readonly as?: string;
  /** Looks in which the page is pictured; undefined means `all`. */
  readonly looks?: ScreenLooks;
  readonly act?: (page: Page) => Promise<void>;
}

/** First pages of each role in the demo data with its whole term of exams and lessons. A separate server shows them. */
export const demoScreens: readonly ScreenSpec[] = [
  { name: 'demo-sign-in', path: '/login/demo', looks: 'light' },
  { name: 'demo-admin', path: '/school/index', as: 'admin', looks: 'light' },
  { name: 'demo-school', path: '/teacher/home/index', as: 'school', looks: 'light' },
  { name: 'demo-leader', path: '/teacher/home/index', as: 'leader', looks: 'light' },
  { name: 'demo-marker', path: '/marker/exam/index', as: 'marker', looks: 'light' },
  {
    name: 'demo-invigilator',
    path: '/invigilator/exam/index',
    as: 'invigilator',
    looks: 'tablet',
    act: async (page) => {
      await page.getByRole('button', { name: '开始一场演示考试' }).click();
      await page
        .getByText(/^[5-9]\/40$/)
        .first()
        .waitFor({ timeout: 120_000 });
    },
  },
  { name: 'demo-teacher', path: '/teacher/home/index', as: 'teacher', looks: 'light' },
  { name: 'demo-student', path: '/student/homework/index', as: 'student', looks: 'phone' },
  { name: 'demo-examinee', path: '/student/home/index', as: 'examinee', looks: 'phone' },
  { name: 'demo-system', path: '/system/index', as: 'system', looks: 'light' },
  { name: 'demo-question', path: '/question/index', as: 'question', looks: 'light' },
  { name: 'demo-enrolladmin', path: '/enroll/index', as: 'enrolladmin', looks: 'light' },
  { name: 'demo-enrolluser', path: '/enroll/main', as: 'enrolluser', looks: 'phone' },
];

/** The paper of the mock exam in the demo data. */
const mockPaper = '/teacher/exam/paper-form/1';

/** Presses the button of a list that opens an empty form in a dialog. */
const add = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').waitFor();
};

/** Fills in and saves an exam plan for all examinees, and opens the dialog that asks for confirmation before it is published. */
async function askToPublish(page: Page): Promise<void> {
  await page.getByLabel('考试名称').fill('电工四级理论知识 第四批');
  await page.getByRole('combobox', { name: '试卷' }).click();
  // Does not choose the first paper, whose questions were drawn for an earlier picture: when it is published, a dialog with notes may stay open.
  await page.getByRole('option', { name: '电工（四级）理论知识模拟卷' }).click();
  await page.getByRole('tab', { name: '搜索名册' }).click();
  await page.getByRole('button', { name: /^全选符合条件的/ }).click();
  await page.getByText(/^已选 [1-9]/).waitFor();
  await page.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: '发布' }).click();
  await page.getByRole('alertdialog').waitFor();
}

export const screenList: readonly ScreenSpec[] = [
  { name: 'sign-in', path: '/login/demo', act: async (page) => page.getByText('本机已备好').waitFor() },
  { name: 'registration', path: '/reg', looks: 'light' },
  { name: 'self-check', path: '/test', looks: 'light', act: async (page) => page.getByText(/^这台电脑(可以|现在不能)考试/).waitFor() },
  { name: 'guides', path: '/help', looks: 'light' },
  { name: 'guide-examinee', path: '/help/examinee', looks: 'phone' },
  { name: 'guide-invigilator', path: '/help/invigilator', looks: 'small' },
  { name: 'guide-applicant', path: '/help/applicant', looks: 'phone' },
  ...['teacher', 'marker', 'school', 'bank', 'enrolment', 'it'].map((id): ScreenSpec => ({
    name: `guide-${id}`,
    path: `/help/${id}`,
    looks: 'light',
  })),
  { name: 'not-found', path: '/404', looks: 'small' },

  { name: 'teacher-home', path: '/teacher/home/index', as: 'teacher' },
  { name: 'questions', path: '/teacher/exam/questions', as: 'teacher' },
  {
    name: 'question',
    path: '/teacher/exam/questions?keyword=三相',
    as: 'teacher',
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'question-item', path: '/teacher/exam/questions/item/1', as: 'teacher', looks: 'light' },
  { name: 'question-create', path: '/teacher/exam/questions/create', as: 'teacher' },
  { name: 'question-categories', path: '/teacher/exam/category-question', as: 'teacher', looks: 'light' },
  { name: 'question-import', path: '/teacher/exam/questions/import', as: 'teacher' },
  {
    name: 'question-import-preview',
    path: '/teacher/exam/questions/import',
    as: 'teacher',
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles('tests/screens/dirty.jsonl');
      await page.getByRole('button', { name: /^导入 \d+ 题$/, disabled: false }).waitFor();
    },
  },
  { name: 'papers', path: '/teacher/exam/index', as: 'teacher' },
  { name: 'paper-categories', path: '/teacher/exam/paper/category', as: 'teacher', looks: 'light' },
  { name: 'paper-create', path: '/teacher/exam/paper/create', as: 'teacher' },
  {
    name: 'paper-drawn',
    path: '/teacher/exam/paper/create',
    as: 'teacher',
    looks: 'small',
    act: async (page) => {
      await page.getByRole('combobox', { name: '随机抽题的题库' }).click();
      await page.getByRole('option', { name: '认证题库' }).click();
      await page.getByRole('button', { name: '保存，去组卷' }).click();
      await page.getByRole('button', { name: '随机抽题' }).first().click();
      await page.getByText('已从题库抽取').waitFor();
    },
  },
  {
    name: 'paper-short',
    path: '/teacher/exam/paper/create',
    as: 'teacher',
    act: async (page) => {
      await page.getByLabel('题数').nth(1).fill('90');
      await page.getByRole('button', { name: '保存，去组卷' }).click();
      await page.getByRole('button', { name: '随机抽题' }).first().click();
      await page.getByRole('alert').filter({ hasText: '题库可用' }).waitFor();
    },
  },
  {
    name: 'paper-blueprint',
    path: '/teacher/exam/paper/create',
    as: 'teacher',
    act: async (page) => {
      await page.getByRole('button', { name: '保存，去组卷' }).click();
      await page.getByRole('tab', { name: '双向细目表' }).click();
      await page.getByRole('combobox', { name: '鉴定要素细目表' }).click();
      await page.getByRole('option', { name: /电工/ }).first().click();
      // Waits for this cell and not just for a table, because the page has another table with the structure of the paper.
      await page.getByRole('cell', { name: '职业道德' }).first().waitFor();
      await page.getByText('已保存', { exact: true }).waitFor();
    },
  },
  { name: 'paper-preview', path: `${mockPaper}/preview`, as: 'teacher', looks: 'light' },
  { name: 'paper-print', path: `${mockPaper}/print`, as: 'teacher', looks: 'light' },
  { name: 'plans', path: '/teacher/exam/exam-plan', as: 'teacher' },
  { name: 'plan-create', path: '/teacher/exam/exam-plan/create', as: 'teacher' },
  {
    name: 'plan-examinees',
    path: '/teacher/exam/exam-plan/create',
    as: 'teacher',
    looks: 'small',
    act: async (page) => page.getByRole('tab', { name: '搜索名册' }).click(),
  },
  {
    name: 'plan-examinees-sheet',
    path: '/teacher/exam/exam-plan/create',
    as: 'teacher',
    looks: 'light',
    act: async (page) => page.getByRole('tab', { name: '用 Excel 名单' }).click(),
  },
  {
    name: 'plan-draft',
    path: '/teacher/exam/exam-plan/create',
    as: 'teacher',
    looks: 'small',
    act: askToPublish,
  },
  {
    name: 'plan-withdraw',
    path: '/teacher/exam/exam-plan/create',
    as: 'teacher',
    looks: 'light',
    act: async (page) => {
      await askToPublish(page);
      await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click();
      await page.getByRole('button', { name: '撤回', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'plan-board', path: '/teacher/exam/exam-plan/item/{plan}', as: 'teacher' },
  { name: 'plan-users', path: '/teacher/exam/exam-plan/user/{plan}', as: 'teacher' },
  { name: 'plan-scores', path: '/teacher/exam/exam-plan/score/{plan}', as: 'teacher' },
  { name: 'plan-offline', path: '/teacher/exam/exam-plan/offline/{plan}', as: 'teacher', looks: 'small' },
  {
    name: 'reports',
    path: '/teacher/exam/exam-plan/report/{plan}',
    as: 'school',
    looks: 'small',
    act: async (page) => {
      await page.getByRole('combobox', { name: '报表', exact: true }).click();
      await page.getByRole('option', { name: '考生名册' }).click();
      await page.getByRole('combobox', { name: /^职业/ }).click();
      await page.getByRole('option', { name: /电工/ }).first().click();
      await page.getByRole('button', { name: '生成', exact: true }).click();
      await page.getByRole('table', { name: '考生名册' }).waitFor();
    },
  },
  {
    name: 'report-template',
    path: '/teacher/exam/report-template',
    as: 'school',
    looks: 'light',
    // While the list is empty, the page shows the button twice.
    act: async (page) => {
      await page.getByRole('button', { name: '新建上报模板' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'retention', path: '/teacher/exam/retention', as: 'school', looks: 'light' },
  { name: 'plan-draw', path: '/teacher/exam/exam-plan/draw/{practical}', as: 'teacher', looks: 'light' },
  {
    name: 'plan-draw-again',
    path: '/teacher/exam/exam-plan/draw/{practical}',
    as: 'teacher',
    looks: 'light',
    act: async (page) => {
      await page.getByRole('button', { name: '重新抽签' }).click();
      await page.getByLabel(/^重新抽签的理由/).fill('3 号工位故障');
    },
  },
  { name: 'paper-register', path: '/teacher/exam/exam-plan/prints/{practical}?what=papers', as: 'teacher', looks: 'light' },
  { name: 'supervisors', path: '/teacher/exam/invigilator?plan={practical}', as: 'teacher', looks: 'light' },
  { name: 'supervision', path: '/invigilator/exam/supervision/{practical}', as: 'invigilator', looks: 'tablet' },
  { name: 'supervision-report', path: '/teacher/exam/exam-plan/prints/{practical}?what=supervision', as: 'teacher', looks: 'light' },
  { name: 'webhooks', path: '/teacher/manage/webhook', as: 'school', looks: 'light' },
  {
    name: 'webhook-message',
    path: '/teacher/manage/webhook',
    as: 'school',
    looks: 'light',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: '短信网关' }).getByRole('button', { name: /编辑/ }).click();
      await page.getByRole('button', { name: '预览' }).click();
      await page.getByLabel('预览内容').waitFor();
    },
  },
  { name: 'account', path: '/account', as: 'teacher', looks: 'light' },
  {
    name: 'account-api-tokens',
    path: '/account',
    as: 'teacher',
    looks: 'light',
    act: add('创建令牌'),
  },
  { name: 'places', path: '/teacher/exam/exam-place', as: 'teacher', looks: 'light' },
  { name: 'room', path: '/teacher/exam/exam-room/{room}', as: 'teacher', looks: 'small' },
  { name: 'exam-users', path: '/teacher/exam/exam-user', as: 'teacher', looks: 'light' },
  { name: 'homework-set', path: '/teacher/homework/user', as: 'teacher', looks: 'small' },
  { name: 'homework-create', path: '/teacher/homework/user/create', as: 'teacher', looks: 'light' },
  { name: 'homework-scores', path: '/teacher/homework/user/score/{homework}', as: 'teacher', looks: 'light' },
  { name: 'practice-open', path: '/teacher/test/practice', as: 'teacher', looks: 'light' },
  { name: 'courses', path: '/teacher/course/index', as: 'teacher', looks: 'light' },
  { name: 'course', path: '/teacher/course/assets/form/{course}', as: 'teacher', looks: 'small' },
  { name: 'course-figures', path: '/teacher/course/figures/{course}', as: 'teacher', looks: 'light' },
  { name: 'courseware', path: '/teacher/course/courseware', as: 'teacher', looks: 'light' },
  { name: 'article-edit', path: '/teacher/info/assets/create/{article}', as: 'teacher', looks: 'light' },
  { name: 'form-designer', path: '/teacher/declaration/paper/build-form/{form}', as: 'school', looks: 'small' },
  { name: 'declarations', path: '/teacher/declaration/index', as: 'school', looks: 'light' },
  { name: 'declaration-review', path: '/teacher/declaration/user', as: 'school', looks: 'light' },
  { name: 'enroll-home', path: '/enroll/index', as: 'enrolladmin', looks: 'small' },
  { name: 'enroll-review', path: '/enroll/list', as: 'enrolladmin', looks: 'light' },
  { name: 'enroll', path: '/enroll/main', as: 'enrolluser', looks: 'phone' },
  { name: 'marker-exams', path: '/marker/exam/index', as: 'marker', looks: 'light' },
  { name: 'card-scans', path: '/marker/examtest/cards/{cards}', as: 'marker' },
  { name: 'card-review', path: '/marker/examtest/card/{cards}/{doubtfulCard}', as: 'marker' },
  { name: 'card-unreadable', path: '/marker/examtest/card/{cards}/{unreadableCard}', as: 'marker', looks: 'light' },
  { name: 'card-twins', path: '/marker/examtest/card/{cards}/{twinCard}', as: 'marker', looks: 'light' },
  {
    name: 'card-box',
    path: '/marker/exam/index?of={cards}',
    as: 'marker3',
    looks: 'light',
    act: async (page) => {
      await page.getByRole('link', { name: '开始阅卷' }).first().click();
      await page.getByRole('img', { name: /作答/ }).first().waitFor();
    },
  },
  { name: 'invigilator', path: '/invigilator/exam/index', as: 'invigilator', looks: 'small' },

  { name: 'students', path: '/teacher/student/index', as: 'school' },
  { name: 'people-import', path: '/teacher/student/index/import', as: 'school', looks: 'light' },
  { name: 'teachers', path: '/teacher/manage/teacher', as: 'school', looks: 'light' },
  { name: 'classes', path: '/teacher/manage/class', as: 'school', looks: 'light' },
  { name: 'class-form', path: '/teacher/manage/class', as: 'school', looks: 'light', act: add('新建班级') },
  { name: 'school-professions', path: '/teacher/manage/prof', as: 'school', looks: 'light' },
  { name: 'student-statistics', path: '/teacher/student/statistics', as: 'school' },
  { name: 'student-progress', path: '/teacher/student/statistics/progress', as: 'school', looks: 'light' },
  { name: 'audit', path: '/teacher/manage/audit', as: 'school' },

  { name: 'platform-home', path: '/home/index', as: 'admin', looks: 'light' },
  { name: 'schools', path: '/school/index', as: 'admin' },
  { name: 'school-edit', path: '/school/assets/add-edit/1', as: 'admin', looks: 'light' },
  { name: 'accounts', path: '/school/assets/user', as: 'admin', looks: 'light' },
  { name: 'professions', path: '/question/index', as: 'admin', looks: 'small' },
  { name: 'profession-form', path: '/question/index', as: 'admin', looks: 'light', act: add('新建职业') },
  { name: 'detail-tables', path: '/question/recognizes', as: 'admin', looks: 'light' },
  {
    name: 'detail-table',
    path: '/question/recognizes',
    as: 'admin',
    act: async (page) => {
      await page.getByRole('row').filter({ hasText: '电工' }).click();
      await page.keyboard.press('Enter');
      await page.getByRole('treegrid').waitFor();
    },
  },

  { name: 'system-settings', path: '/system/index', as: 'system' },
  { name: 'system-watch', path: '/system/index?tab=watch', as: 'system', looks: 'light' },
  { name: 'bank-home', path: '/question/index', as: 'question', looks: 'small' },
  { name: 'bank-professions', path: '/question/profs', as: 'question', looks: 'light' },
  { name: 'certified-bank', path: '/question/List/6-31-01-03', as: 'question', looks: 'light' },
  { name: 'records', path: '/student/user/index', as: 'student', looks: 'light' },
  { name: 'homework', path: '/student/homework/index', as: 'student', looks: 'phone' },
  { name: 'homework-notice', path: '/student/homework/{homework}', as: 'student', looks: 'phone' },
  { name: 'tests', path: '/student/test/index', as: 'student', looks: 'phone' },
  { name: 'exercises', path: '/student/exercises/index', as: 'student', looks: 'phone' },
  { name: 'learn', path: '/student/learn/index', as: 'student', looks: 'phone' },
  { name: 'learn-course', path: '/student/learn/item/{course}', as: 'student', looks: 'phone' },
  { name: 'articles', path: '/info/index', as: 'student', looks: 'phone' },
  { name: 'article', path: '/info/item/{article}', as: 'student', looks: 'phone' },
  { name: 'declaration', path: '/student/declaration/{project}', as: 'student', looks: 'phone' },
];
