import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { Chip } from '../primitives/chip.tsx';
import { DataTable } from './data-table.tsx';
import { useSelection } from './table-selection.ts';

beforeEach(() => i18n.load(['ui']));
afterEach(() => vi.unstubAllGlobals());

const table = (
  <DataTable
    caption="People"
    columns={[
      { key: 'seat', header: 'Seat', width: 'w-36', value: () => '01' },
      { key: 'name', header: 'Name', fixed: true, value: (row: { name: string }) => row.name },
    ]}
    rows={[{ name: 'Li Hua' }]}
    keyOf={() => 1}
    nameOf={(row) => row.name}
    actions={() => ['Answers', 'Extend', 'Absent'].map((label) => ({ label, onSelect: () => undefined }))}
  />
);
const phone = (isPhone: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: isPhone && media.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
const actions = () => screen.getAllByRole('button', { name: /: Li Hua$/ }).map((button) => button.textContent);

it('a row on a phone has its actions in one menu, and the name column keeps space for it', async () => {
  phone(true);
  await renderPage(table);
  expect(actions()).toEqual(['']);
  expect(screen.getByText('Li Hua').closest('td')?.className).toContain('min-w-24');
  expect(screen.getByText('01').closest('td')?.className).not.toContain('min-w-24');
});

it('a row on a PC shows its actions', async () => {
  phone(false);
  await renderPage(table);
  expect(actions()).toEqual(['Answers', 'Extend', 'Absent']);
});

it('a cell with chips has no maximum width', async () => {
  phone(false);
  await renderPage(
    <DataTable
      caption="People"
      columns={[{ key: 'status', header: 'Status', cell: () => <Chip tone="kept">Absence not confirmed</Chip>, value: () => '' }]}
      rows={[{ name: 'Li Hua' }]}
      keyOf={() => 1}
      nameOf={(row) => row.name}
    />,
  );
  const cell = screen.getByText('Absence not confirmed').closest('td');
  expect(cell?.className).toContain('has-[[data-chip]]:max-w-none');
  expect(cell?.matches(':has([data-chip])')).toBe(true);
});

it('rows are one Tab stop: arrows, Home and End move, Space selects, Shift+Space selects a range, Enter opens', async () => {
  phone(false);
  const opened: string[] = [];
  function People() {
    return (
      <DataTable
        caption="People"
        columns={[{ key: 'name', header: 'Name', value: (row: { name: string }) => row.name }]}
        rows={['A', 'B', 'C', 'D'].map((name) => ({ name }))}
        keyOf={(row) => row.name}
        nameOf={(row) => row.name}
        selection={useSelection<{ name: string }>((row) => row.name)}
        open={(row) => () => void opened.push(row.name)}
      />
    );
  }
  const { person, container } = await renderPage(<People />);
  const rows = [...container.querySelectorAll<HTMLElement>('tbody tr[data-at]')];
  expect(rows.map((row) => row.tabIndex)).toEqual([0, -1, -1, -1]);
  rows[0]?.focus();
  await person.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}');
  const ticked = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.closest('tr')?.textContent);
  expect(ticked()).toEqual(['A', 'B', 'C']);
  await person.keyboard('{End}{Enter}{Home}{Enter}');
  expect(opened).toEqual(['D', 'A']);
  expect(rows.map((row) => row.tabIndex)).toEqual([0, -1, -1, -1]);
});
