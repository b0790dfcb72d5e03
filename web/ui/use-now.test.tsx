import { render, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { useNow } from './use-now.ts';

function Clock() {
  return <p>{useNow()}</p>;
}

it('useNow gives the rounded time even if each render takes a second', () => {
  const realNow = Date.now;
  onTestFinished(() => void (Date.now = realNow));
  let ms = 5_000_400;
  Date.now = () => (ms += 1000);
  render(<Clock />);
  expect(screen.getByText('5001000')).toBeDefined();
});
