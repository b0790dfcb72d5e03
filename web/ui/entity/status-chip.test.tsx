import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { homeworkStatus } from '../../../sync/contract/codes.ts';
import { i18n } from '../../lib/i18n.ts';
import { HomeworkStatusChip } from './status-chip.tsx';

beforeEach(() => i18n.load(['assignment']));

it.each([
  ['teacher', /kept/],
  ['student', /delivered/],
] as const)('homework that awaits marking has the colour for its %s', (viewer, tone) => {
  render(<HomeworkStatusChip viewer={viewer} status={homeworkStatus.awaitingMarking} />);
  expect(screen.getByText('Awaiting marking').closest('[data-chip]')?.className).toMatch(tone);
});
