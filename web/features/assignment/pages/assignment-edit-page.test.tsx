import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { createAssignmentValues } from '../assignment-form-values.ts';
import { AssignmentForm } from './assignment-edit-page.tsx';

const initial = { ...createAssignmentValues('homework', Date.UTC(2026, 8, 1)), name: 'Chapter 3', paperId: 5, classIds: ['1'] };

it('the form lists the questions held by an exam when homework is refused, with a link to replace each', async () => {
  const server = startFakeServer();
  server.refuse('/task/add', 'refused', 'Two questions are held', {
    paperId: 5,
    count: 2,
    items: [
      { questionId: 31, variant: 'A', number: 3, stem: 'Why are cores laminated', exams: ['Final exam'] },
      { questionId: 47, variant: 'A', number: 7, stem: 'The unit of resistance', exams: [] },
    ],
  });
  await i18n.load(['assignment', 'resource', 'ui']);
  server.answer('/paper/getList', createExampleAnswer('/paper/getList', 1));
  server.answer('/paper/getById', { ...createExampleAnswer('/paper/getById'), id: 5, name: 'Paper 5' });
  server.answer('/user/getExamClasses', { items: [{ id: 1, name: 'Class 1', grade: '', user_ids: [1] }] });
  const { person } = await renderPage(<AssignmentForm kind="homework" saved={null} initial={initial} />, {
    person: createSessionUser('teacher'),
    at: '/create',
    path: '/create',
  });
  await person.click(screen.getByRole('button', { name: 'Set' }));
  expect(await screen.findByText('Questions held by an exam: 2')).toBeDefined();
  expect(screen.getByText('No. 3')).toBeDefined();
  expect(screen.getByText('Exam: Final exam')).toBeDefined();
  expect(screen.getByText(/in another teacher’s exam/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Replace it' }).map((link) => link.getAttribute('href'))).toEqual([
    '/teacher/homework/paper-form/5?question=31',
    '/teacher/homework/paper-form/5?question=47',
  ]);
});
