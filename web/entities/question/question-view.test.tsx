import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../lib/i18n.ts';
import { PracticeQuestionView } from './practice-question.tsx';
import { QuestionView } from './question-view.tsx';

beforeEach(() => i18n.load(['exercise', 'ui']));

const choice = {
  type: 1 as const,
  stem: '<p>How much?</p>',
  options: ['one', 'two', 'three'].map((html, at) => ({ id: 'ABC'[at] ?? '', html })),
  key: { kind: 'choice' as const, right: ['B'] },
  analysis: '<p>Because of two.</p>',
};
const listOptions = () => screen.getAllByRole('listitem').map((row) => row.textContent);

it('the review marks the right and the chosen option, and shows the analysis', () => {
  render(<QuestionView question={choice} chosen={['A']} chosenText="My answer" />);
  expect(listOptions()).toEqual(['AoneMy answer', 'BtwoRight', 'Cthree']);
  expect(screen.queryByText('Because of two.')).not.toBeNull();
});

it('the review without a key marks the chosen option neither right nor wrong', () => {
  const { container } = render(<QuestionView question={{ ...choice, key: null }} chosen={['A']} chosenText="My answer" />);
  expect(listOptions()).toEqual(['AoneMy answer', 'Btwo', 'Cthree']);
  expect(container.querySelector('[class*=seal],[class*=delivered]')).toBeNull();
  expect(screen.queryByText('Because of two.')).toBeNull();
});

it.each(['examinee', 'print'] as const)('mode %s does not reveal the key', (mode) => {
  render(<QuestionView question={choice} mode={mode} />);
  expect(screen.queryByText('Because of two.')).toBeNull();
  expect(screen.queryByText('Right')).toBeNull();
});

it('the print adds a bracket for the answer, unless the stem has one', () => {
  const { container, rerender } = render(<QuestionView question={choice} mode="print" number={7} />);
  expect(container.textContent).toContain('7.How much?(　　)A.one');
  rerender(<QuestionView question={{ ...choice, stem: 'How much（  ）?' }} mode="print" number={7} />);
  expect(container.textContent).toContain('7.How much（  ）?A.one');
});

it('the marking mode folds the key, and has no fold without a key', () => {
  const rubric = (reference: string) => ({ kind: 'rubric' as const, reference, items: [], veto: [] });
  const question = { stem: 'Explain.', options: [] };
  const { rerender } = render(<QuestionView question={{ ...question, key: rubric('Like this.') }} mode="mark" />);
  expect(within(screen.getByRole('group')).queryByText('Like this.')).not.toBeNull();
  expect(screen.getByRole('group').querySelector('summary')?.textContent).toBe('Reference answer');
  rerender(<QuestionView question={{ ...question, key: rubric('') }} mode="mark" />);
  expect(screen.queryByRole('group')).toBeNull();
});

it('practice takes option letters while an option has the focus, and Enter shows the answer', async () => {
  const onAnswer = vi.fn();
  const user = userEvent.setup();
  await renderPage(<PracticeQuestionView question={choice} isLast={false} onAnswer={onAnswer} onNext={vi.fn()} />);
  await user.click(screen.getByRole('radio', { name: /one/ }));
  await user.keyboard('b');
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('B');
  await user.keyboard('{Enter}');
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(listOptions()[1]).toBe('BtwoAnswerRight');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
});

it('practice has a field for each blank, and shows the written answer beside the key', async () => {
  const onAnswer = vi.fn();
  const user = userEvent.setup();
  const text = (anyOf: string[]) => ({ mode: 'text' as const, anyOf, ignoreCase: true, ignoreWidth: true });
  const question = {
    ...choice,
    type: 4 as const,
    stem: '<p>U = <span data-blank="1"></span> · <span data-blank="2"></span></p>',
    options: [],
    key: { kind: 'blanks' as const, blanks: [text(['R']), text(['I'])] },
  };
  const { container } = await renderPage(<PracticeQuestionView question={question} isLast onAnswer={onAnswer} onNext={vi.fn()} />);
  await user.type(screen.getByRole('textbox', { name: 'Blank 1' }), 'R');
  await user.type(screen.getByRole('textbox', { name: 'Blank 2' }), 'U');
  await user.click(screen.getByRole('button', { name: 'Show answer' }));
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  expect(container.textContent).toContain('AnswerR / U');
  expect(listOptions()).toEqual(['Blank 1R', 'Blank 2I']);
});

