import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { useInvalidate } from '../../platform/api/call-query.ts';
import { useExamPlan } from './exam-plan-queries.ts';

function Board() {
  const { data } = useExamPlan(7);
  const invalidate = useInvalidate();
  return (
    <>
      <p>{data?.examinees.map((each) => `${each.name} ${each.answered}`).join(', ')}</p>
      <button type="button" onClick={() => void invalidate('/exam')}>
        again
      </button>
    </>
  );
}

it('the board fetches only changes, and merges them into its rows', async () => {
  const server = startFakeServer();
  const plan = createExampleAnswer('/exam/getById', 1);
  const [row] = plan.examinees;
  if (row === undefined) throw new Error('the example has no examinee');
  const { examinees: _, ...rest } = plan;
  const [first, second] = [1, 2].map((userId) => ({ ...row, userId, name: `P${userId}`, answered: 0 }));
  server.answer('/exam/getById', { ...plan, id: 7, cursor: 'a.1', examinees: [first, second] as never });
  const { person } = await renderPage(<Board />);
  await screen.findByText('P1 0, P2 0');
  const wholeReads = server.sentTo('/exam/getById').length;

  server.answer('/exam/getChanges', { ...rest, id: 7, cursor: 'a.2', whole: false, examinees: [{ ...second, answered: 3 }] as never });
  await person.click(screen.getByRole('button'));
  await screen.findByText('P1 0, P2 3');
  server.answer('/exam/getChanges', { ...rest, id: 7, cursor: 'b.1', whole: true, examinees: [second, first] as never });
  await person.click(screen.getByRole('button'));
  await screen.findByText('P2 0, P1 0');
  await waitFor(() => expect(server.sentTo('/exam/getChanges').map(({ input }) => input.cursor)).toEqual(['a.1', 'a.2']));
  expect(server.sentTo('/exam/getById')).toHaveLength(wholeReads);
});
