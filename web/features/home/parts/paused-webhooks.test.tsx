import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { webhookResource } from '../../../../sync/contract/platform/webhook.ts';
import { createExampleDraft } from '../../../../sync/contract/resource.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PausedWebhooks } from './paused-webhooks.tsx';

const since = 1_700_000_000_000;
const row = { ...createExampleDraft(webhookResource), version: 1, updatedMs: since, failingSinceMs: since, waiting: 0 };

it('lists only paused webhooks, each with a link to resume it', async () => {
  await i18n.load(['home']);
  const server = startFakeServer();
  const items = [
    { ...row, id: 1, name: 'SIS', state: 'paused' as const },
    { ...row, id: 2, name: 'Gateway', state: 'failing' as const },
  ];
  server.answer('/webhook/getList', { items, total: 2 });
  await renderPage(<PausedWebhooks />, { at: '/teacher/home/index', person: createSessionUser('school') });
  expect(await screen.findByText(/“SIS” has received no events since/)).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/teacher/manage/webhook']);
});
