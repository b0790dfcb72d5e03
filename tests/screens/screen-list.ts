import type { Page } from '@playwright/test';

export interface Screen {
  readonly name: string;
  /** `{plan}`: the rehearsed exam. */
  readonly path: string;
  /** Account of the demo school; undefined: nobody signed in. */
  readonly as?: string;
  /** Where a small or dark window would show nothing new. */
  readonly lightOnly?: true;
  readonly act?: (page: Page) => Promise<void>;
}

export const screens: readonly Screen[] = [
  { name: 'sign-in', path: '/login/demo', act: async (page) => page.getByText('本机已备好').waitFor() },
  { name: 'not-found', path: '/404' },
  { name: 'teacher-home', path: '/teacher/home/index', as: 'teacher' },
  { name: 'questions', path: '/teacher/exam/questions', as: 'teacher' },
  {
    name: 'question',
    path: '/teacher/exam/questions?keyword=三相',
    as: 'teacher',
    act: async (page) => {
      await page.getByRole('table').getByRole('button').nth(3).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'question-import', path: '/teacher/exam/questions/import', as: 'teacher' },
  {
    name: 'question-import-preview',
    path: '/teacher/exam/questions/import',
    as: 'teacher',
    act: async (page) => {
      await page.locator('input[type=file]').setInputFiles('tests/screens/dirty.jsonl');
      await page.getByRole('table').waitFor();
    },
  },
  { name: 'papers', path: '/teacher/exam/index', as: 'teacher' },
  { name: 'paper-create', path: '/teacher/exam/paper/create', as: 'teacher' },
  {
    name: 'paper-drawn',
    path: '/teacher/exam/paper/create',
    as: 'teacher',
    act: async (page) => {
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
  { name: 'plans', path: '/teacher/exam/exam-plan', as: 'teacher' },
  { name: 'plan-create', path: '/teacher/exam/exam-plan/create', as: 'teacher' },
  {
    name: 'plan-draft',
    path: '/teacher/exam/exam-plan/create',
    as: 'teacher',
    act: async (page) => {
      await page.getByLabel('考试名称').fill('电工四级理论知识 第四批');
      await page.getByRole('combobox', { name: '试卷' }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: /^全选符合条件的/ }).click();
      await page.getByText(/^已选 [1-9]/).waitFor();
      await page.getByRole('button', { name: '保存' }).click();
      await page.getByRole('button', { name: '发布' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'plan-board', path: '/teacher/exam/exam-plan/item/{plan}', as: 'teacher' },
  { name: 'plan-users', path: '/teacher/exam/exam-plan/user/{plan}', as: 'teacher' },
  { name: 'plan-scores', path: '/teacher/exam/exam-plan/score/{plan}', as: 'teacher' },
  { name: 'schools', path: '/school/index', as: 'admin' },
  { name: 'school-edit', path: '/school/assets/add-edit/1', as: 'admin', lightOnly: true },
  { name: 'accounts', path: '/school/assets/user', as: 'admin', lightOnly: true },
  { name: 'professions', path: '/question/index', as: 'admin', lightOnly: true },
  { name: 'detail-tables', path: '/question/recognizes', as: 'admin', lightOnly: true },
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
  { name: 'audit', path: '/teacher/manage/audit', as: 'school' },
  { name: 'system-settings', path: '/system/index', as: 'system', lightOnly: true },
  { name: 'bank-home', path: '/question/index', as: 'question', lightOnly: true },
  { name: 'students', path: '/teacher/student/index', as: 'school' },
  { name: 'people-import', path: '/teacher/manage/teacher/import', as: 'school', lightOnly: true },
  { name: 'classes', path: '/teacher/manage/class', as: 'school', lightOnly: true },
  { name: 'student-statistics', path: '/teacher/student/statistics', as: 'school', lightOnly: true },
  { name: 'account', path: '/account', as: 'teacher', lightOnly: true },
  { name: 'registration', path: '/reg', lightOnly: true },
];
