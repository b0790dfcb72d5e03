import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { guides } from '../guides/all-guides.ts';
import { GuidePage } from './guide-page.tsx';

beforeEach(() => i18n.load(['help', 'ui']));
const open = (at: string) => renderPage(<GuidePage />, { at, path: at === '/help' ? '/help' : '/help/:id', person: null });

it('the help page offers every guide before sign-in', async () => {
  await open('/help');
  const cards = within(screen.getByRole('main')).getAllByRole('link');
  expect(cards.map((card) => card.getAttribute('href'))).toEqual(guides.map(({ id }) => `/help/${id}`));
});

it.each(guides)('the guide $id shows its sections, with the contents in the same order', async (guide) => {
  await open(`/help/${guide.id}`);
  const titles = guide.sections.map(({ title }) => title[1]);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(guide.title[1]);
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(titles);
  const contents = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link');
  expect(contents.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    guide.sections.map(({ id, title }) => [title[1], `#${id}`]),
  );
});

it('a guide changes its language with the language button', async () => {
  const { person } = await open('/help/invigilator');
  await person.click(screen.getByRole('button', { name: '中文' }));
  expect(await screen.findByRole('heading', { level: 1, name: '监考员指南' })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Guide for invigilators' })).toBeDefined();
});

it('the page of an unknown guide redirects', async () => {
  await open('/help/nobody');
  expect(screen.getByText('another page')).toBeDefined();
});
