import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { CoursewareListPage } from './courseware-list-page.tsx';

it('the list of courseware shows type, length and size in readable units', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const { items, ...page } = createExampleAnswer('/courseware/getList', 1);
  server.answer('/courseware/getList', {
    ...page,
    items: items.map((row) => ({ ...row, kind: 'video' as const, durationMs: 20_003, sizeBytes: 251_964 })),
  });
  await i18n.load(['learning', 'resource', 'ui']);
  await renderPage(<CoursewareListPage />, { person: createSessionUser('teacher') });
  expect(await screen.findByText('246 KB')).toBeDefined();
  for (const raw of ['251964', '20003', 'video']) expect(screen.queryByText(raw)).toBeNull();
});
