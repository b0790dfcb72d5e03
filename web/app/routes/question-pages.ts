import type { RouteRow } from './route-row.ts';

type Page = Pick<RouteRow, 'texts' | 'page'>;

/** Page of a question bank: its list of questions, category tree, review and bulk changes. */
export const questionListPage: Page = {
  texts: ['codes', 'question', 'questionFile'],
  page: async () => (await import('../../features/question/pages/question-list-page.tsx')).QuestionListPage,
};

export const questionEditPage: Page = {
  texts: ['codes', 'question'],
  page: async () => (await import('../../features/question/pages/question-edit-page.tsx')).QuestionEditPage,
};

export const questionItemPage: Page = {
  texts: ['codes', 'question'],
  page: async () => (await import('../../features/question/pages/question-item-page.tsx')).QuestionItemPage,
};

export const questionCategoryPage: Page = {
  texts: ['codes', 'question'],
  page: async () => (await import('../../features/question/pages/category-page.tsx')).BankCategoryPage,
};

const questionImportPage: Page = {
  texts: ['codes', 'question', 'questionFile'],
  page: async () => (await import('../../features/question/pages/question-import-page.tsx')).QuestionImportPage,
};

/** Builds the route rows of a question bank: its list, and the pages below the address of that list. */
export const createBankRoutes = (list: Omit<RouteRow, keyof Page>): RouteRow[] => {
  const { sidebar: _sidebar, ...below } = list;
  return [
    { ...list, ...questionListPage },
    { ...below, ...questionEditPage, path: `${list.path}/create`, title: ['新建题目', 'New question'], writes: true, under: list.path },
    {
      ...below,
      ...questionEditPage,
      path: `${list.path}/create/:questionId`,
      title: ['编辑题目', 'Edit question'],
      writes: true,
      under: list.path,
    },
    {
      ...below,
      ...questionImportPage,
      path: `${list.path}/import`,
      title: ['导入题目', 'Import questions'],
      writes: true,
      under: list.path,
    },
    { ...below, ...questionItemPage, path: `${list.path}/item/:questionId`, title: ['题目', 'Question'], under: list.path },
  ];
};
