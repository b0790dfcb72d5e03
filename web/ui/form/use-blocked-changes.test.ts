import { describe, expect, it } from 'vitest';
import { isWritingKey } from './use-blocked-changes.ts';

const press = (key: string, more: object = {}) => isWritingKey({ key, ctrlKey: false, metaKey: false, target: null, ...more });

describe('isWritingKey', () => {
  it.each(['a', '安', ' ', 'Enter', 'Backspace', 'Delete'])('is true for %s', (key) => expect(press(key)).toBe(true));
  it.each(['v', 'X', 'z', 'b'])('is true for Ctrl with %s', (key) => expect(press(key, { ctrlKey: true })).toBe(true));
  it('is true for an arrow key in a radio group', () => expect(press('ArrowDown', { target: { type: 'radio' } })).toBe(true));
});

describe('isWritingKey for keys that change nothing', () => {
  it.each(['F5', 'F12', 'Tab', 'Escape', 'PageDown', 'Home', 'ArrowLeft', 'Shift'])('is false for %s', (key) =>
    expect(press(key)).toBe(false),
  );
  it.each(['r', 'R', 's', 'c', 'a', 'f', 'p', 't', 'w'])('is false for Ctrl with %s', (key) =>
    expect(press(key, { ctrlKey: true })).toBe(false),
  );
  it('is false for Command with R, which reloads on a Mac', () => expect(press('r', { metaKey: true })).toBe(false));
});
