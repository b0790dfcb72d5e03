import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeServer } from '../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../lib/i18n.ts';
import { platformInfoAtom } from './pwa/platform-info.ts';
import { PlatformFirstSteps } from './platform-first-steps.tsx';
import { appStore } from './session/session-atoms.ts';

const dayMs = 86_400_000;
const nowMs = 1_800_000_000_000;
const bare = appStore.get(platformInfoAtom);

beforeEach(() => i18n.load(['firstSteps']));
afterEach(() => appStore.set(platformInfoAtom, bare));

async function open(setup: { schools?: number; certificateDays?: number; backupDays?: number; makesBackups?: boolean }) {
  const { schools = 2, certificateDays, backupDays, makesBackups = true } = setup;
  const server = startFakeServer();
  server.answer('/school/getList', { items: [], total: schools });
  server.answer('/user/getList', { items: [], total: 1 });
  server.answer('/system/getSetup', {
    certificate: certificateDays === undefined ? null : { expiresMs: nowMs + certificateDays * dayMs },
    backupMs: backupDays === undefined ? null : nowMs - backupDays * dayMs,
    makesBackups,
    nowMs,
  });
  await renderPage(<PlatformFirstSteps />);
  await waitFor(() => expect([server.sentTo('/system/getSetup').length > 0, server.unanswered()]).toEqual([true, 0]));
}
const stepOf = async (name: string) => {
  const step = (await screen.findByText(name)).closest('li');
  if (step === null) throw new Error(`${name} is no step`);
  return { text: step.textContent, isDone: within(step).queryByRole('img', { name: 'Done' }) !== null };
};

it.each([
  [1, 'Create a school', false],
  [2, 'Schools: 1', true],
])('with %i schools counts the schools besides the administrator’s own', async (schools, text, isDone) => {
  await open({ schools });
  const step = await stepOf('Schools');
  expect(step.text).toContain(text);
  expect(step.isDone).toBe(isDone);
});

it('asks for HTTPS and a backup, each with a link to its guide', async () => {
  await open({});
  expect(await stepOf('HTTPS certificate')).toMatchObject({ isDone: false });
  expect(await stepOf('Backups')).toMatchObject({ isDone: false });
  expect(screen.getAllByRole('link', { name: 'How to do it' }).map((link) => link.getAttribute('href'))).toEqual([
    '/help/it#tls',
    '/help/it#system',
  ]);
});

it.each([
  [200, 'Days until the certificate expires: 200', true],
  [13, 'Days until the certificate expires: 13', false],
  [-1, 'The certificate has expired', false],
])('shows a certificate with %i days left', async (certificateDays, text, isDone) => {
  await open({ certificateDays });
  const step = await stepOf('HTTPS certificate');
  expect(step.text).toContain(text);
  expect(step.isDone).toBe(isDone);
});

it.each([
  [0, 'less than a day ago', true],
  [6, 'Days since the last backup: 6', true],
  [7, 'Days since the last backup: 7', false],
])('shows a backup that is %i days old', async (backupDays, text, isDone) => {
  await open({ backupDays });
  const step = await stepOf('Backups');
  expect(step.text).toContain(text);
  expect(step.isDone).toBe(isDone);
});

it('lists no backup step if backups are made by other means', async () => {
  await open({ makesBackups: false });
  await stepOf('HTTPS certificate');
  expect(screen.queryByText('Backups')).toBeNull();
  expect(screen.getByText('4 steps to set up the platform')).toBeTruthy();
});

it('shows nothing in the demo', async () => {
  appStore.set(platformInfoAtom, { ...bare, demo: { websites: [], accounts: [], password: null } });
  await open({});
  expect(screen.queryByText('Start here')).toBeNull();
});

it('shows nothing once all steps are done', async () => {
  await open({ certificateDays: 300, backupDays: 1 });
  expect(screen.queryByText('Start here')).toBeNull();
});
