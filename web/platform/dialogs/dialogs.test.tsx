import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { pressEnter, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { Button } from '../../ui/primitives/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/primitives/input.tsx';
import { makeCall } from '../api/call.ts';
import { ActionDialog } from './action-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const path = '/class/remove';
const key = { id: 1, version: 3 };
const emptyAnswer = {};

/** Asks before a class is removed. */
function Confirming() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Open</Button>
      {asking && (
        <ConfirmDialog
          title="Delete the class?"
          confirm="Delete"
          run={(quiet) => makeCall(path, key, quiet)}
          doneText="Class deleted"
          onClose={() => setAsking(false)}
        >
          It cannot be restored.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Asks for a name before a class is removed, inside a form of the page. */
function Asking({ result = false, onPageForm }: { result?: boolean; onPageForm?: () => void }) {
  const [asking, setAsking] = useState(false);
  const [name, setName] = useState('');
  return (
    <form onSubmit={onPageForm}>
      <Button onClick={() => setAsking(true)}>Open</Button>
      {asking && (
        <ActionDialog
          title="Delete the class?"
          confirm="Delete"
          ready={name !== ''}
          run={(quiet) => makeCall(path, key, quiet)}
          doneText="Class deleted"
          {...(result && { result: () => <p>One class is gone.</p> })}
          onClose={() => setAsking(false)}
        >
          {({ tried }) => (
            <Field label="Name" error={tried && name === '' ? 'Type the name' : undefined}>
              {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
            </Field>
          )}
        </ActionDialog>
      )}
    </form>
  );
}

const opener = () => screen.getByRole('button', { name: 'Open' });
const button = () => screen.getByRole('button', { name: 'Delete' });
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const isGone = () => expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();

const kinds = [
  { name: 'a confirmation', role: 'alertdialog', page: <Confirming />, fill: () => undefined },
  {
    name: 'a dialog with a field',
    role: 'dialog',
    page: <Asking />,
    fill: async (type: (text: string) => Promise<void>) => type('Class 1'),
  },
];

describe.each(kinds)('$name', ({ role, page, fill }) => {
  async function open() {
    const server = startFakeServer();
    const rendered = await renderPage(page);
    await rendered.person.click(opener());
    await screen.findByRole(role);
    await fill((text) => rendered.person.type(field(), text));
    return { server, ...rendered };
  }

  it('runs its action once for a double press, cannot be closed meanwhile, and closes after success', async () => {
    const { server, person, pressTwice } = await open();
    const release = server.hold(path);
    pressTwice(button());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    release(emptyAnswer);
    expect(await screen.findByText('Class deleted')).toBeDefined();
    await waitFor(isGone);
    expect(server.sentTo(path)).toHaveLength(1);
  });

  it('stays open and shows the reason of a refusal, without a toast', async () => {
    const { server, person } = await open();
    server.refuse(path, 'refused', 'This class still has students.');
    await person.click(button());
    expect((await screen.findByRole('alert')).textContent).toBe('This class still has students.');
    expect(screen.getAllByText('This class still has students.')).toHaveLength(1);
    server.answer(path, emptyAnswer);
    await person.click(button());
    await waitFor(isGone);
  });

  it('stays open after a lost answer, and repeats the request with the same idempotency key', async () => {
    const { server, person } = await open();
    server.loseAnswer(path);
    await person.click(button());
    await screen.findByRole('alert');
    server.answer(path, emptyAnswer);
    await person.click(button());
    await waitFor(isGone);
    const [first, second] = server.sentTo(path);
    expect(second?.requestKey).toBe(first?.requestKey);
  });

  it('closes by Escape without a request, and returns the focus to its button', async () => {
    const { server, person } = await open();
    await person.keyboard('{Escape}');
    await waitFor(isGone);
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    expect(server.sent).toEqual([]);
  });

  it('returns the focus to its button after success', async () => {
    const { server, person } = await open();
    server.answer(path, emptyAnswer);
    await person.click(button());
    await waitFor(isGone);
    await waitFor(() => expect(document.activeElement).toBe(opener()));
  });
});

it('a confirmation runs its action when Enter is pressed on its button', async () => {
  const server = startFakeServer();
  server.answer(path, emptyAnswer);
  const { person } = await renderPage(<Confirming />);
  await person.click(opener());
  button().focus();
  await person.keyboard('{Enter}');
  await waitFor(isGone);
  expect(server.sentTo(path)).toHaveLength(1);
});

it('a dialog runs its action when Enter is pressed in a text field, without submitting the form around it', async () => {
  const server = startFakeServer();
  server.answer(path, emptyAnswer);
  let submitted = 0;
  const { person } = await renderPage(<Asking onPageForm={() => (submitted += 1)} />);
  await person.click(opener());
  await person.type(field(), 'Class 1');
  pressEnter(field());
  await waitFor(isGone);
  expect(server.sentTo(path)).toHaveLength(1);
  expect(submitted).toBe(0);
});

it('a dialog runs nothing while a field is empty, and marks and focuses the field', async () => {
  const server = startFakeServer();
  const { person } = await renderPage(<Asking />);
  await person.click(opener());
  await person.click(button());
  expect(await screen.findByText('Type the name')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  expect(server.sent).toEqual([]);
});

it('a dialog with two actions runs the one whose button was pressed', async () => {
  const ran: boolean[] = [];
  const run = async (_quiet: object, isOther: boolean) => void ran.push(isOther);
  const { person } = await renderPage(
    <ActionDialog title="Is it the person?" confirm="Yes" other={{ confirm: 'No' }} run={run} onClose={() => undefined}>
      A photo
    </ActionDialog>,
  );
  await person.click(screen.getByRole('button', { name: 'No' }));
  await person.click(screen.getByRole('button', { name: 'Yes' }));
  expect(ran).toEqual([true, false]);
});

it('a dialog without an action shows its content and closes', async () => {
  let closed = 0;
  const { person } = await renderPage(
    <ActionDialog title="Marks" onClose={() => (closed += 1)}>
      Two marks
    </ActionDialog>,
  );
  expect(screen.getByText('Two marks')).toBeDefined();
  await person.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(closed).toBe(1);
});

it('a dialog with a result shows it after success, until it is closed', async () => {
  const server = startFakeServer();
  server.answer(path, emptyAnswer);
  const { person } = await renderPage(<Asking result />);
  await person.click(opener());
  await person.type(field(), 'Class 1');
  await person.click(button());
  expect(await screen.findByText('One class is gone.')).toBeDefined();
  isGone();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('One class is gone.')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener()));
});
