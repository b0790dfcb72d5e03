import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { importedQuestionDraft } from '../../../../sync/contract/bank/question-file.ts';
import { questionBody } from '../../../../sync/contract/bank/question-body.ts';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { type FakeServer, startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { ImportReview } from './import-review.tsx';

const options = ['T', 'F'].map((id) => ({ id, html: id }));
const key = { kind: 'choice', right: ['T'] };
const question = questionBody.parse({ type: 3, stem: 'a', options, key, analysis: '', difficulty: 2, category: '', source: '' });
const row = { place: '', draft: importedQuestionDraft.parse({}), faults: [], warnings: [] };
const file = { name: 'bank.csv', sizeBytes: 3, content: 'YWJj', key: 'k', fingerprint: '3-f' };
const rows = [
  { ...row, row: 1, question },
  { ...row, row: 2, question, warnings: [{ field: 'stem', reason: 'number 2 occurs twice' }] },
  { ...row, row: 3, faults: [{ field: 'key', reason: 'no answer' }] },
];
let server: FakeServer;
const open = async () => {
  const onBegun = vi.fn<(jobId: number) => void>();
  const at = { at: '/teacher/exam/questions/import', person: createSessionUser('teacher') };
  const page = await renderPage(<ImportReview file={file} onBegun={onBegun} onRestart={() => undefined} />, at);
  return { ...page, onBegun };
};

beforeEach(async () => {
  await i18n.load(['questionFile', 'question', 'codes', 'ui']);
  server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const columns = [{ name: 'Question', field: '' }];
  server.answer('/question/importPreview', { format: 'excel', notes: ['4 of 5 questions'], duplicates: [], pictures: [], columns, rows });
  server.answer('/question/import', { jobId: 9 });
});

it('the review counts ready, doubtful and faulty questions, and imports doubtful ones only on demand, once', async () => {
  const { person, pressTwice, onBegun } = await open();
  for (const text of ['1 ready', '1 doubtful', '4 of 5 questions', '1 column was not recognised'])
    await screen.findAllByText(text, { exact: false });
  expect(screen.getByRole('button', { name: 'Import 1 question' })).toBeTruthy();
  await person.click(screen.getByRole('checkbox', { name: 'Also import 1 doubtful question' }));
  pressTwice(screen.getByRole('button', { name: 'Import 2 questions' }));
  await waitFor(() => expect(onBegun.mock.calls).toEqual([[9]]));
  expect(server.sentTo('/question/import').map(({ input }) => input)).toMatchObject([{ mode: 'good', doubtful: true, category: 'bank' }]);
});

it('the review of an unreadable file shows why, and offers another file instead of the import', async () => {
  server.refuse('/question/importPreview', 'refused', 'no questions in it');
  await open();
  await screen.findByText('no questions in it');
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeTruthy();
});
