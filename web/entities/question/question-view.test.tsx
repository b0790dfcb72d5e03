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

it('in review says which option is right and which was chosen, with the analysis', () => {
  render(<QuestionView question={choice} chosen={['A']} chosenText="My answer" />);
  expect(listOptions()).toEqual(['AoneMy answer', 'BtwoRight', 'Cthree']);
  expect(screen.queryByText('Because of two.')).not.toBeNull();
});

it('without a key, a chosen option is neither right nor wrong', () => {
  const { container } = render(<QuestionView question={{ ...choice, key: null }} chosen={['A']} chosenText="My answer" />);
  expect(listOptions()).toEqual(['AoneMy answer', 'Btwo', 'Cthree']);
  expect(container.querySelector('[class*=seal],[class*=delivered]')).toBeNull();
  expect(screen.queryByText('Because of two.')).toBeNull();
});

it.each(['examinee', 'print'] as const)('in mode %s nothing gives the key away', (mode) => {
  render(<QuestionView question={choice} mode={mode} />);
  expect(screen.queryByText('Because of two.')).toBeNull();
  expect(screen.queryByText('Right')).toBeNull();
});

it('prints a bracket for the answer, unless the stem has one', () => {
  const { container, rerender } = render(<QuestionView question={choice} mode="print" number={7} />);
  expect(container.textContent).toContain('7.How much?（　　）A.one');
  rerender(<QuestionView question={{ ...choice, stem: 'How much（  ）?' }} mode="print" number={7} />);
  expect(container.textContent).toContain('7.How much（  ）?A.one');
});

it('folds up the key for markers, and has nothing to fold up without one', () => {
  const rubric = (reference: string) => ({ kind: 'rubric' as const, reference, items: [], veto: [] });
  const question = { stem: 'Explain.', options: [] };
  const { rerender } = render(<QuestionView question={{ ...question, key: rubric('Like this.') }} mode="mark" />);
  expect(within(screen.getByRole('group')).queryByText('Like this.')).not.toBeNull();
  rerender(<QuestionView question={{ ...question, key: rubric('') }} mode="mark" />);
  expect(screen.queryByRole('group')).toBeNull();
});

it('practice takes letters while an option has the focus, and Enter shows the answer', async () => {
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

it('practice has a field in place of each blank, and shows what was written beside the key', async () => {
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
