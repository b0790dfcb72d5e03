import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { WatchPanel } from './watch-panel.tsx';

it('the system page lists engine faults by part, with count and last time, apart from faults of pages', async () => {
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

it('the system page lists the servers of the database, and marks servers that are not ready or lost', async () => {
  const server = startFakeServer();
  const one = { version: '1.0.0', startedMs: 0, silentMs: 900, clockOffMs: -12, notReady: null, behind: 0, isThis: false, isLost: false };
  server.answer('/system/getWatch', {
    ...createExampleAnswer('/system/getWatch'),
    servers: [
      { ...one, name: 'a:8787', isThis: true, duties: ['background'] },
      { ...one, name: 'b:8787', notReady: 'PostgreSQL is read-only', behind: 1_250, duties: [] },
      { ...one, name: 'c:8787', isLost: true, silentMs: 61_000, duties: [] },
    ],
  });
  await i18n.load(['system', 'ui']);
  await renderPage(<WatchPanel />);
  const table = await screen.findByRole('table', { name: 'Servers' });
  const [, ready, notReady, lost] = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(ready).toMatch(/a:8787This oneReady0Background work0\.9 s ago−12 ms1\.0\.0/);
  expect(notReady).toMatch(/b:8787Not readyPostgreSQL is read-only1,250/);
  expect(lost).toMatch(/c:8787No sign of life.*61\.0 s ago/);
});
