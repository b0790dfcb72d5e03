import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useButtonRows } from './use-button-rows.ts';

/** Lists questions; "Swap" puts another one in the place of its row. */
function Questions() {
  const [ids, setIds] = useState([1, 2, 3]);
  return (
    <>
      <button type="button">before</button>
      <ol {...useButtonRows()}>
        {ids.map((id) => (
          <li key={id}>
            <button type="button">Lock {id}</button>
            <button type="button" onClick={() => setIds(ids.map((one) => (one === id ? id + 10 : one)))}>
              Swap {id}
            </button>
          </li>
        ))}
      </ol>
      <button type="button">after</button>
    </>
  );
}
const focused = () => document.activeElement?.textContent;

it('a list of rows with buttons is one Tab stop, and arrows move to the same button of another row', async () => {
  const person = userEvent.setup({ delay: null });
  render(<Questions />);
  screen.getByText('before').focus();
  await person.tab();
  await person.tab();
  expect(focused()).toBe('Swap 1');
  const led = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'End', 'Home']) {
    await person.keyboard(`{${key}}`);
    led.push(focused());
  }
  expect(led).toEqual(['Swap 2', 'Swap 3', 'Swap 2', 'Swap 3', 'Swap 1']);
  await person.tab();
  expect(focused()).toBe('after');
  await person.tab({ shift: true });
  expect(focused()).toBe('Swap 1');
});

it('the row that replaces a swapped row gets the focus', async () => {
  const person = userEvent.setup({ delay: null });
  render(<Questions />);
  screen.getByText('Swap 2').focus();
  await person.keyboard('{Enter}');
  expect(focused()).toBe('Swap 12');
});
