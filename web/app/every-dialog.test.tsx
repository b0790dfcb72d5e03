import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../sync/contract/roles.ts';
import { createExampleAnswer } from '../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, pressEnter, renderPage, type RenderedPage } from '../../tests/fixtures/component/render-page.tsx';
import { boardActionKinds, BoardActionDialog } from '../features/exam-plan/parts/board-action-dialog.tsx';
import type { ExamPlan, PlanExaminee, AnalysedItem } from '../features/exam-plan/exam-plan-queries.ts';
import { ArrangeButton } from '../features/exam-plan/seating/seating-page.tsx';
import { ReleaseRuleDialog } from '../features/exam-plan/results/release-panel.tsx';
import { EnlistDialog } from '../features/application/parts/review/enlist-dialog.tsx';
import { CorrectionDialog } from '../features/exam-plan/results/item-analysis.tsx';
import { AmendButton } from '../features/exam-plan/frame/amend-button.tsx';
import { ArchiveButton, ReviewPanel } from '../features/exam-plan/results/plan-scores-page.tsx';
import { SeatLedger } from '../features/exam-plan/offline/plan-offline-page.tsx';
import { DecisionDialog } from '../features/marking/parts/decision-dialog.tsx';
import { NewTableDialog } from '../features/detail/pages/detail-tables-page.tsx';
import { BulkClassification } from '../features/question/parts/bulk-classification.tsx';
import { WithdrawPlanButton } from '../features/exam-plan/frame/plan-frame.tsx';
import { PaperCategoryDialog, PaperRemoval } from '../features/paper/pages/paper-list-page.tsx';
import { AccountActionDialog, AccountAdd, AccountTypeDialog } from '../features/school/parts/account-list.tsx';
import { GiveBackDialog } from '../features/assignment/pages/assignment-mark-page.tsx';
import { WithdrawDialog } from '../features/assignment/pages/assignment-score-page.tsx';
import { ReviewButtons } from '../features/question/parts/review-buttons.tsx';
import { WithdrawApplicationButton } from '../features/application/parts/form/form-filler.tsx';
import type { OwnApplications } from '../features/application/application-queries.ts';
import { PeopleActionDialog } from '../features/people/parts/people-action-dialog.tsx';
import { SchoolActionDialog } from '../features/school/pages/school-list-page.tsx';
import { makeCall } from '../platform/api/call.ts';
import type { CallPath } from '../platform/api/call-path.ts';
import { i18n } from '../lib/i18n.ts';

/** A dialog that changes data, and the way to use it. */
interface Case {
  readonly name: string;
  readonly role: Role;
  readonly texts: Parameters<typeof i18n.load>[0];
  readonly path: CallPath;
  /** Paths of calls that the dialog makes besides `path`, such as those that load its choices. */
  readonly reads?: readonly CallPath[];
  /** Replies of the server to calls for which the example reply of the contract does not suffice. */
  readonly rows?: Readonly<Partial<Record<CallPath, object>>>;
  /** Name of the button that makes the call. */
  readonly button: string;
  readonly dialog: (onClose: () => void) => ReactElement;
  /** Opens the dialog, if it is opened by a button of its own component. */
  readonly open?: (page: RenderedPage) => Promise<void>;
  /** Fills the required fields. Absent if the dialog has none. */
  readonly fill?: (page: RenderedPage) => Promise<void>;
  /** After a failed call, goes back to the step with the button that makes the call. Absent if the button stays on the screen. */
  readonly again?: (page: RenderedPage) => Promise<void>;
  /** Text of the result that the dialog shows after a successful call instead of closing. Absent if it closes. */
  readonly result?: RegExp;
  /** Label of a one-line text field in which Enter makes the call. */
  readonly line?: RegExp;
  /** The message next to the first empty required field. */
  readonly missing?: string | RegExp;
}

