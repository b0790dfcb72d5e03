import { expect, it } from 'vitest';
import { examUserTransitions } from '../../sync/domain/exams/exam-user-status.ts';
import { formatStatusPage } from './status-page.ts';

it('docs/statuses.md matches the status tables', async () => {
  await expect(formatStatusPage()).toMatchFileSnapshot('../../docs/statuses.md');
});

it('the status page shows every transition of examUserTransitions', () => {
  const page = formatStatusPage();
  for (const { from, to, on } of examUserTransitions) {
    expect(page).toContain(`${from} --> ${to}`);
    expect(page).toContain(on);
  }
});
