import type { RouteRow } from './route-row.ts';

type Page = Pick<RouteRow, 'calls' | 'texts' | 'page'>;
const texts = ['question', 'codes'] as const;
const lists = ['/question/getCategories', '/question/getTags', '/prof/getList'] as const;

/** A question bank: list, tree, review and bulk changes. */
export const questionListPage: Page = {
  calls: [
    ...lists,
    '/question/getList',
    '/question/getById',
    '/question/setStatus',
    '/question/modifyMany',
    '/question/export',
    '/question/remove',
    '/question/addCategory',
    '/question/moveCategory',
    '/question/removeCategory',
    '/question/getPoints',
    '/detail/getList',
    '/detail/getById',
  ],
  texts: [...texts, 'questionFile'],
  page: async () => (await import('../../features/question/pages/question-list-page.tsx')).QuestionListPage,
};

export const questionEditPage: Page = {
  calls: [
    ...lists,
    '/question/getById',
    '/question/add',
    '/question/modify',
    '/question/findDuplicates',
    '/detail/getList',
    '/detail/getById',
  ],
  texts,
  page: async () => (await import('../../features/question/pages/question-edit-page.tsx')).QuestionEditPage,
};

export const questionItemPage: Page = {
  calls: [
    '/question/getById',
    '/question/getHistory',
    '/question/getVersion',
    '/question/getUsage',
    '/question/findDuplicates',
    '/question/setStatus',
    '/question/restore',
  ],
  texts,
  page: async () => (await import('../../features/question/pages/question-item-page.tsx')).QuestionItemPage,
};

export const questionCategoryPage: Page = {
  calls: ['/question/getCategories', '/question/addCategory', '/question/moveCategory', '/question/removeCategory'],
  texts,
  page: async () => (await import('../../features/question/pages/category-page.tsx')).BankCategoryPage,
};

const questionImportPage: Page = {
  calls: [
    '/question/importPreview',
    '/question/importCheck',
    '/question/import',
    '/question/importTemplate',
    '/question/getCategories',
    '/prof/getList',
    '/job/getById',
    '/job/getList',
    '/job/cancel',
  ],
  texts: [...texts, 'questionFile'],
  page: async () => (await import('../../features/question/pages/question-import-page.tsx')).QuestionImportPage,
};

/** Builds the pages of a bank at an address. */
export const createBankRoutes = (list: Omit<RouteRow, keyof Page>): RouteRow[] => {
  const { sidebar: _sidebar, ...below } = list;
  return [
    { ...list, ...questionListPage },
    { ...below, ...questionEditPage, path: `${list.path}/create`, title: 'questionCreate', writes: true, under: list.path },
    { ...below, ...questionEditPage, path: `${list.path}/create/:questionId`, title: 'questionEdit', writes: true, under: list.path },
    { ...below, ...questionImportPage, path: `${list.path}/import`, title: 'questionImport', writes: true, under: list.path },
    { ...below, ...questionItemPage, path: `${list.path}/item/:questionId`, title: 'question', under: list.path },
  ];
};
