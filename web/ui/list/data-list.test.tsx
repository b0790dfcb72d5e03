import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import type { PageTotal } from './list-pages.ts';
import { Pagination } from './data-list.tsx';

beforeEach(() => i18n.load(['ui']));

async function showPages(page: number, total: PageTotal) {
  const onPage = vi.fn();
  await renderPage(<Pagination page={page} pageSize={20} total={total} onPage={onPage} onPageSize={() => undefined} />);
  const open = () =>
    screen
      .getAllByRole('button')
      .filter((button) => !button.hasAttribute('disabled'))
      .map((button) => button.getAttribute('aria-label'));
  return { onPage, open, text: screen.getByRole('navigation').textContent };
}

it('the pager shows the number of rows and leads through all pages', async () => {
  const { open, text } = await showPages(3, { total: 50 });
  expect(text).toContain('50 entries');
  expect(text).toContain('Page 3 of 3');
  expect(open()).toEqual(['Previous page']);
});

it('the pager of an uncounted list leads through the first pages and to the last one', async () => {
  const { onPage, open, text } = await showPages(500, { total: 10_000, isMore: true });
  expect(text).toContain('more than 10,000 entries');
  expect(text).toContain('Page 500');
  expect(open()).toEqual(['First page', 'Previous page', 'Last page']);
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }));
  expect(onPage).toHaveBeenLastCalledWith(-1);
});

it('the pager goes back from the last page', async () => {
  const { onPage, open, text } = await showPages(-1, { total: 10_000, isMore: true });
  expect(text).toContain('Last page');
  expect(open()).toEqual(['First page', 'Previous page']);
  await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onPage).toHaveBeenLastCalledWith(-2);
});
