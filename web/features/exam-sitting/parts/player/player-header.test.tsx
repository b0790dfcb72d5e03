import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFakeServer } from '../../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../../lib/i18n.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { createPreviewSession } from '../../model/preview-session.ts';
import { SittingController } from '../../model/sitting-controller.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { PlayerHeader } from './player-header.tsx';

const dueMs = Date.UTC(2026, 4, 20, 14);
const exam: SittingFacts = {
  schoolTitle: 'First School',
  examName: 'Inverter practice',
  personName: 'Li Hua',
  seatLabel: '',
  ticketNo: '',
  variant: 'B',
  questionCount: 8,
  answerableCount: 8,
  totalPoints: 100,
  passPoints: 60,
  lockdown: null,
  camera: null,
  due: null,
  home: '/student/homework/index',
  score: '/student/homework/score/1',
};
const homework: SittingFacts = { ...exam, due: { atMs: dueMs, isCorrection: false } };

async function openHeader(facts: SittingFacts) {
  startFakeServer();
  await i18n.load(['examSitting']);
  const controller = new SittingController(createPreviewSession());
  onTestFinished(() => controller.close());
  const page = await renderPage(<PlayerHeader facts={facts} controller={controller} remainingMs={() => 90_000} />, {
    at: '/student/homework/item/1',
    path: '/student/homework/item/1',
    person: createSessionUser('student'),
  });
  return { ...page, controller };
}

describe('homework in the player', () => {
  it('shows title and due date, but no clock, variant or pass mark', async () => {
    await openHeader(homework);
    expect(screen.getByRole('heading', { name: 'Inverter practice' })).toBeDefined();
    expect(screen.getByText(`Homework · due ${formatDateTime(dueMs)}`)).toBeDefined();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(document.body.textContent).not.toMatch(/Paper B|pass mark/);
  });

  it('shows the due date of the correction after a return', async () => {
    await openHeader({ ...homework, due: { atMs: dueMs, isCorrection: true } });
    expect(screen.getByText(`Returned for correction · due ${formatDateTime(dueMs)}`)).toBeDefined();
  });

  it('returns to the homework list by keyboard', async () => {
    const page = await openHeader(homework);
    screen.getByRole('button', { name: 'Back to the homework list' }).focus();
    await page.person.keyboard('{Enter}');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/student/homework/index'));
  });

  it('does not leave while typed text could not be written', async () => {
    const page = await openHeader(homework);
    page.controller.flush = async () => false;
    await page.person.click(screen.getByRole('button', { name: 'Back to the homework list' }));
    expect(page.router.state.location.pathname).toBe('/student/homework/item/1');
  });
});

it('an exam has a clock, a variant and a pass mark, but no way back', async () => {
  await openHeader(exam);
  expect(screen.getByRole('timer')).toBeDefined();
  expect(document.body.textContent).toMatch(/Paper B.*pass mark 60/);
  expect(screen.queryByRole('button', { name: /Back/ })).toBeNull();
});

it.each([
  ['', 'Li Hua'],
  ['1-12', 'Li Hua1-12'],
])('an exam’s header with the seat “%s” has no empty space beside the name', async (seatLabel, line) => {
  await openHeader({ ...exam, seatLabel });
  const names = screen.getByText('Li Hua').parentElement;
  expect(names?.textContent).toBe(line);
  expect(names?.children).toHaveLength(seatLabel === '' ? 1 : 2);
});
