import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useComposedText } from './use-composed-text.ts';

function Field({ written }: { written: string[] }) {
  const [text, setText] = useState('');
  const field = useComposedText<HTMLInputElement>(text, (now) => {
    written.push(now);
    setText(now);
  });
  return <input aria-label="blank" {...field} />;
}

it('the field shows pinyin during composition, and writes only the composed word', () => {
  const writtenValues: string[] = [];
  render(<Field written={writtenValues} />);
  const input = screen.getByLabelText<HTMLInputElement>('blank');
  const type = (value: string, isComposing: boolean) => fireEvent.input(input, { target: { value }, isComposing });
  fireEvent.compositionStart(input);
  type('z', true);
  type("zi'suo", true);
  expect(input.value).toBe("zi'suo");
  expect(writtenValues).toEqual([]);
  type('自锁', true);
  fireEvent.compositionEnd(input, { data: '自锁' });
  expect(input.value).toBe('自锁');
  expect(new Set(writtenValues)).toEqual(new Set(['自锁']));
  type('自锁a', false);
  expect(writtenValues.at(-1)).toBe('自锁a');
});
