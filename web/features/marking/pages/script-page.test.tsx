import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { storeMark } from '../marks-cache.ts';
import { listWaitingMarks } from '../send-marks.ts';
import { ScriptPage } from './script-page.tsx';

const marker = createSessionUser('marker');
const script = { code: 3, answer: 'fuse', files: [], basis: 'b', given: null, person: null };

it.each([
  {
    page: 'the whole paper',
    path: '/marking/takeWhole',
    data: { paper: { code: 3, scripts: [{ questionId: 2, script }] } },
    query: 'whole=1',
    code: 3,
  },
  { page: 'one question', path: '/marking/take', data: { script: { ...script, code: 4 } }, query: 'question=2', code: 4 },
] as const)(
  'the marking page of $page shows a mark that the server received while the script was loading',
  async ({ path, data, query, code }) => {
    await i18n.load(['marking', 'ui', 'codes']);
    const server = startFakeServer();
    server.otherwise.answer((each) => createExampleAnswer(each));
    const task = createExampleAnswer('/marking/getTask', 1);
    server.answer('/marking/getTask', { ...task, items: [{ text: 'point', points: 6 }] });
    const release = server.hold(path);
    (await renderPage(<p />, { person: marker })).unmount();
    await storeMark(marker.id, { planId: 1, questionId: 2, code, basis: 'b', given: { points: [4], veto: [], comment: '' } }, null);
    await renderPage(<ScriptPage />, {
      at: `/marker/exam/item/1/${code}?${query}`,
      path: '/marker/exam/item/:id/:user_id',
      person: marker,
    });
    await waitFor(() => expect(server.sentTo(path)).toHaveLength(1));
    await waitFor(async () => expect(await listWaitingMarks(marker.id)).toEqual([]));
    release(data as never);
    await screen.findByText('fuse');
    expect(screen.getByRole('radio', { name: '4' }).getAttribute('aria-checked')).toBe('true');
  },
);
