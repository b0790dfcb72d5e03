import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { i18n } from '../../../../lib/i18n.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import { TimeNote } from './player-screen.tsx';

beforeEach(() => i18n.load(['examSitting']));

it('an unconfirmed clock is explained where the player shows the time left, and not in homework', () => {
  const time = { isUnconfirmed: () => true } as SittingTime;
  const { rerender } = render(<TimeNote time={time} hasClock />);
  expect(screen.getByText(/time left is an estimate/)).toBeDefined();
  rerender(<TimeNote time={time} hasClock={false} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
