import { expect, it } from 'vitest';
import { examUserTransitions } from '../../sync/domain/exams/exam-user-status.ts';
import { formatStatusPage } from './status-page.ts';

it('the page of statuses is what the tables say', async () => {
  await expect(formatStatusPage()).toMatchFileSnapshot('../../docs/statuses.md');
});

it('shows every way a register moves', () => {
  const page = formatStatusPage();
  for (const { from, to, on } of examUserTransitions) {
    expect(page).toContain(`${from} --> ${to}`);
    expect(page).toContain(on);
  }
});