const steps = { ...choice, type: 9 as const, key: { kind: 'order' as const, right: ['B', 'C', 'A'] } };
/** Returns the texts of the items in the order shown. */
const listItems = () => screen.getAllByRole('listitem').map((row) => row.textContent.replace(/^\d\./, ''));

it('practice orders items by buttons and arrow keys, and counts the order from the first move', async () => {
  const onAnswer = vi.fn();
  const user = userEvent.setup();
  await renderPage(<PracticeQuestionView question={steps} isLast onAnswer={onAnswer} onNext={vi.fn()} />);
  expect(listItems()).toEqual(['Aone', 'Btwo', 'Cthree']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show answer' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Move item 1 down: one' }));
  expect(listItems()).toEqual(['Btwo', 'Aone', 'Cthree']);
  const handle = screen.getByRole('button', { name: 'Move item 2: one' });
  handle.focus();
  await user.keyboard('{ArrowDown}');
  expect(listItems()).toEqual(['Btwo', 'Cthree', 'Aone']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move item 3: one');
  // A letter key chooses an option only in choice questions; here it changes nothing.
  await user.keyboard('b');
  expect(listItems()).toEqual(['Btwo', 'Cthree', 'Aone']);
  await user.click(screen.getByRole('button', { name: 'Show answer' }));
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

it('practice takes the shown order as an answer once it is confirmed', async () => {
  const onAnswer = vi.fn();
  const user = userEvent.setup();
  const question = { ...steps, key: { kind: 'order' as const, right: ['A', 'B', 'C'] } };
  await renderPage(<PracticeQuestionView question={question} isLast onAnswer={onAnswer} onNext={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Use this order' }));
  expect(screen.queryByRole('button', { name: 'Use this order' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show answer' }));
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(true);
});

const pairs = {
  ...choice,
  type: 10 as const,
  options: [{ id: '1', html: 'volt' }, { id: '2', html: 'ampere' }, ...choice.options],
  key: { kind: 'match' as const, right: ['C', 'A'] },
};

it('practice offers the options of each left item in a list', async () => {
  const onAnswer = vi.fn();
  const user = userEvent.setup();
  const { container } = await renderPage(<PracticeQuestionView question={pairs} isLast onAnswer={onAnswer} onNext={vi.fn()} />);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Option for left item 1' }), 'C three');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Option for left item 2' }), 'B two');
  await user.click(screen.getByRole('button', { name: 'Show answer' }));
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith(false);
  expect(screen.getByRole('listitem', { name: 'Left item 1' }).textContent).toBe('(1)voltC');
  expect(screen.getByRole('listitem', { name: 'Left item 2' }).textContent).toBe('(2)ampereB');
  expect(container.textContent).toContain('Pairs1 – C\u30002 – A');
});

it.each(['examinee', 'print'] as const)('mode %s reveals neither order nor pairs', (mode) => {
  const { container, rerender } = render(<QuestionView question={steps} mode={mode} />);
  expect(container.textContent).not.toMatch(/→|Because/);
  rerender(<QuestionView question={pairs} mode={mode} />);
  expect(container.textContent).not.toMatch(/ – |Because/);
  if (mode === 'print') expect(container.textContent).toContain('(1)volt(　　)(2)ampere(　　)');
});

it('the review shows the given order beside the right one, and marks no option as chosen', () => {
  const { container } = render(<QuestionView question={steps} chosen={['A', 'C', 'B']} chosenText="My answer" />);
  expect(listOptions()).toEqual(['Aone', 'Btwo', 'Cthree']);
  expect(container.textContent).toContain('Order givenA → C → BRight orderB → C → A');
});