const plan: ExamPlan = { ...createExampleAnswer('/exam/getById'), id: 3, version: 2, name: 'Welder, level 4' };
const [examinee] = createExampleAnswer('/exam/getById', 1).examinees;
const seated = { ...(examinee as PlanExaminee), userId: 8, name: 'Zhao Lei', attemptId: '00000000-0000-4000-8000-000000000001' };
const [account] = createExampleAnswer('/user/getList', 1).items;
const [school] = createExampleAnswer('/school/getList', 1).items;
if (account === undefined || school === undefined) throw new Error('the examples have no row');
const ownApplication = { id: 4, version: 2, status: 0 } as NonNullable<OwnApplications['own']>;
const typeReason = async (page: RenderedPage): Promise<void> => {
  await page.person.type(screen.getByRole('textbox', { name: /Reason|Why/i }), 'Power cut');
};
const actPaths = {
  extend: '/exam/extend',
  waive: '/exam/waive',
  reopen: '/exam/reopen',
  markAbsent: '/exam/markAbsent',
  markCheating: '/exam/markCheating',
  revokeCheating: '/exam/revokeCheating',
} as const;
const actButtons = {
  extend: 'Extend',
  waive: 'Waive',
  reopen: 'Reopen the paper',
  markAbsent: 'Mark absent',
  markCheating: 'Mark cheating',
  revokeCheating: 'Revoke cheating mark',
} as const;
const reviews = createExampleAnswer('/score/getReviews', 1).items;
const professions = createExampleAnswer('/prof/getList', 1);
const [analysed] = createExampleAnswer('/score/getAnalysis', 1).items;
const previewCorrection = (page: RenderedPage): Promise<void> =>
  page.person.click(screen.getByRole('button', { name: 'Preview score changes' }));
const applications = createExampleAnswer('/enroll/getList', 1);
const actId = '00000000-0000-4000-8000-000000000002';
const person = { id: 8, version: 4, name: 'Zhao Lei', login_name: 'zhaolei', user_type: 6 } as const;

