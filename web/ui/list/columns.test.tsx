import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { setSchoolZone } from '../../lib/format-time.ts';
import { i18n } from '../../lib/i18n.ts';
import { Chip } from '../primitives/chip.tsx';
import { dateColumn, mutedColumn, nameColumn, numberColumn, statusColumn, type Column } from './columns.tsx';
import { DataTable } from './data-table.tsx';

interface Row {
  readonly name: string;
  readonly atMs: number | null;
}
const rows: readonly Row[] = [
  { name: 'Li Hua', atMs: Date.UTC(2026, 10, 28, 1, 30, 5) },
  { name: 'Wang Lei', atMs: null },
];
const getMs = (row: Row) => row.atMs;

beforeEach(async () => {
  setSchoolZone('Asia/Shanghai');
  await i18n.load(['ui']);
});

/** Renders one column beside the names, and returns its two cells. */
async function renderColumn(column: Column<Row>): Promise<HTMLElement[]> {
  await renderPage(
    <DataTable caption="People" columns={[nameColumn('Name', (row: Row) => row.name), column]} rows={rows} keyOf={(row) => row.name} />,
  );
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1) as HTMLElement);
}
const textsOf = (cells: readonly HTMLElement[]) => cells.map((cell) => cell.textContent);

it.each([
  ['minute', '2026-11-28 09:30'],
  ['day', '2026-11-28'],
  ['second', '2026-11-28 09:30:05'],
  ['time', '09:30'],
] as const)('dateColumn writes a time in the school’s zone, in the style %s', async (style, text) => {
  expect(textsOf(await renderColumn(dateColumn('at', 'At', getMs, { style, none: 'never', muted: true })))).toEqual([text, 'never']);
});

it('dateColumn exports dates, and shows day and minute in the tooltip', async () => {
  const column = dateColumn('at', 'At', getMs, { style: 'day' });
  expect(rows.map((row) => column.value?.(row))).toEqual([new Date(rows[0]?.atMs ?? 0), null]);
  const [first] = await renderColumn(column);
  expect(first?.querySelector('[title]')?.getAttribute('title')).toBe('2026-11-28 09:30');
});

it('nameColumn emphasises a name, and cannot be hidden', async () => {
  const column = nameColumn('Person', (row: Row) => row.name, { strong: true });
  expect([column.sort, column.fixed]).toEqual(['name', true]);
  const [first] = await renderColumn({ ...column, key: 'person' });
  expect(first?.querySelector('.font-medium')?.textContent).toBe('Li Hua');
});

it('numberColumn aligns right, and mutedColumn uses the secondary colour', async () => {
  expect(numberColumn('n', 'N', (row: Row) => row.name.length)).toMatchObject({ align: 'right' });
  const [first] = await renderColumn(mutedColumn('note', 'Note', (row) => row.name));
  expect(first?.querySelector('.text-muted-foreground')?.textContent).toBe('Li Hua');
});

it('statusColumn shows a chip, and exports the status as text', async () => {
  const column = statusColumn(
    'status',
    'Status',
    () => <Chip>Enabled</Chip>,
    () => 'enabled',
  );
  expect(textsOf(await renderColumn(column))).toEqual(['Enabled', 'Enabled']);
  expect(column.value?.(rows[0])).toBe('enabled');
});
