import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer, type FakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { staffTypes } from '../people-queries.ts';
import { PersonForm } from './person-form.tsx';

let server: FakeServer;
beforeEach(async () => {
  server = startFakeServer();
  server.otherwise.answer(createExampleAnswer);
  await i18n.load(['people', 'resource', 'ui']);
});

const choose = async (person: { click: (element: Element) => Promise<void> }, field: RegExp, option: string) => {
  await person.click(screen.getByRole('combobox', { name: field }));
  await person.click(await screen.findByRole('option', { name: option }));
};

describe('form of a new account', () => {
  it('starts with the type of the filtered list, and sends the chosen type', async () => {
    const { person } = await renderPage(<PersonForm id={null} type={6} types={staffTypes} onClose={() => undefined} />);
    expect((await screen.findByRole('combobox', { name: /^Type/ })).textContent).toContain('Teacher');
    await choose(person, /^Type/, 'Invigilator');
    await person.type(screen.getByRole('textbox', { name: /^Name/ }), 'Wu');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo('/user/add')).toHaveLength(1));
    expect(server.sentTo('/user/add')[0]?.input).toMatchObject({ name: 'Wu', user_type: 5 });
  });

  it('hides candidate fields for an invigilator, and sends no values entered before', async () => {
    const { person } = await renderPage(<PersonForm id={null} type={12} types={staffTypes} onClose={() => undefined} />);
    await choose(person, /^Ethnicity/, 'Han');
    await choose(person, /^Type/, 'Invigilator');
    for (const field of [/^Ethnicity/, /^Political/, /^Education/, /^Source/, /^Also works as/])
      expect(screen.queryByLabelText(field)).toBeNull();
    expect(screen.getByRole('combobox', { name: /^Sex/ })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sentTo('/user/add')).toHaveLength(1));
    expect(server.sentTo('/user/add')[0]?.input).toMatchObject({ user_type: 5, ethnicity: 0 });
  });

  it('shows the refusal of a type beside its field', async () => {
    server.refuse('/user/add', 'forbidden', 'Not yours.', { fields: [{ path: 'user_type', message: 'Not this type.' }] });
    const { person } = await renderPage(<PersonForm id={null} type={6} types={staffTypes} onClose={() => undefined} />);
    await person.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Not this type.')).toBeDefined();
  });
});

it('a change of a stored invigilator keeps values that the form does not show', async () => {
  const stored = { ...createExampleAnswer('/user/getById'), id: 3, version: 2, user_type: 5 as const, ethnicity: 2, extra_roles: [] };
  server.answer('/user/getById', stored);
  const { person } = await renderPage(<PersonForm id={3} type={5} types={staffTypes} onClose={() => undefined} />);
  await person.type(await screen.findByRole('textbox', { name: /^Note/ }), '!');
  expect(screen.queryByRole('combobox', { name: /^Type/ })).toBeNull();
  expect(screen.queryByLabelText(/^Ethnicity/)).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.sentTo('/user/modify')).toHaveLength(1));
  expect(server.sentTo('/user/modify')[0]?.input).toMatchObject({ id: 3, ethnicity: 2, id_number: null });
});
