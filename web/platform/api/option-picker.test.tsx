import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { OptionPicker, OptionsPicker, createOptionSource } from './option-picker.tsx';

const people = createOptionSource('/user/getExamUserList', {
  sort: 'login_name',
  chosen: '/user/getListByIds',
  optionOf: ({ id, name }) => ({ value: String(id), label: name }),
});

const count = 201;
const nameOf = (id: number) => `Student ${String(id).padStart(3, '0')}`;

/** Starts a school with 201 students, whose list call searches and pages like the server. */
function startSchool() {
  const server = startFakeServer();
  const [row] = createExampleAnswer('/user/getExamUserList', 1).items;
  const [person] = createExampleAnswer('/user/getListByIds', 1).items;
  const all = Array.from({ length: count }, (_none, at) => at + 1);
  server.answer('/user/getExamUserList', ({ pageSize, filter }) => {
    const found = all.filter((id) => nameOf(id).includes(filter?.keyword ?? ''));
    return { items: found.slice(0, pageSize).map((id) => ({ ...row!, id, name: nameOf(id) })), total: found.length };
  });
  server.answer('/user/getListByIds', ({ ids }) => ({
    items: ids.filter((id) => id <= count).map((id) => ({ ...person!, id, name: nameOf(id) })),
  }));
  return server;
}

function Several({ initial }: { initial: readonly number[] }) {
  const [values, setValues] = useState<readonly number[]>(initial);
  return <OptionsPicker aria-label="Students" source={people} values={values} onChange={setValues} />;
}

it('a picker shows how many options exist beyond the shown ones', async () => {
  startSchool();
  const { person } = await renderPage(<Several initial={[]} />);
  await person.click(screen.getByRole('combobox', { name: 'Students' }));
  expect(await screen.findByText('Showing the first 20 of 201. Type to narrow the list')).toBeDefined();
  expect(screen.getAllByRole('option')).toHaveLength(20);
});

it('the 201st student is found on the server and can be chosen', async () => {
  const server = startSchool();
  const { person } = await renderPage(<Several initial={[]} />);
  await person.type(screen.getByRole('combobox', { name: 'Students' }), '201');
  await person.click(await screen.findByRole('option', { name: 'Student 201' }));
  expect(within(screen.getByRole('list', { name: 'Selected' })).getByText('Student 201')).toBeDefined();
  expect(server.sentTo('/user/getExamUserList').at(-1)?.input).toMatchObject({ filter: { keyword: '201' } });
  expect(server.sentTo('/user/getListByIds')).toEqual([]);
});

it('chosen options outside the first page keep their names, and can be removed', async () => {
  startSchool();
  const { person } = await renderPage(<Several initial={[201, 3]} />);
  const chosen = within(await screen.findByRole('list', { name: 'Selected' }));
  expect(await chosen.findByText('Student 201')).toBeDefined();
  await person.click(await chosen.findByRole('button', { name: 'Remove Student 201' }));
  expect(chosen.queryByText('Student 201')).toBeNull();
  expect(chosen.getByText('Student 003')).toBeDefined();
});

it('a chosen option that no longer exists is shown as no longer available', async () => {
  startSchool();
  await renderPage(<OptionPicker aria-label="Student" source={people} value={999} onChange={() => undefined} />);
  expect(await screen.findByDisplayValue('No longer available')).toBeDefined();
});