const cases: readonly Case[] = [
  ...boardActionKinds.map((kind): Case => ({
    name: `${kind} on the board of an exam`,
    role: 'teacher',
    texts: ['examPlan', 'codes'],
    path: actPaths[kind],
    button: actButtons[kind],
    dialog: (onClose) => <BoardActionDialog plan={plan} request={{ kind, examinees: [seated], actId }} onClose={onClose} />,
    fill: typeReason,
    missing: /reason/i,
  })),
  {
    name: 'when scores are released',
    role: 'teacher',
    texts: ['examPlan', 'codes'],
    path: '/exam/setRelease',
    button: 'Save',
    dialog: (onClose) => <ReleaseRuleDialog plan={{ ...plan, release: { ...plan.release, reviewDays: 3 } }} onClose={onClose} />,
  },
  {
    name: 'withdrawing an exam',
    role: 'teacher',
    texts: ['examPlan', 'codes'],
    path: '/exam/withdraw',
    button: 'Withdraw',
    dialog: () => <WithdrawPlanButton plan={plan} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: 'Withdraw' })),
    fill: typeReason,
    missing: /reason|why/i,
  },
  {
    name: 'revising a published exam',
    role: 'teacher',
    texts: ['examPlan', 'amend', 'codes'],
    path: '/exam/amend',
    button: 'Publish the revision',
    dialog: () => <AmendButton plan={{ ...plan, startMs: Date.UTC(2030, 0), durationMs: 3_600_000 }} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: 'Revise' })),
    fill: async (page) => {
      await page.person.type(screen.getByRole('textbox', { name: /^Notice/ }), 'Bring a pencil');
      await typeReason(page);
    },
  },
  {
    name: 'replying to a request for a score review',
    role: 'teacher',
    texts: ['score'],
    path: '/score/answerReview',
    rows: { '/score/getReviews': { untilMs: 1, items: reviews.map((each) => ({ ...each, items: [] })) } },
    button: 'Answer',
    dialog: () => <ReviewPanel planId={3} />,
    open: async (page) => page.person.click(await screen.findByRole('button', { name: 'Answer' })),
    fill: (page) => page.person.type(screen.getByRole('textbox', { name: /^Answer/ }), 'Marked again'),
  },
  {
    name: 'correcting the answer of a question',
    role: 'teacher',
    texts: ['score'],
    path: '/score/correct',
    reads: ['/score/previewCorrection'],
    button: 'Correct and recalculate',
    dialog: (onClose) => (
      <CorrectionDialog planId={3} item={{ ...(analysed as AnalysedItem), key: { kind: 'choice', right: ['A'] } }} onClose={onClose} />
    ),
    fill: async (page) => {
      await previewCorrection(page);
      await page.person.type(await screen.findByRole('textbox', { name: /^Reason/ }), 'Misprint');
    },
    again: previewCorrection,
  },
  {
    name: 'adding approved applicants to an exam',
    role: 'school',
    texts: ['application', 'codes'],
    path: '/enroll/enlist',
    rows: {
      '/enroll/getPlans': { items: [{ id: 3, name: 'Welder, level 4', startMs: 0, examinees: 0 }] },
      '/enroll/getList': { ...applications, total: 1, items: applications.items.map((each) => ({ ...each, id: 5, name: 'Zhao Lei' })) },
    },
    button: 'Add to the plan',
    dialog: () => <EnlistDialog kind="enroll" filter={{}} total={1} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: /exam/i })),
    fill: async (page) => {
      await screen.findByText('Zhao Lei');
      screen.getByRole('combobox', { name: 'Exam plan' }).focus();
      await page.person.keyboard('{Enter}');
      await page.person.click(await screen.findByRole('option', { name: /Welder/ }));
    },
    result: /^\d+ added,/,
  },
  {
    name: 'deciding the points of a script',
    role: 'marker',
    texts: ['marking', 'ui', 'codes'],
    path: '/marking/arbitrate',
    rows: { '/marking/getScript': { ...createExampleAnswer('/marking/getScript'), points: 6 } },
    button: 'Decide',
    dialog: (onClose) => <DecisionDialog scriptPlace={{ planId: 3, questionId: 2, code: 5 }} onClose={onClose} />,
    fill: async (page) => {
      await page.person.type(await screen.findByRole('spinbutton', { name: /^Final points/ }), '4');
      await typeReason(page);
    },
  },
  {
    name: 'the classification of many questions',
    role: 'teacher',
    texts: ['question', 'codes', 'ui'],
    path: '/question/modifyMany',
    reads: ['/question/getCategories', '/question/getTags'],
    button: 'Change 1 question',
    dialog: (onClose) => (
      <BulkClassification
        items={[{ id: 1, version: 2, profId: null, tradeId: null, level: null }]}
        bank="school"
        onClose={onClose}
        onDone={onClose}
      />
    ),
    fill: (page) => page.person.type(screen.getByRole('combobox', { name: /^Category/ }), 'Motors'),
  },
  {
    name: 'a new detail table',
    role: 'question',
    texts: ['detail', 'codes', 'ui'],
    path: '/detail/add',
    rows: {
      '/prof/getList': { ...professions, items: professions.items.map((each) => ({ ...each, id: 4, name: 'Welder', levels: [4] })) },
    },
    button: 'Start',
    dialog: (onClose) => <NewTableDialog onClose={onClose} />,
    fill: async (page) => {
      await page.person.click(await screen.findByRole('radio', { name: /Welder/ }));
      screen.getByRole('combobox', { name: /^Level/ }).focus();
      await page.person.keyboard('{Enter}');
      await page.person.click(await screen.findByRole('option', { name: /Intermediate/ }));
    },
    missing: 'Choose a profession',
  },
  {
    name: 'the archive of an exam',
    role: 'teacher',
    texts: ['score'],
    path: '/archive/make',
    button: 'Create the archive',
    dialog: () => <ArchiveButton planId={3} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: 'Export archive' })),
    result: /^Fingerprint/,
  },
  {
    name: 'the code for a spare PC',
    role: 'teacher',
    texts: ['offline', 'examPlan', 'sheet', 'codes', 'ui'],
    path: '/exam/showSpareCode',
    button: 'Show move code',
    dialog: () => <SeatLedger plan={{ ...plan, examinees: [seated] }} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: /^Move code/ })),
    // Only the result has a button to close.
    result: /^Close$/,
  },
  {
    name: 'arranging the seats of an exam',
    role: 'teacher',
    texts: ['seating'],
    path: '/exam/arrange',
    button: 'Start',
    dialog: () => <ArrangeButton seating={{ ...createExampleAnswer('/exam/getSeating', 1), id: 3, version: 2, seed: 7 }} keptCount={0} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: /arrange/i })),
  },
  {
    name: 'filing papers in a category',
    role: 'teacher',
    texts: ['paper', 'ui'],
    path: '/paper/file',
    button: 'Move',
    line: /^Category/,
    reads: ['/paper/getCategories'],
    dialog: (onClose) => (
      <PaperCategoryDialog papers={createExampleAnswer('/paper/getList', 1).items} shelf="exam" onClose={onClose} onDone={onClose} />
    ),
  },
  {
    name: 'withdrawing a homework',
    role: 'teacher',
    texts: ['assignment'],
    path: '/task/withdraw',
    button: 'Withdraw',
    dialog: (onClose) => <WithdrawDialog task={{ id: 3, name: 'Inverters' }} onClose={onClose} />,
    fill: typeReason,
    missing: /reason|why/i,
  },
  {
    name: 'returning a homework',
    role: 'teacher',
    texts: ['assignment'],
    path: '/task/giveBack',
    button: 'Return for correction',
    dialog: (onClose) => (
      <GiveBackDialog
        name="Zhao Lei"
        closeMs={0}
        before={async () => undefined}
        give={(reason, untilMs) =>
          makeCall('/task/giveBack', { planId: 3, userId: 8, answersVersion: 0, reason, untilMs }, { quiet: true })
        }
        onClose={onClose}
      />
    ),
    fill: typeReason,
    missing: /reason|why/i,
  },
  {
    name: 'a new account',
    role: 'admin',
    texts: ['school', 'resource'],
    path: '/user/add',
    button: 'Add account',
    line: /^Login/,
    dialog: (onClose) => <AccountAdd types={[2]} type={2} schoolId={1} onClose={onClose} onAdded={onClose} />,
    fill: async (page) => {
      await page.person.type(screen.getByRole('textbox', { name: /^Name/ }), 'Zhao Lei');
      await page.person.type(screen.getByRole('textbox', { name: /^Login/ }), 'zhaolei');
    },
    missing: /required|fill/i,
  },
  {
    name: 'another type of account',
    role: 'admin',
    texts: ['school'],
    path: '/user/setType',
    button: 'Change type',
    dialog: (onClose) => <AccountTypeDialog person={person} types={[2, 3]} onClose={onClose} onDone={onClose} />,
  },
  {
    name: 'returning questions to their authors',
    role: 'school',
    texts: ['question', 'codes'],
    path: '/question/setStatus',
    button: 'Return',
    dialog: (onClose) => <ReviewButtons items={[{ id: 1, version: 2 }]} events={['return']} onDone={onClose} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: 'Return' })),
    fill: typeReason,
    missing: /reason|why/i,
  },
  {
    name: 'withdrawing an application',
    role: 'enrollUser',
    texts: ['application'],
    path: '/enroll/withdraw',
    button: 'Withdraw',
    dialog: () => <WithdrawApplicationButton kind="enroll" ownForm={ownApplication} />,
    open: (page) => page.person.click(screen.getByRole('button', { name: /^Withdraw/ })),
  },
  {
    name: 'removing an account',
    role: 'admin',
    texts: ['school'],
    path: '/user/remove',
    button: 'Delete',
    dialog: (onClose) => <AccountActionDialog ask={{ what: 'removeAccount', account }} onClose={onClose} onPassword={() => undefined} />,
  },
  {
    name: 'removing a person',
    role: 'school',
    texts: ['people'],
    path: '/user/remove',
    button: 'Delete',
    dialog: (onClose) => (
      <PeopleActionDialog question={{ kind: 'remove', rows: [account] }} run={async () => undefined} onClose={onClose} />
    ),
  },
  {
    name: 'disabling a school',
    role: 'admin',
    texts: ['school'],
    path: '/school/setStatus',
    reads: ['/school/getById'],
    button: 'Disable',
    dialog: (onClose) => <SchoolActionDialog ask={{ what: 'disable', school }} onClose={onClose} />,
  },
  {
    name: 'removing papers',
    role: 'teacher',
    texts: ['paper'],
    path: '/paper/remove',
    button: 'Delete',
    dialog: (onClose) => <PaperRemoval papers={createExampleAnswer('/paper/getList', 1).items} onClose={onClose} onDone={onClose} />,
  },
];

