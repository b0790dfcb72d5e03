import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import { ClassMultiPicker, useClassFilterOptions } from '../../platform/choices/entity-choices.tsx';

beforeEach(() => {
  const server = startFakeServer();
  server.answer('/class/getOptions', { items: [{ id: 1, name: 'Class 1', grade: '', mine: true }] });
});

const control = { id: 'field', 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined };

/** Renders two pages one after the other with a shared query cache. */
async function openOneAfterTheOther(first: ReactElement, second: ReactElement) {
  const before = await renderPage(first);
  const { client } = before;
  await waitFor(() => expect(client.isFetching()).toBe(0));
  before.unmount();
  return renderPage(second, { client });
}

const ClassNames = () => <p>{(useClassFilterOptions().data ?? []).map((one) => one.name).join()}</p>;

it('the class picker of a form opens after the list of students has loaded the classes', async () => {
  const form = <ClassMultiPicker control={control} values={[1]} onChange={() => undefined} />;
  await openOneAfterTheOther(<ClassNames />, form);
  expect(await screen.findByText('Class 1')).toBeDefined();
});

it('the list of students shows its classes after the class picker of a form has loaded them', async () => {
  const form = <ClassMultiPicker control={control} values={[]} onChange={() => undefined} />;
  await openOneAfterTheOther(form, <ClassNames />);
  expect(await screen.findByText('Class 1')).toBeDefined();
});
