import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { SupervisionPage } from './supervision-page.tsx';

const room = {
  roomId: 4,
  name: 'Room A',
  location: 'East campus',
  invigilators: ['Ms. Chen', 'Mr. Li'],
  people: 30,
  entered: 29,
  handedIn: 12,
  absent: 1,
  cheating: 0,
  toMark: 11,
  marked: 7,
  papers: { handedOut: 30, returned: null },
};
const supervision = { name: 'Exam', part: 'practical' as const, startMs: 0, endMs: 1, released: false, rooms: [room] };

async function openPage(more: { report: null | { conclusion: 'minor'; observed: string; advice: string }; revision: number }) {
  await i18n.load(['supervision', 'ui', 'resource', 'words']);
  const server = startFakeServer();
  server.answer('/exam/getSupervision', { ...supervision, ...more, reportedMs: more.report && 5 });
  server.answer('/exam/reportSupervision', {});
  const page = await renderPage(<SupervisionPage />, { at: '/s/3', path: '/s/:id', person: createSessionUser('invigilator') });
  await screen.findByRole('heading', { name: /Room A/ });
  return { ...page, server };
}

it('shows the figures of each room', async () => {
  await openPage({ report: null, revision: 0 });
  for (const [label, value] of [
    ['Expected', '30'],
    ['Handed in', '12'],
    ['To be marked', '11'],
  ] as const)
    expect(screen.getByText(label).nextElementSibling?.textContent).toBe(value);
  expect(screen.getByText('30 papers handed out, not returned yet')).toBeDefined();
  expect(screen.getByText('Invigilators: Ms. Chen, Mr. Li')).toBeDefined();
});

it('submits a report only with observations', async () => {
  const { person, server } = await openPage({ report: null, revision: 0 });
  await person.click(screen.getByRole('button', { name: 'Write the report' }));
  await person.click(screen.getByRole('button', { name: 'Submit the report' }));
  expect(await screen.findByText('Please fill this in')).toBeDefined();
  await person.click(screen.getByRole('radio', { name: /^Serious/ }));
  await person.type(screen.getByLabelText(/^Observations/), 'Two rooms began late');
  await person.click(screen.getByRole('button', { name: 'Submit the report' }));
  await waitFor(() => expect(server.sentTo('/exam/reportSupervision')).toHaveLength(1));
  expect(server.sentTo('/exam/reportSupervision')[0]?.input).toEqual({
    planId: 3,
    seen: 0,
    report: { conclusion: 'serious', observed: 'Two rooms began late', advice: '' },
  });
});

it('changes the report that was shown, and keeps the typed text after a conflict', async () => {
  const { person, server } = await openPage({ report: { conclusion: 'minor', observed: 'Noise', advice: '' }, revision: 2 });
  server.refuse('/exam/reportSupervision', 'conflict', 'The report was saved elsewhere just now');
  await person.click(screen.getByRole('button', { name: 'Change the report' }));
  await person.type(screen.getByLabelText(/^Observations/), ' in Room A');
  await person.click(screen.getByRole('button', { name: 'Submit the report' }));
  expect(await screen.findByText('The report was saved elsewhere just now')).toBeDefined();
  expect(screen.getByLabelText(/^Observations/)).toHaveProperty('value', 'Noise in Room A');
  expect(server.sentTo('/exam/reportSupervision')[0]?.input.seen).toBe(2);
});

it('keeps the typed text when the dialog is closed', async () => {
  const { person } = await openPage({ report: null, revision: 0 });
  await person.click(screen.getByRole('button', { name: 'Write the report' }));
  await person.type(screen.getByLabelText(/^Observations/), 'Two rooms began late');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Write the report' }));
  await waitFor(() => expect(screen.getByLabelText(/^Observations/)).toHaveProperty('value', 'Two rooms began late'));
});

it('keeps the figures while the server is busy, and hides them once the duty has ended', async () => {
  const { server, client } = await openPage({ report: null, revision: 0 });
  server.refuse('/exam/getSupervision', 'internal', 'The server is busy');
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/^You see the figures of .*: The server is busy$/)).toBeDefined();
  expect(screen.getByRole('heading', { name: /Room A/ })).toBeDefined();
  server.refuse('/exam/getSupervision', 'notFound', 'You do not supervise this exam');
  await act(() => client.invalidateQueries());
  expect(await screen.findByText(/You do not supervise this exam/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: /Room A/ })).toBeNull();
});