/** `isStrict`: React's strict mode renders everything twice. One test of each dialog uses it. */
async function openDialog({ role, texts, path, reads = [], rows = {}, dialog, open, button, result }: Case, isStrict = false) {
  const server = startFakeServer();
  for (const read of reads) server.answer(read as '/class/modify', createExampleAnswer(read as '/class/modify'));
  for (const [read, answer] of Object.entries(rows)) server.answer(read as '/class/modify', answer as never);
  await i18n.load(texts);
  let closed = 0;
  const page = await renderPage(
    dialog(() => (closed += 1)),
    { person: createSessionUser(role), path: '/page', isStrict },
  );
  await open?.(page);
  const find = () => document.querySelector<HTMLElement>('[role=dialog],[role=alertdialog]');
  const getDialog = () => find() ?? expect.fail('no dialog is open');
  await waitFor(getDialog);
  await waitFor(() => expect(server.unanswered()).toBe(0));
  const isClosed = (): boolean => closed > 0 || find() === null;
  return {
    ...page,
    server,
    send: () => within(getDialog()).getByRole('button', { name: button }),
    /** True if the dialog is gone, or asked its page to close it. */
    isClosed,
    /** The dialog is closed, or shows its result. */
    isDone: () => isClosed() || (result !== undefined && screen.queryByText(result) !== null),
    answer: () => server.answer(path as '/class/modify', createExampleAnswer(path as '/class/modify')),
  };
}

