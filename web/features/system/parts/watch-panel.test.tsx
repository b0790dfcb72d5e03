import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { WatchPanel } from './watch-panel.tsx';

it('25.13: the system page lists engine faults by part, with count and last time, apart from faults of pages', async () => {
  const server = startFakeServer();
  const fault = { message: 'no row', frames: ['assets/a.js:1:2'], firstMs: 0, pages: ['/student/exam/:id'], browsers: ['Chrome 140'] };
  server.answer('/system/getWatch', {
    ...createExampleAnswer('/system/getWatch'),
    faults: [
      { ...fault, name: 'TypeError', engine: 'push', count: 12, lastMs: Date.UTC(2026, 10, 27, 1, 30) },
      { ...fault, name: 'RangeError', engine: null, count: 1, lastMs: 0 },
    ],
  });
  await i18n.load(['system', 'ui']);
  await renderPage(<WatchPanel />);
  await screen.findByText('Answer engine errors');
  const [engine, page] = screen.getAllByRole('listitem').slice(-2) as [HTMLElement, HTMLElement];
  expect(within(engine).getByText('Sending answers')).toBeDefined();
  expect(within(engine).getByText('12 times')).toBeDefined();
  expect(within(engine).getByText(/2026/)).toBeDefined();
  expect(within(page).getByText(/RangeError/)).toBeDefined();
});
