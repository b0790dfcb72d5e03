import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { useNow } from './use-now.ts';

function Clock() {
  return <p>{useNow()}</p>;
}

it('shows the time on a PC where each render takes a second', () => {
  const realNow = Date.now;
  onTestFinished(() => void (Date.now = realNow));
  let ms = 5_000_400;
  Date.now = () => (ms += 1000);
  render(<Clock />);
  expect(screen.getByText('5001000')).toBeDefined();
});
