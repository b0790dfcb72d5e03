import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { detailTableStatus } from '../../../../sync/contract/codes.ts';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { TableEditor } from './table-editor.tsx';

const scope = (name: string, depth: 1 | 2 | 3, code: string, weight: number) => ({ id: depth, name, depth, code, weight, ratio: null });

it('table editor: keys add and grade a point and undo a new line; a wrong sum is reported and blocks publishing', async () => {
  await i18n.load(['codes', 'detail', 'ui']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const point = { id: 4, name: 'Role of ethics', depth: 4 as const, code: '001', importance: 'X' as const };
  const lines = [scope('Basics', 1, 'A', 100), scope('Ethics', 2, 'A', 100), scope('Duties', 3, 'A', 100), point];
  const table = { ...createExampleAnswer('/detail/getById'), id: 3, version: 2, status: detailTableStatus.draft, level: 4 as const, lines };
  const { person } = await renderPage(<TableEditor table={table} />, { person: createSessionUser('admin') });
  const grid = await screen.findByRole('treegrid');
  const line = (name: string) => within(grid).getByText(name).closest<HTMLElement>('[role=row]');
  line('Role of ethics')?.focus();
  await person.keyboard('{Insert}New point{Enter}{Escape}');
  expect(line('New point')).toBeTruthy();
  expect(within(grid).getAllByRole('row')).toHaveLength(6);
  await person.keyboard('z');
  line('Basics')?.focus();
  await person.keyboard('{Enter}{Tab}99{Enter}');
  await screen.findByText('Weights add up to 99 · 1 short');
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
  await person.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(server.sentTo('/detail/modify')).toHaveLength(1));
  expect(
    server.sentTo('/detail/modify')[0]?.input.lines.map((each) => [each.name, 'weight' in each ? each.weight : each.importance]),
  ).toEqual([
    ['Basics', 99],
    ['Ethics', 100],
    ['Duties', 100],
    ['Role of ethics', 'X'],
    ['New point', 'Z'],
  ]);
});
