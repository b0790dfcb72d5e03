import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { Button } from '../../ui/primitives/button.tsx';
import { makeCall } from './call.ts';
import { useAction } from '../../ui/use-action.ts';

const path = '/class/remove';
const row = { id: 1, version: 3 };
const emptyAnswer = {};

/** Renders one button per row, and counts how often the handlers of the action ran. */
function Rows({ ids = [1] }: { ids?: readonly number[] }) {
  const [done, setDone] = useState(0);
  const remove = useAction({
    mutationFn: (id: number) => makeCall(path, { id, version: 3 }),
    onSettled: () => setDone((count) => count + 1),
  });
  return (
    <>
      {ids.map((id) => (
        <Button key={id} onClick={() => remove.mutate(id)} busy={remove.isPending && remove.variables === id}>
          Remove {id}
        </Button>
      ))}
      <p role="status">
        {done} done, {remove.isPending ? 'busy' : 'idle'}
      </p>
    </>
  );
}
const button = (name: string) => screen.getByRole('button', { name });
const status = () => screen.getByRole('status').textContent;

it('sends one request for two clicks within one task, and runs its handlers once', async () => {
  const server = startFakeServer();
  const release = server.hold(path);
  const page = await renderPage(<Rows />);
  page.pressTwice(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('0 done, busy'));
  release(emptyAnswer);
  await waitFor(() => expect(status()).toBe('1 done, idle'));
  expect(server.sent.map(({ input }) => input)).toEqual([row]);
});

it('sends one request for a double click and for a held Enter key', async () => {
  const server = startFakeServer();
  const release = server.hold(path);
  const { person } = await renderPage(<Rows />);
  await person.dblClick(button('Remove 1'));
  await person.keyboard('{Enter>5/}');
  expect(button('Remove 1').getAttribute('aria-busy')).toBe('true');
  release(emptyAnswer);
  await waitFor(() => expect(status()).toBe('1 done, idle'));
  expect(server.sent).toHaveLength(1);
});

it('does not block the same action with another input', async () => {
  const server = startFakeServer();
  server.neverAnswer(path);
  const { person } = await renderPage(<Rows ids={[1, 2]} />);
  await person.click(button('Remove 1'));
  await person.click(button('Remove 2'));
  await waitFor(() => expect(server.sentTo(path).map(({ input }) => input.id)).toEqual([1, 2]));
});

it('repeats the idempotency key after a lost answer, and uses another one after an answer', async () => {
  const server = startFakeServer();
  server.loseAnswer(path);
  const { person } = await renderPage(<Rows />);
  await person.click(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('1 done, idle'));
  expect(await screen.findByText(/network/i)).toBeDefined();
  server.answer(path, emptyAnswer);
  await person.click(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('2 done, idle'));
  await person.click(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('3 done, idle'));
  const [first, second, third] = server.sent.map(({ requestKey }) => requestKey);
  expect(first).not.toBeNull();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('shows why the server refused, and can be pressed again', async () => {
  const server = startFakeServer();
  server.refuse(path, 'refused', 'This class still has students.');
  const { person } = await renderPage(<Rows />);
  await person.click(button('Remove 1'));
  expect(await screen.findByText('This class still has students.')).toBeDefined();
  server.answer(path, emptyAnswer);
  await person.click(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('2 done, idle'));
});

it('shows another person’s change of the row, and repeats the request with a new key at the next press', async () => {
  const server = startFakeServer();
  server.refuse(path, 'conflict', 'Wang Wei changed the name.');
  const { person } = await renderPage(<Rows />);
  await person.click(button('Remove 1'));
  expect(await screen.findByText('Wang Wei changed the name.')).toBeDefined();
  await person.click(button('Remove 1'));
  await waitFor(() => expect(status()).toBe('2 done, idle'));
  expect(new Set(server.sent.map(({ requestKey }) => requestKey)).size).toBe(2);
});

it('finishes after its page was left, and the next press on the page starts a new action', async () => {
  const server = startFakeServer();
  const release = server.hold(path);
  const settled: string[] = [];
  function Page({ name }: { name: string }) {
    const remove = useAction({ mutationFn: () => makeCall(path, row), onSettled: () => settled.push(name) });
    return <Button onClick={() => remove.mutate()}>Remove</Button>;
  }
  const first = await renderPage(<Page name="first" />);
  await first.person.click(button('Remove'));
  first.unmount();
  release(emptyAnswer);
  await waitFor(() => expect(settled).toEqual(['first']));
  const second = await renderPage(<Page name="second" />);
  await second.person.click(button('Remove'));
  await waitFor(() => expect(settled).toEqual(['first', 'second']));
});