describe.each(cases.map((each) => [each.name, each] as const))('the dialog of %s', (_name, each) => {
  const { path, fill, again, line, missing } = each;

  it('sends once when its button is pressed twice, and closes or shows its result', async () => {
    const dialog = await openDialog(each, true);
    const release = dialog.server.hold(path as '/class/modify');
    await fill?.(dialog);
    dialog.pressTwice(dialog.send());
    await waitFor(() => expect(dialog.send().getAttribute('aria-busy')).toBe('true'));
    await dialog.person.dblClick(dialog.send());
    release(createExampleAnswer(path as '/class/modify'));
    await waitFor(() => expect(dialog.isDone()).toBe(true));
    expect(dialog.server.sentTo(path)).toHaveLength(1);
  });

  it('stays open and shows the reason after a refusal', async () => {
    const dialog = await openDialog(each);
    dialog.server.refuse(path, 'refused', 'This is not possible now.');
    await fill?.(dialog);
    await dialog.person.click(dialog.send());
    // Only the dialog shows the reason; there is no toast in addition.
    expect(await screen.findAllByText('This is not possible now.')).toHaveLength(1);
    expect(dialog.isClosed()).toBe(false);
  });

  it('stays open after a lost answer, and repeats the request with the same idempotency key', async () => {
    const dialog = await openDialog(each);
    dialog.server.loseAnswer(path);
    await fill?.(dialog);
    await dialog.person.click(dialog.send());
    await waitFor(() => expect(dialog.server.sentTo(path)).toHaveLength(1));
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    expect(dialog.isDone()).toBe(false);
    dialog.answer();
    await again?.(dialog);
    await waitFor(() => expect(dialog.send()).toBeTruthy());
    await dialog.person.click(dialog.send());
    await waitFor(() => expect(dialog.isDone()).toBe(true));
    const [first, second] = dialog.server.sentTo(path);
    expect(second?.requestKey).toBe(first?.requestKey);
  });

  it.skipIf(line === undefined)('sends when Enter is pressed in a text field', async () => {
    const dialog = await openDialog(each);
    dialog.answer();
    await fill?.(dialog);
    pressEnter(screen.getByLabelText(line ?? '', { selector: 'input' }));
    await waitFor(() => expect(dialog.isClosed()).toBe(true));
    expect(dialog.server.sentTo(path)).toHaveLength(1);
  });

  it('closes by Escape and sends nothing', async () => {
    const dialog = await openDialog(each);
    await dialog.person.keyboard('{Escape}');
    await waitFor(() => expect(dialog.isClosed()).toBe(true));
    expect(dialog.server.sentTo(path)).toEqual([]);
  });

  it.skipIf(missing === undefined)('sends nothing while a required field is empty, and reports the empty field', async () => {
    const dialog = await openDialog(each);
    await dialog.person.click(dialog.send());
    expect((await screen.findAllByText(missing ?? '')).length).toBeGreaterThan(0);
    expect(dialog.server.sentTo(path)).toEqual([]);
  });
});
