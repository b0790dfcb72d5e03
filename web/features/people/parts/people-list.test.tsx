import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userStatus } from '../../../../sync/contract/codes.ts';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PeopleList } from './people-list.tsx';

const path = '/user/setStatus';
const reason = 'Not a pupil of this school';
const [example] = createExampleAnswer('/user/getList', 1).items;
if (example === undefined) throw new Error('the example has no row');
const applicant = { ...example, user_type: 7, status: userStatus.applying } as const;

/** Opens the list with these applicants, selects all, and asks why they are rejected. */
async function openRejection(names: readonly string[]) {
  const server = startFakeServer();
  server.otherwise.answer(createExampleAnswer);
  const items = names.map((name, at) => ({ ...applicant, id: at + 1, version: 1, name }));
  server.answer('/user/getList', { items, total: items.length });
  await i18n.load(['people', 'codes', 'ui']);
  const { person } = await renderPage(<PeopleList name="students" types={[7]} importPath="/import" />, {
    person: createSessionUser('school'),
  });
  await screen.findByText('Zhao Lei');
  await person.click(screen.getByRole('checkbox', { name: /all/i }));
  await person.click(await screen.findByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('alertdialog');
  const field = within(dialog).getByRole<HTMLTextAreaElement>('textbox');
  await person.type(field, reason);
  const confirm = within(dialog).getByRole('button', { name: 'Reject' });
  return { server, person, field, confirm };
}

describe.each([['one applicant'], ['several applicants']])('rejecting %s', (many) => {
  const names = many === 'one applicant' ? ['Zhao Lei'] : ['Zhao Lei', 'Qian Yi'];

  it('stays open with the typed reason after a lost answer, and sends the same request key again', async () => {
    const { server, person, field, confirm } = await openRejection(names);
    server.loseAnswer(path);
    await person.click(confirm);
    await screen.findByRole('alert');
    expect(field.value).toBe(reason);
    server.answer(path, { changed: names.length, refused: [] });
    await person.click(confirm);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const sent = server.sentTo(path);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.requestKey).toBe(sent[0]?.requestKey);
  });

  it('stays open with the typed reason after a refusal, and shows why', async () => {
    const { server, person, field, confirm } = await openRejection(names);
    server.refuse(path, 'refused', 'Registration is closed.');
    await person.click(confirm);
    expect((await screen.findByRole('alert')).textContent).toBe('Registration is closed.');
    expect(screen.getAllByText('Registration is closed.')).toHaveLength(1);
    expect(field.value).toBe(reason);
  });
});

it('rejecting several applicants closes the dialog and reports who was refused', async () => {
  const { server, person, confirm } = await openRejection(['Zhao Lei', 'Qian Yi']);
  server.answer(path, { changed: 1, refused: [{ id: 2, name: 'Qian Yi', reason: 'Changed meanwhile' }] });
  await person.click(confirm);
  expect(await screen.findByText('Changed meanwhile')).toBeDefined();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
