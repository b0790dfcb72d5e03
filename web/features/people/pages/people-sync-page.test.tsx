import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import type { DirectoryPreview } from '../../../../sync/contract/people/directory-people.ts';
import { i18n } from '../../../lib/i18n.ts';
import { PeopleSyncPage } from './people-sync-page.tsx';

const [addKey, changeKey, disableKey] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string];
const found: DirectoryPreview = {
  found: 4,
  same: 1,
  add: [{ key: addKey, group: 'students', number: 'S1', name: 'Zhang San', class_name: 'CNC 1' }],
  change: [{ key: changeKey, group: 'staff', number: 'T1', name: 'Wang', fields: [{ field: 'name', from: 'Wang', to: 'Wang Wu' }] }],
  disable: [{ key: disableKey, group: 'students', number: 'S9', name: 'Zhao Liu', class_name: 'CNC 2', seenMs: 1_700_000_000_000 }],
  unusable: [{ number: '', name: 'Nobody', entry: 'uid=x', reason: 'There is no number (employeeNumber)' }],
  newClasses: ['CNC 1'],
  few: [],
};
const applied = { added: 1, changed: 1, disabled: 0, skipped: [], passwords: [] };
const at = '/teacher/manage/directory/people';

describe('page that synchronises people', () => {
  let server: FakeServer;
  beforeEach(async () => {
    server = startFakeServer();
    await i18n.load(['peopleSync', 'people', 'ui', 'app', 'words']);
  });

  const openPreview = async (preview: DirectoryPreview = found) => {
    server.answer('/directory/previewPeople', preview);
    const { person } = await renderPage(<PeopleSyncPage />, { at });
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('tab', { name: /^To add/ });
    return person;
  };
  const sent = () => server.sentTo('/directory/applyPeople').map(({ input }) => input);

  it('lists people to add, to change and to disable, and unusable entries with the reason', async () => {
    const person = await openPreview();
    expect(screen.getByText('Classes to be created: CNC 1')).toBeTruthy();
    expect(screen.getByRole('row', { name: /S1 Zhang San Students CNC 1/ })).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'To change 1' }));
    expect(screen.getByRole('row', { name: /T1/ }).textContent).toContain('Name Wang→Wang Wu');
    await person.click(screen.getByRole('tab', { name: 'To disable 1' }));
    expect(screen.getByRole('row', { name: /S9 Zhao Liu Students CNC 2 2023-11-1/ })).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'Cannot be used 1' }));
    expect(screen.getByText('There is no number (employeeNumber)')).toBeTruthy();
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('applies the ticked rows, and ticks no row to disable by itself', async () => {
    const person = await openPreview();
    await person.click(screen.getByRole('tab', { name: 'To disable 1' }));
    expect(screen.getByRole('checkbox', { name: /Zhao Liu/ }).getAttribute('aria-checked')).toBe('false');
    await person.click(screen.getByRole('button', { name: 'Apply 2 rows' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/To add: 1, to change: 1, to disable: 0/)).toBeTruthy();
    server.answer('/directory/applyPeople', { ...applied, skipped: [changeKey], changed: 0 });
    await person.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Applied. Added: 1, changed: 0, disabled: 0')).toBeTruthy();
    expect(screen.getByText(/^Not applied, .*: Wang\. Preview again\.$/)).toBeTruthy();
    expect(sent()).toEqual([{ keys: [addKey, changeKey], confirmFew: false }]);
  });

  it('asks a second time before it disables people when the directory lists unusually few', async () => {
    const person = await openPreview({ ...found, few: [{ group: 'students', linked: 3, missing: 2 }] });
    expect(screen.getByText(/Linked accounts: 3, missing: 2/)).toBeTruthy();
    await person.click(screen.getByRole('tab', { name: 'To disable 1' }));
    await person.click(screen.getByRole('checkbox', { name: /Zhao Liu/ }));
    await person.click(screen.getByRole('button', { name: 'Apply 3 rows' }));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Apply' }));
    const confirm = await screen.findByRole('button', { name: 'Disable them' });
    expect(sent()).toEqual([]);
    server.answer('/directory/applyPeople', { ...applied, disabled: 1 });
    await person.click(confirm);
    expect(await screen.findByText('Applied. Added: 1, changed: 1, disabled: 1')).toBeTruthy();
    expect(sent()).toEqual([{ keys: [addKey, changeKey, disableKey], confirmFew: true }]);
  });

  it('shows why the directory could not be read, and that nothing has changed', async () => {
    server.refuse('/directory/previewPeople', 'refused', 'The directory refused the searching account');
    const { person } = await renderPage(<PeopleSyncPage />, { at });
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The directory refused the searching account');
    expect(alert.textContent).toContain('Nothing has changed');
  });

  it('shows the first passwords, and asks before they are discarded', async () => {
    const person = await openPreview();
    const slip = { id: 5, name: 'Zhang San', login_name: 'S1', password: 'K7RWM-X2P9T', class_name: 'CNC 1' };
    server.answer('/directory/applyPeople', { ...applied, passwords: [slip] });
    await person.click(screen.getByRole('button', { name: 'Apply 2 rows' }));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('K7RWM-X2P9T')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Preview again' }));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    await waitFor(() => expect(server.sentTo('/directory/previewPeople')).toHaveLength(1));
  });
});
