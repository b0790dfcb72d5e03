import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { offerStatus } from '../../sync/contract/codes.ts';
import { createExampleAnswer } from '../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { CourseEditPage } from '../features/course/pages/course-edit-page.tsx';
import { PlaceListPage } from '../features/exam-room/pages/place-list-page.tsx';
import { DeclarationListPage } from '../features/application/pages/declaration-list-page.tsx';
import { ArticleListPage } from '../features/info/pages/article-list-page.tsx';
import { SchoolListPage } from '../features/school/pages/school-list-page.tsx';
import { i18n } from '../lib/i18n.ts';

const firstRow = <T extends { readonly items: readonly object[] }>(list: T): T['items'][number] => list.items[0] as T['items'][number];

it('the list of exam places offers the next step of the row just saved as a button', async () => {
  const server = startFakeServer();
  const place = { ...firstRow(createExampleAnswer('/examPlace/getList', 1)), id: 5, version: 1, name: 'North campus', roomCount: 0 };
  const empty = { items: [], total: 0, page: 1, pageSize: 20 };
  server.answer('/examPlace/getList', () =>
    server.sentTo('/examPlace/add').length === 0 ? empty : { ...empty, items: [place], total: 1 },
  );
  server.answer('/examPlace/add', { id: 5, version: 1 });
  await i18n.load(['examRoom', 'resource', 'ui', 'app', 'seats']);
  const { person } = await renderPage(<PlaceListPage />);
  const [add] = await screen.findAllByRole('button', { name: /^New / });
  await person.click(add as HTMLElement);
  await person.type(screen.getByRole('textbox', { name: /^Name/ }), 'North campus');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('"North campus" saved. Next step:')).toBeDefined();
  const [step] = screen.getAllByRole('link', { name: 'Rooms' });
  expect(step?.getAttribute('href')).toBe('/teacher/exam/exam-room/5');
});

it('publishing is the first action of a draft article', async () => {
  const server = startFakeServer();
  const list = createExampleAnswer('/info/getList', 1);
  const draft = { ...firstRow(list), id: 3, version: 2, title: 'Holidays', status: 0 as const, mine: true };
  server.otherwise.answer((path) => createExampleAnswer(path));
  server.answer('/info/getList', { ...list, items: [draft], total: 1 });
  await i18n.load(['learning', 'resource', 'ui']);
  const { person } = await renderPage(<ArticleListPage />);
  await person.click(await screen.findByRole('button', { name: 'Publish: Holidays' }));
  await waitFor(() => expect(server.sentTo('/info/setStatus')[0]?.input).toEqual({ id: 3, version: 2, event: 'publish' }));
});

it('opening is the first action of a draft declaration project', async () => {
  const server = startFakeServer();
  const list = createExampleAnswer('/declaration/getList', 1);
  server.otherwise.answer((path) => createExampleAnswer(path));
  server.answer('/declaration/getList', { ...list, items: [{ ...firstRow(list), name: 'Spring', status: offerStatus.draft }], total: 1 });
  await i18n.load(['application', 'resource', 'ui', 'codes']);
  await renderPage(<DeclarationListPage />);
  expect(await screen.findByRole('button', { name: 'Open declarations: Spring' })).toBeDefined();
});

it('saving a new course leads to its sections', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  server.answer('/course/add', { id: 9, version: 1 });
  await i18n.load(['learning', 'resource', 'ui', 'codes']);
  const { person, router } = await renderPage(<CourseEditPage />, { at: '/create', path: '/create' });
  await person.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Motors');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('another page')).toBeDefined();
  expect(router.state.location.pathname).toBe('/teacher/course/assets/form/9');
});

it('the super admin is shown that an account for the system settings is missing', async () => {
  const server = startFakeServer();
  server.answer('/system/getSetup', { certificate: null, backupMs: null, makesBackups: true, nowMs: 0 });
  server.answer('/school/getList', createExampleAnswer('/school/getList', 1));
  server.answer('/user/getList', ({ filter }) => ({ ...createExampleAnswer('/user/getList'), total: filter?.user_type === 9 ? 0 : 1 }));
  await i18n.load(['school', 'firstSteps', 'ui']);
  await renderPage(<SchoolListPage />, { person: createSessionUser('admin') });
  const step = await screen.findByRole('link', { name: 'Add a system account' });
  expect(step.getAttribute('href')).toBe('/school/assets/user?user_type=9');
});
