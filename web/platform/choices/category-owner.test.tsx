import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { CategoryOwnerPage } from './category-owner.tsx';

async function openPage() {
  const server = startFakeServer();
  server.answer('/shelf/getCategories', {
    items: [
      { category: 'Wiring', count: 3 },
      { category: 'Motors', count: 1 },
    ],
  });
  await i18n.load(['learning', 'words']);
  const page = await renderPage(<CategoryOwnerPage shelf="course" lists="/teacher/course/index" />, {
    person: createSessionUser('teacher'),
  });
  await page.person.click(await screen.findByRole('treeitem', { name: /^Wiring/ }));
  return { ...page, server };
}

it('shows how many rows a category contains before its deletion, and how many moved after it', async () => {
  const { person, server } = await openPage();
  await person.click(screen.getByRole('button', { name: 'Delete: Wiring' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('It contains 3 items, including subcategories. None of them is deleted.')).toBeDefined();
  server.answer('/shelf/removeCategory', { moved: 3 });
  await person.click(dialog.getByRole('button', { name: 'Delete category' }));
  expect(await screen.findByText('Category deleted, 3 items moved')).toBeDefined();
  expect(server.sentTo('/shelf/removeCategory')[0]?.input).toEqual({ shelf: 'course', category: 'Wiring', moveTo: '' });
});

it('asks before it merges a renamed category into the category of that name', async () => {
  const { person, server } = await openPage();
  server.refuse('/shelf/moveCategory', 'refused', 'That category exists', { taken: true });
  await person.click(screen.getByRole('button', { name: 'Rename: Wiring' }));
  await person.clear(await screen.findByRole('textbox', { name: 'Category name' }));
  await person.keyboard('Motors{Enter}');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('3 items in "Wiring" will move to "Motors". Once merged, the two cannot be separated.')).toBeDefined();
  server.answer('/shelf/moveCategory', { moved: 3 });
  await person.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Category moved, with 3 items')).toBeDefined();
  const inputs = server.sentTo('/shelf/moveCategory').map(({ input }) => input);
  expect(inputs).toEqual([false, true].map((merge) => ({ shelf: 'course', from: 'Wiring', to: 'Motors', merge })));
});
