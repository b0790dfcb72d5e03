import { screen, waitFor } from '@testing-library/react';
import type { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Role } from '../../sync/contract/roles.ts';
import { createExampleAnswer } from '../../tests/fixtures/component/example-answer.ts';
import { startFakeServer, type FakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage, type RenderedPage } from '../../tests/fixtures/component/render-page.tsx';
import type { CallPath } from '../platform/api/call-path.ts';
import { loadTexts } from './i18n.ts';
import { createQueryClient } from './query-client.ts';
import { routeRows } from './routes.ts';
import type { RouteRow } from './routes/route-row.ts';

/** Addresses that cannot be derived from the pattern of their route. */
const addresses: Readonly<Record<string, string>> = {
  '/question/List/:id/create/:questionId': '/question/List/A1/create/1',
  '/question/List/:id/item/:questionId': '/question/List/A1/item/1',
  '/marker/examOption/item/:id/:user_id': '/marker/examOption/item/1/0?question=1',
  '/teacher/declaration/student/:id': '/teacher/declaration/student/1?offerId=1',
};

const formReason = 'a form can be filled in before its choices arrive';
const backgroundReason = 'asks in the background for work that goes on; nothing on the page waits for it';
/** Pages that need not show a loading state and a failed call, by a part of their path, with the reason. */
const excused: readonly (readonly [part: RegExp, reason: string])[] = [
  [/\/create$/, formReason],
  [/\/import$/, backgroundReason],
  [/\/login(\/:id)?$/, 'signs in without the clock and the name of the school'],
  [/^\/student\/(test|homework)\/item\//, 'opens the answers that this device stores before it asks the server'],
];
const isExcused = (row: RouteRow, server: FakeServer): boolean => server.sent.length === 0 || excused.some(([part]) => part.test(row.path));
/** Pages that show their frame at once, with the loading state inside it. */
const loadsWithinFrame: readonly string[] = ['/teacher/exam/exam-plan/calendar'];

const roleOf = ({ access }: RouteRow): Role | null =>
  access === 'public' ? null : access === 'signedIn' ? 'teacher' : (access[0] ?? null);
/** Keeps one row per page, because several addresses may lead to the same page. */
const onePerPage = (rows: readonly RouteRow[]): readonly RouteRow[] => [...new Map(rows.map((row) => [String(row.page), row])).values()];
const cases = onePerPage(routeRows).map((row) => ({ row, name: `${row.path} of ${roleOf(row) ?? 'everybody'}` }));

/** Options of `open`. Strict mode doubles the cost of a page: one test that opens every page uses it. */
interface OpenOptions {
  readonly client?: QueryClient;
  readonly isStrict?: boolean;
}

async function open(row: RouteRow, { client = createQueryClient(), isStrict = false }: OpenOptions = {}): Promise<RenderedPage> {
  const [Page] = await Promise.all([row.page(), loadTexts(row.texts)]);
  const role = roleOf(row);
  // A page of the sign-in through another system stores data for the next page. The example data would continue a sign-in that never began.
  sessionStorage.clear();
  const at = addresses[row.path] ?? row.path.replaceAll(/:\w+/g, row.ids === 'code' ? 'A1' : '1');
  return renderPage(<Page />, {
    at,
    path: row.path,
    person: role === null ? null : createSessionUser(role),
    handle: [row],
    client,
    isStrict,
  });
}

/** Waits until the page has its texts and sends no more requests. */
async function settle(server: FakeServer): Promise<void> {
  let before = -1;
  await waitFor(() => {
    expect(screen.queryByTestId('waits-for-texts')).toBeNull();
    const isStill = server.sent.length === before;
    before = server.sent.length;
    expect(isStill).toBe(true);
  });
}

/** Returns an example response whose lists have `rows` entries. A few calls need values that their schema cannot express. */
function answerOf(path: CallPath, rows: number): unknown {
  const answer = createExampleAnswer(path, rows);
  if (path === '/school/getByWebsite') return { ...answer, website: 'first' };
  // `tryNo` must be the number of the last try; the earlier tries in the list have smaller numbers.
  if (path === '/task/myScore') return { ...answer, tryNo: rows + 1 };
  if (path === '/ruleSet/getById') return { ...answer, cases: [] };
  if (path === '/ruleSet/getList') return createExampleAnswer(path);
  return answer;
}
const crash = (): string | null => screen.queryByTestId('crash')?.textContent ?? null;
const loadingSigns = '.animate-pulse,.animate-spin,[aria-busy=true],[role=progressbar]';

it.each(cases)('$name shows that it is loading', async ({ row }) => {
  const server = startFakeServer();
  server.otherwise.neverAnswer();
  const { container } = await open(row);
  await settle(server);
  expect(crash()).toBeNull();
  if (!isExcused(row, server) && !loadsWithinFrame.includes(row.path)) expect(container.querySelector(loadingSigns)).not.toBeNull();
});

it.each(cases)('$name shows that its calls failed, and repeats them on demand', async ({ row }) => {
  const server = startFakeServer();
  server.otherwise.refuse('internal', 'The server is not well.');
  const { person } = await open(row);
  await settle(server);
  expect(crash()).toBeNull();
  if (isExcused(row, server)) return;
  // Waits for all answers: a later answer would replace the button, and a running call would be shared by the repeated one.
  await waitFor(() => expect(server.unanswered()).toBe(0));
  const [retryButton] = await screen.findAllByRole('button', { name: /again|retry/i });
  const sentBefore = server.sent.length;
  if (retryButton) await person.click(retryButton);
  await waitFor(() => expect(server.sent.length).toBeGreaterThan(sentBefore));
});

it.each(cases)('$name opens with the emptiest answers that the contract allows', async ({ row }) => {
  const server = startFakeServer();
  server.otherwise.answer((path) => answerOf(path, 0));
  const { container } = await open(row);
  await settle(server);
  await waitFor(() => expect(server.unanswered()).toBe(0));
  expect(crash()).toBeNull();
  if (server.sent.length > 0) expect(container.textContent).not.toBe('');
});

/** Pages of the menu whose heading differs from their title, with the reason. */
const ownHeadings: Readonly<Record<string, string>> = {
  '/question/index': 'greets with the name of the platform',
  '/enroll/main': 'says what to do first',
  '/enroll/index': 'begins with figures, above the list of batches',
  '/teacher/home/index': 'greets the user',
  '/student/exercises/index': 'waits for the questions on this device before it shows a heading',
};
const isHeadedByMenu = (row: RouteRow): boolean => row.sidebar === true && row.title !== undefined && !(row.path in ownHeadings);
const signedIn = [...new Set(routeRows.map(roleOf))];
it.each(signedIn)(
  'every page of the role %s opens after every other one with the same query cache, titled as in the menu',
  async (role) => {
    const client = createQueryClient();
    const server = startFakeServer();
    server.otherwise.answer((path) => answerOf(path, 1));
    const rows = routeRows.filter((row) => roleOf(row) === role);
    const pages = [...new Set([...onePerPage(rows), ...rows.filter(isHeadedByMenu)])];
    for (const [isStrict, row] of [
      ...pages.map((page) => [true, page] as const),
      ...pages.toReversed().map((page) => [false, page] as const),
    ]) {
      const page = await open(row, { client, isStrict });
      await settle(server);
      expect(crash(), row.path).toBeNull();
      if (isStrict && isHeadedByMenu(row))
        expect((await screen.findByRole('heading', { level: 1 })).textContent, row.path).toBe(row.title?.[1]);
      page.unmount();
    }
  },
);
