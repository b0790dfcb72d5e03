import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { isSheetAnswer } from '../../../../sync/domain/papers/sheet-answer.ts';
import { i18n } from '../../../lib/i18n.ts';
import { SheetQuestion } from './sheet-question.tsx';
import type { SheetItem } from './sheet-view.ts';

beforeEach(() => i18n.load(['sheet', 'codes', 'ui']));

/** Renders a question of a paper sheet; `typed` returns the value that would be sent. */
async function renderQuestion(item: Pick<SheetItem, 'type' | 'options' | 'blanks'>) {
  const sheetItem: SheetItem = { itemId: '1', section: '', stem: 'Sort', points: 2, shown: false, value: [], ...item };
  let value: readonly string[] = [];
  function Form() {
    const [typed, setTyped] = useState<readonly string[]>([]);
    const change = (next: readonly string[]) => {
      value = next;
      setTyped(next);
    };
    return <SheetQuestion item={sheetItem} value={typed} onChange={change} aside={null} />;
  }
  return { ...(await renderPage(<Form />)), typed: () => value, isTaken: () => isSheetAnswer(sheetItem, value) };
}
const options = ['A', 'B', 'C'].map((id) => ({ id, html: `step ${id}` }));

it('an ordering question takes option letters in either case and width', async () => {
  const { person, typed, isTaken } = await renderQuestion({ type: 9, options, blanks: 0 });
  const field = screen.getByRole('textbox', { name: 'Order (option letters)' });
  await person.type(field, 'c,Ａ');
  expect([typed(), isTaken()]).toEqual([['C', 'A'], false]);
  await person.type(field, 'b');
  expect([typed(), isTaken()]).toEqual([['C', 'A', 'B'], true]);
});

it('a matching question takes an option for each left item, and a left item may stay empty', async () => {
  const left = ['1', '2'].map((id) => ({ id, html: `left ${id}` }));
  const { person, typed, isTaken } = await renderQuestion({ type: 10, options: [...left, ...options], blanks: 2 });
  await person.click(screen.getByRole('combobox', { name: '2 left 2' }));
  await person.click(await screen.findByRole('option', { name: 'C' }));
  expect([typed(), isTaken()]).toEqual([['', 'C'], true]);
});
