import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExampleDraft } from '../../../../sync/contract/resource.ts';
import { webhookResource } from '../../../../sync/contract/platform/webhook.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import type { Webhook } from '../webhook-calls.ts';
import { WebhookListPage } from './webhook-list-page.tsx';

const stored: Webhook = {
  ...createExampleDraft(webhookResource),
  name: 'Student records',
  id: 7,
  version: 1,
  updatedMs: 1_700_000_000_000,
  state: 'working',
  failingSinceMs: null,
  waiting: 0,
};

beforeEach(() => i18n.load(['webhook', 'resource', 'ui', 'app', 'words']));

async function open(row: Partial<Webhook>) {
  const server = startFakeServer();
  server.answer('/webhook/getList', { items: [{ ...stored, ...row }], total: 1 });
  const page = await renderPage(<WebhookListPage />);
  await screen.findByText('Student records');
  const choose = async (name: RegExp) => {
    const direct = screen.queryByRole('button', { name });
    if (direct === null) await page.person.click(screen.getByRole('button', { name: /^More actions/ }));
    await page.person.click(direct ?? (await screen.findByRole('menuitem', { name })));
  };
  return { server, ...page, choose };
}

describe('page of webhooks', () => {
  it('shows a new secret after its creation', async () => {
    const { server, person, choose } = await open({ state: 'noSecret' });
    expect(screen.getByText('Needs a secret')).toBeTruthy();
    await choose(/^Create secret/);
    const dialog = within(await screen.findByRole('dialog'));
    server.answer('/webhook/newSecret', { secret: 'wenkao_hook_shown-once' });
    await person.click(dialog.getByRole('button', { name: 'Create secret' }));
    expect(await screen.findByDisplayValue('wenkao_hook_shown-once')).toBeTruthy();
    expect(server.sentTo('/webhook/newSecret').map(({ input }) => input)).toEqual([{ id: 7 }]);
  });

  it('shows the result of a test in words', async () => {
    const { server, person, choose } = await open({});
    await choose(/^Send a test/);
    const dialog = within(await screen.findByRole('dialog'));
    server.answer('/webhook/test', { ok: false, text: 'The host "sis" is unknown: check the address' });
    await person.click(dialog.getByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText(/is unknown/)).toBeTruthy();
  });

  it('marks a paused webhook and resumes it', async () => {
    const { server, person } = await open({ state: 'paused', failingSinceMs: 1_700_000_000_000, waiting: 3 });
    expect(screen.getByText(/has received nothing for a whole day, since/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Resume' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/3 are waiting/)).toBeTruthy();
    server.answer('/webhook/resume', {});
    server.answer('/webhook/getList', { items: [stored], total: 1 });
    await person.click(question.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('Working')).toBeTruthy();
    expect(screen.queryByText(/has received nothing for a whole day, since/)).toBeNull();
  });

  it('adds a webhook with the chosen events', async () => {
    const { server, person } = await open({});
    await person.click(screen.getByRole('button', { name: 'New webhook' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/^Name/), 'Finance');
    await person.type(dialog.getByLabelText(/^Address/), 'https://pay.school.example/in');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Choose at least one event')).toBeTruthy();
    await person.click(dialog.getByRole('checkbox', { name: 'Scores released' }));
    await person.click(dialog.getByRole('checkbox', { name: 'Exam handed in' }));
    server.answer('/webhook/add', { id: 8, version: 1 });
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(server.sentTo('/webhook/add').map(({ input }) => input)).toEqual([
      {
        name: 'Finance',
        address: 'https://pay.school.example/in',
        events: ['handedIn', 'scoresReleased'],
        message: '',
        messageType: 'json',
        enabled: true,
      },
    ]);
  });

  it('previews a message with its values, and names people whom it cannot reach', async () => {
    const { server, person } = await open({ message: '{"to":"{{phone}}"}' });
    await person.click(screen.getByRole('button', { name: 'Student records' }));
    const dialog = within(await screen.findByRole('dialog'));
    server.answer('/webhook/preview', { body: '{"to":"13800000001"}', withoutPhone: 3, names: ['Li', 'Wang'] });
    await person.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByText('{"to":"13800000001"}')).toBeTruthy();
    expect(dialog.getByText('3 students and examinees have no phone number and will get nothing: Li, Wang and others')).toBeTruthy();
    expect(server.sentTo('/webhook/preview').map(({ input }) => input)).toEqual([{ message: '{"to":"{{phone}}"}', messageType: 'json' }]);
    server.refuse('/webhook/preview', 'invalid', 'These placeholders do not exist: idNumber');
    await person.click(dialog.getByRole('button', { name: 'Preview' }));
    expect(await dialog.findByText(/do not exist/)).toBeTruthy();
  });
});
