import { expect, it } from 'vitest';
import { parseRatio, parseWeight } from './outline-checks.ts';
import { getOutlineCommand } from './outline-keys.ts';

const press = (key: string, ...modifiers: string[]) =>
  getOutlineCommand({
    key,
    ctrlKey: modifiers.includes('ctrl'),
    metaKey: modifiers.includes('meta'),
    altKey: modifiers.includes('alt'),
    shiftKey: modifiers.includes('shift'),
  });

it('outline keys map to their commands', () => {
  expect([press('ArrowUp'), press('ArrowUp', 'alt'), press('ArrowRight', 'alt'), press('ArrowLeft')]).toEqual([
    'up',
    'moveUp',
    'indent',
    'collapse',
  ]);
  expect([press('Enter'), press('Enter', 'ctrl'), press('Enter', 'meta'), press('F2')]).toEqual(['edit', 'addChild', 'addChild', 'edit']);
  expect([press('z'), press('Z', 'shift'), press('z', 'ctrl'), press('Z', 'ctrl', 'shift'), press('y', 'meta')]).toEqual([
    'Z',
    'Z',
    'undo',
    'redo',
    'redo',
  ]);
  expect([press('q'), press('Tab'), press('z', 'ctrl', 'alt'), press('x', 'alt')]).toEqual([undefined, undefined, undefined, undefined]);
});

it('parseWeight and parseRatio accept the usual ways of typing', () => {
  expect(['', '12', '12.5', '12.55%', '１2．5', '101', '1.555', '-1', 'x'].map(parseWeight)).toEqual([
    null,
    12,
    12.5,
    12.55,
    12.5,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['', '8:2:1', ' 8 ： 2 : 1 ', '8:2', 'a:b:c', '1000:1:1'].map(parseRatio)).toEqual([
    null,
    { x: 8, y: 2, z: 1 },
    { x: 8, y: 2, z: 1 },
    undefined,
    undefined,
    undefined,
  ]);
});
