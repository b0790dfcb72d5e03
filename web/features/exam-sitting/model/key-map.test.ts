import { describe, expect, it } from 'vitest';
import { getPlayerCommand, type KeyPress } from './key-map.ts';

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
    expect(getPlayerCommand(press(code))).toEqual({ do: 'choose', option });
  });

  it('uses the physical key while an input method is active', () => {
    expect(getPlayerCommand(press('KeyB', { key: 'Process' }))).toEqual({ do: 'choose', option: 1 });
  });

  it.each([
    ['ArrowLeft', -1],
    ['PageUp', -1],
    ['ArrowRight', 1],
    ['PageDown', 1],
  ])('%s moves by %i', (code, by) => {
    expect(getPlayerCommand(press(code))).toEqual({ do: 'move', step: by });
  });

  it('moves the focus between options with up and down, without choosing', () => {
    expect(getPlayerCommand(press('ArrowDown', { inChoice: true }))).toEqual({ do: 'focusOption', step: 1 });
  });

  it('leaves up and down to scrolling outside the options', () => {
    expect(getPlayerCommand(press('ArrowDown'))).toBeNull();
  });

  it('leaves the arrows to the answer card while the focus is in it', () => {
    for (const code of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'])
      expect(getPlayerCommand(press(code, { inCard: true }))).toBeNull();
    expect(getPlayerCommand(press('PageDown', { inCard: true }))).toEqual({ do: 'move', step: 1 });
  });

  it('flags with F, strikes out with Shift and a letter, never with Shift and a digit', () => {
    expect(getPlayerCommand(press('KeyF'))).toEqual({ do: 'flag' });
    expect(getPlayerCommand(press('KeyC', { shiftKey: true }))).toEqual({ do: 'strike', option: 2 });
    expect(getPlayerCommand(press('Digit3', { shiftKey: true }))).toBeNull();
  });

  it('ignores keys while text is typed, except the page keys', () => {
    for (const code of ['KeyA', 'KeyF', 'Digit2', 'ArrowLeft', 'ArrowDown']) {
      expect(getPlayerCommand(press(code, { inText: true }))).toBeNull();
    }
    expect(getPlayerCommand(press('PageDown', { inText: true }))).toEqual({ do: 'move', step: 1 });
  });

  it('ignores browser shortcuts and the composition of an input method', () => {
    for (const held of ['ctrlKey', 'altKey', 'metaKey', 'isComposing'] as const) {
      expect(getPlayerCommand(press('KeyA', { [held]: true }))).toBeNull();
      expect(getPlayerCommand(press('ArrowLeft', { [held]: true }))).toBeNull();
    }
  });
});
