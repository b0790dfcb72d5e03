import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { declarationStatus } from '../../../../../sync/contract/codes.ts';
import { createFormField } from '../../../../../sync/domain/applications/shipped-forms.ts';
import { createExampleAnswer } from '../../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { useCall } from '../../../../platform/api/call-query.ts';
import { FormFiller } from './form-filler.tsx';

const formReply = {
  ...createExampleAnswer('/declare/getMine'),
  design: [createFormField('text', 'employer', 'Employer')],
};
const createOwn = (employer: string, version: number) => ({
  id: 9,
  version,
  status: declarationStatus.unfiled,
  editionId: formReply.editionId,
  answers: { employer },
  marks: {},
  reason: '',
  steps: [],
  waiting: 0,
  examineeTicket: '',
});

const closesMs = Date.now() + 3_600_000;

/** Reads the form as its page does: it is read again after each change. */
function Page() {
  const { data } = useCall('/declare/getMine', { offerId: formReply.offerId });
  return data && <FormFiller kind="declare" applications={data} isKept={false} title="Form" closesMs={closesMs} />;
}
const openForm = () => renderPage(<Page />, { person: createSessionUser('student') });
const employer = () => screen.findByLabelText<HTMLInputElement>(/^Employer/, { selector: 'input' });
const conflict = { selector: '[role=alert] *' };

describe('FormFiller', () => {
  it('sends the same request after a double press and after a lost answer', async () => {
    const server = startFakeServer();
    server.answer('/declare/getMine', { ...formReply, own: null });
    server.loseAnswer('/declare/submit');
    const { person, pressTwice } = await openForm();
    await person.type(await employer(), 'Mill');
    pressTwice(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('alert');
    server.answer('/declare/submit', { ...createExampleAnswer('/declare/submit'), id: 9, version: 1 });
    await person.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.sentTo('/declare/submit')).toHaveLength(2));
    const [first, second] = server.sentTo('/declare/submit');
    expect(second).toEqual(first);
    expect(first?.input).toMatchObject({ answers: { employer: 'Mill' }, version: null });
  });

  it('keeps the text typed here when it loads what another device has saved', async () => {
    const server = startFakeServer();
    server.answer('/declare/getMine', { ...formReply, own: createOwn('Mill', 1) });
    const { person } = await openForm();
    await person.type(await employer(), ' North');
    server.answer('/declare/getMine', { ...formReply, own: createOwn('Harbour', 2) });
    server.refuse('/declare/submit', 'conflict', 'Changed on another device', { by: ['Li Hua'], atMs: 0, changed: [] });
    await person.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Changed on another device', conflict);
    await waitFor(() => expect(server.sentTo('/declare/getMine').length).toBeGreaterThan(1));
    expect((await employer()).value).toBe('Mill North');
    await person.click(await screen.findByRole('button', { name: 'Load the latest, keep my changes' }));
    server.answer('/declare/submit', { ...createExampleAnswer('/declare/submit'), id: 9, version: 3 });
    await waitFor(() => expect(screen.queryByText('Changed on another device', conflict)).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.sentTo('/declare/submit')).toHaveLength(2));
    expect(server.sentTo('/declare/submit').map(({ input }) => [input.version, input.answers['employer']])).toEqual([
      [1, 'Mill North'],
      [2, 'Mill North'],
    ]);
  });

  it('stays at its step after a saved draft, and keeps later typing as a draft', async () => {
    const server = startFakeServer();
    server.answer('/declare/getMine', { ...formReply, own: createOwn('Mill', 1) });
    const { person } = await openForm();
    await person.type(await employer(), ' North');
    server.answer('/declare/save', { ...createExampleAnswer('/declare/save'), id: 9, version: 2 });
    server.answer('/declare/getMine', { ...formReply, own: createOwn('Mill North', 2) });
    await person.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(server.sentTo('/declare/getMine')).toHaveLength(2));
    await person.type(await employer(), ' 2');
    server.answer('/declare/submit', { ...createExampleAnswer('/declare/submit'), id: 9, version: 3 });
    await person.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.sentTo('/declare/submit')).toHaveLength(1));
    expect(server.sentTo('/declare/submit')[0]?.input).toMatchObject({ answers: { employer: 'Mill North 2' }, version: 2 });
  });

  it('shows Submit as a new button after Next, so that a busy Next cannot block it', async () => {
    const server = startFakeServer();
    const part = createFormField('section', 'part', 'Proofs');
    server.answer('/declare/getMine', {
      ...formReply,
      design: [...formReply.design, part, createFormField('text', 'more', 'More')],
      own: null,
    });
    const { person } = await openForm();
    await person.type(await employer(), 'Mill');
    const next = screen.getByRole('button', { name: /^Next/ });
    await person.click(next);
    expect(await screen.findByRole('button', { name: 'Submit' })).not.toBe(next);
  });
});
