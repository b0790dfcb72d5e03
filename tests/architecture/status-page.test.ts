import { expect, it } from 'vitest';
import { examUserTransitions } from '../../sync/machines/exam-user-status.ts';
import { statusPage } from './status-page.ts';

it('the page of statuses is what the tables say', async () => {
  await expect(statusPage()).toMatchFileSnapshot('../../docs/statuses.md');
});

it('shows every way a register moves', () => {
  const page = statusPage();
  for (const { from, to, on } of examUserTransitions) {
    expect(page).toContain(`${from} --> ${to}`);
    expect(page).toContain(on);
  }
});
