import { describe, expect, it } from 'vitest';
import { isWritingKey } from './use-blocked-changes.ts';

const press = (key: string, more: object = {}) => isWritingKey({ key, ctrlKey: false, metaKey: false, target: null, ...more });

describe('a key that is held back', () => {
  it.each(['a', '安', ' ', 'Enter', 'Backspace', 'Delete'])('writes: %s', (key) => expect(press(key)).toBe(true));
  it.each(['v', 'X', 'z', 'b'])('writes with Ctrl: %s', (key) => expect(press(key, { ctrlKey: true })).toBe(true));
  it('takes the next of a choice', () => expect(press('ArrowDown', { target: { type: 'radio' } })).toBe(true));
});

describe('a key that is nobody’s to keep', () => {
  it.each(['F5', 'F12', 'Tab', 'Escape', 'PageDown', 'Home', 'ArrowLeft', 'Shift'])('%s', (key) => expect(press(key)).toBe(false));
  it.each(['r', 'R', 's', 'c', 'a', 'f', 'p', 't', 'w'])('with Ctrl: %s', (key) => expect(press(key, { ctrlKey: true })).toBe(false));
  it('reloads on a Mac', () => expect(press('r', { metaKey: true })).toBe(false));
});
