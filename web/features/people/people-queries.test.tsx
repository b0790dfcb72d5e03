import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import { i18n } from '../../lib/i18n.ts';
import { ClassChoice, useClassOptions } from '../../platform/class-choice.tsx';
import { OfferedProfession } from '../../platform/offered-profession.tsx';
import { useOfferedProfessions } from './people-queries.ts';

vi.mock('../../platform/call.ts', () => ({
  call: (path: string) =>
    Promise.resolve({ items: [{ id: 1, name: path === '/prof/getList' ? 'Electrician' : 'Class 1' }], total: 1, page: 1, pageSize: 200 }),
}));

beforeAll(() => i18n.load(['ui', 'learning']));

const control = { id: 'field', 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined };

/** Renders both pages with one cache: first the page that asks, then, when its answer is here, the page that shows the same. */
async function openOneAfterTheOther(first: ReactNode, second: ReactNode): Promise<string> {
  const client = new QueryClient();
  const page = (content: ReactNode) => <QueryClientProvider client={client}>{content}</QueryClientProvider>;
  renderToString(page(first));
  for (const query of client.getQueryCache().getAll()) await query.fetch();
  return renderToString(page(second));
}

const ClassNames = () => (useClassOptions().data ?? []).map((one) => one.name).join();
const ProfessionNames = () => (useOfferedProfessions().data ?? []).map((one) => one.name).join();

it('25.5: a form that chooses classes opens after the list of students', async () => {
  const form = <ClassChoice control={control} values={[1]} onChange={() => undefined} />;
  expect(await openOneAfterTheOther(<ClassNames />, form)).toContain('Class 1');
});

it('25.5: the list of students shows its classes after a form that chooses classes', async () => {
  const form = <ClassChoice control={control} values={[]} onChange={() => undefined} />;
  expect(await openOneAfterTheOther(form, <ClassNames />)).toBe('Class 1');
});

it('25.5: a form that chooses a profession opens after the form of a person', async () => {
  const form = <OfferedProfession control={control} value={1} onChange={() => undefined} />;
  expect(await openOneAfterTheOther(<ProfessionNames />, form)).toContain('id="field"');
});
