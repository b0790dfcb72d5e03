import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../sync/contract/roles.ts';
import { createExampleAnswer } from '../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage, type RenderedPage } from '../../tests/fixtures/component/render-page.tsx';
import { WithdrawApplicationButton } from '../features/application/parts/withdraw-button.tsx';
import type { OwnApplications } from '../features/application/application-queries.ts';
import { PaperRemoval } from '../features/paper/pages/paper-list-page.tsx';
import { PeopleActionDialog } from '../features/people/parts/people-action-dialog.tsx';
import { AccountActionDialog } from '../features/school/parts/account-list.tsx';
import { SchoolActionDialog } from '../features/school/pages/school-list-page.tsx';
import type { CallPath } from '../platform/api/call-path.ts';
import { i18n } from '../lib/i18n.ts';

/** One dialog that asks yes or no before it changes something. */
interface Case {
  readonly name: string;
  readonly role: Role;
  readonly texts: Parameters<typeof i18n.load>[0];
  readonly path: CallPath;
  readonly button: string;
  readonly dialog: (onClose: () => void) => ReactElement;
  readonly open?: (page: RenderedPage) => Promise<void>;
}

const [account] = createExampleAnswer('/user/getList', 1).items;
const [school] = createExampleAnswer('/school/getList', 1).items;
if (account === undefined || school === undefined) throw new Error('the examples have no row');
const own = { id: 4, version: 2, status: 0 } as NonNullable<OwnApplications['own']>;

const cases: readonly Case[] = [
  {
    name: 'withdrawing an application',
    role: 'enrollUser',
    texts: ['application'],
    path: '/enroll/withdraw',
    button: 'Withdraw',
    dialog: () => <WithdrawApplicationButton kind="enroll" own={own} />,
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

describe.each(cases.map((each) => [each.name, each] as const))(
  'the question of %s',
  (_name, { role, texts, path, button, dialog, open }) => {
    it('stays open and says why when it is refused, then closes when it is done', async () => {
      const server = startFakeServer();
      server.otherwise.answer(createExampleAnswer);
      server.refuse(path, 'refused', 'This is not possible now.');
      await i18n.load([...texts, 'ui']);
      let closed = 0;
      const page = await renderPage(
        dialog(() => (closed += 1)),
        { person: createSessionUser(role) },
      );
      await open?.(page);
      const confirm = within(await screen.findByRole('alertdialog')).getByRole('button', { name: new RegExp(`^${button}`) });
      await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBeNull());
      await page.person.click(confirm);
      expect((await within(screen.getByRole('alertdialog')).findByRole('alert')).textContent).toBe('This is not possible now.');
      // The dialog alone shows it, without a toast.
      expect(screen.getAllByText('This is not possible now.')).toHaveLength(1);
      expect(closed).toBe(0);
      server.answer(path as '/class/remove', createExampleAnswer(path as '/class/remove'));
      await page.person.click(confirm);
      await waitFor(() => expect(closed > 0 || screen.queryByRole('alertdialog') === null).toBe(true));
    });
  },
);
