import { describe, expect, it } from 'vitest';
import { commandOf, type KeyPress } from './key-map.ts';

const press = (code: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key: code,
  code,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  inText: false,
  inChoice: false,
  inCard: false,
  ...over,
});

describe('keyboard of the player', () => {
  it.each([
    ['KeyA', 0],
    ['KeyH', 7],
    ['Digit1', 0],
    ['Digit6', 5],
    ['Numpad8', 7],
  ])('%s chooses option %i', (code, option) => {
    expect(commandOf(press(code))).toEqual({ do: 'choose', option });
  });

  it('works by the physical key under an input method', () => {
    expect(commandOf(press('KeyB', { key: 'Process' }))).toEqual({ do: 'choose', option: 1 });
  });

  it.each([
    ['ArrowLeft', -1],
    ['PageUp', -1],
    ['ArrowRight', 1],
    ['PageDown', 1],
  ])('%s moves by %i', (code, by) => {
    expect(commandOf(press(code))).toEqual({ do: 'move', by });
  });

  it('walks over options with up and down, without choosing', () => {
    expect(commandOf(press('ArrowDown', { inChoice: true }))).toEqual({ do: 'focusOption', by: 1 });
  });

  it('leaves up and down to scrolling anywhere else', () => {
    expect(commandOf(press('ArrowDown'))).toBeNull();
  });

  it('leaves the arrows to the answer card while the focus is in it', () => {
    for (const code of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) expect(commandOf(press(code, { inCard: true }))).toBeNull();
    expect(commandOf(press('PageDown', { inCard: true }))).toEqual({ do: 'move', by: 1 });
  });

  it('flags with F, strikes out with Shift and a letter, never with Shift and a digit', () => {
    expect(commandOf(press('KeyF'))).toEqual({ do: 'flag' });
    expect(commandOf(press('KeyC', { shiftKey: true }))).toEqual({ do: 'strike', option: 2 });
    expect(commandOf(press('Digit3', { shiftKey: true }))).toBeNull();
  });

  it('leaves typing alone, but for the page keys', () => {
    for (const code of ['KeyA', 'KeyF', 'Digit2', 'ArrowLeft', 'ArrowDown']) {
      expect(commandOf(press(code, { inText: true }))).toBeNull();
    }
    expect(commandOf(press('PageDown', { inText: true }))).toEqual({ do: 'move', by: 1 });
  });

  it('leaves shortcuts of the browser and composition alone', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'isComposing'] as const) {
      expect(commandOf(press('KeyA', { [held]: true }))).toBeNull();
      expect(commandOf(press('ArrowLeft', { [held]: true }))).toBeNull();
    }
  });
});
