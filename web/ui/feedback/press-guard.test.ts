import { describe, expect, test } from 'vitest';
import { createPressGuard, type PressedElement } from './press-guard.ts';

const button = (name: string, once = true): PressedElement => ({ element: { name }, isAction: true, once, field: null, name });
const text: PressedElement = { element: {}, isAction: false, once: false, field: null, name: '' };
const line = (once: boolean): PressedElement => ({ element: {}, isAction: false, once, field: 'line', name: '' });
const lines: PressedElement = { element: {}, isAction: false, once: false, field: 'lines', name: '' };

function page() {
  let leaving = false;
  const guard = createPressGuard({ look: (target) => target as PressedElement, leaving: () => leaving });
  const event = (target: PressedElement, timeStamp: number) => {
    let through = true;
    return {
      sent: () => through,
      base: {
        timeStamp,
        target,
        isTrusted: true,
        preventDefault: () => undefined,
        stopImmediatePropagation: () => {
          through = false;
        },
      },
    };
  };
  return {
    guard,
    leave: (now: boolean) => {
      leaving = now;
    },
    /** Returns whether the click reaches the page. */
    click(target: PressedElement, at: number, { x = 100, detail = 1, isTrusted = true } = {}): boolean {
      const { base, sent } = event(target, at);
      guard.click({ ...base, type: 'click', isTrusted, detail, clientX: x, clientY: 50 });
      return sent();
    },
    /** Returns whether the pointerdown event reaches the page. */
    down(target: PressedElement, at: number, { x = 100 } = {}): boolean {
      const { base, sent } = event(target, at);
      guard.pointerDown({ ...base, type: 'pointerdown', clientX: x, clientY: 50 });
      return sent();
    },
    key(target: PressedElement, at: number, key = 'Enter', { repeat = false, isComposing = false, ctrlKey = false } = {}): boolean {
      const { base, sent } = event(target, at);
      guard.keyDown({ ...base, type: 'keydown', key, repeat, isComposing, ctrlKey, metaKey: false });
      return sent();
    },
  };
}

describe.each([0, 60, 130, 200, 400])('second press after %i ms', (gap) => {
  test('is ignored on a choice that is sent at once, whether its label or the control is clicked', () => {
    // The control is inside the label. In the test both resolve to the same pressed element.
    const label = button('somebody');
    const control = { ...label };
    const { click } = page();
    expect([click(label, 1000), click(control, 1000), click(label, 1000 + gap + 1, { detail: 2 })]).toEqual([true, true, false]);
    expect([click(control, 3000), click(control, 3000 + gap + 1, { detail: 2 })]).toEqual([true, false]);
  });
  test('is ignored on a button, and so is a third', () => {
    const { click } = page();
    const save = button('save');
    expect([click(save, 1000), click(save, 1000 + gap, { detail: 2 }), click(save, 1000 + 2 * gap, { detail: 3 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is ignored on another button, a renamed button or a link that came under the pointer meanwhile', () => {
    for (const second of [button('arrange'), button('next', false)]) {
      const { click } = page();
      expect([click(button('draw'), 1000), click(second, 1000 + gap)]).toEqual([true, false]);
    }
    const { click } = page();
    const same = button('save');
    expect([click(same, 1000), click({ ...same, name: 'draw', once: false }, 1000 + gap)]).toEqual([true, false]);
  });

  test('is ignored outside the part that the first press has opened, so that the part stays open', () => {
    const { click, down } = page();
    const open = button('open');
    expect([down(open, 990), click(open, 1000), down(text, 1000 + gap)]).toEqual([true, true, false]);
    expect(down(text, 1000 + gap, { x: 300 })).toBe(true);
  });

  test('is ignored on the page that the first press on a row opened', () => {
    const { click } = page();
    expect([click(text, 1000), click(button('publish'), 1000 + gap)]).toEqual([true, false]);
  });

  test('counts on a button that may be pressed repeatedly', () => {
    const { click } = page();
    const next = button('next page', false);
    expect([click(next, 1000), click(next, 1000 + gap)]).toEqual([true, true]);
    // The user removes rows one after another at the same pointer position.
    expect([click(button('', false), 5000), click(button('', false), 5000 + gap)]).toEqual([true, true]);
  });

  test('is ignored for Enter and for a held Enter: on a button, in a form field, and on the next focused element', () => {
    const { key } = page();
    const save = button('save');
    expect([key(save, 1000), key(save, 1000 + gap), key(save, 1000 + gap + 30, 'Enter', { repeat: true })]).toEqual([true, false, false]);
    const form = line(true);
    expect([key(form, 9000), key(form, 9000 + gap)]).toEqual([true, false]);
    const draw = button('draw');
    expect([key(draw, 20_000), key({ ...draw, name: 'arrange', once: false }, 20_000 + gap)]).toEqual([true, false]);
    expect([key(button('remove'), 30_000), key(button('confirm'), 30_000 + gap, 'Enter', { repeat: true })]).toEqual([true, false]);
  });
});

test('a press counts again after a moment, and at another place', () => {
  const { click, key } = page();
  const save = button('save');
  expect([click(save, 1000), click(save, 1600)]).toEqual([true, true]);
  expect([click(button('a'), 3000), click(button('b'), 3100, { x: 140 })]).toEqual([true, true]);
  expect([key(save, 5000), key(save, 5600)]).toEqual([true, true]);
});

test('a slow double click that the system reports as one is ignored', () => {
  const { click } = page();
  const save = button('save');
  expect([click(save, 1000), click(save, 1800, { detail: 2 })]).toEqual([true, false]);
});

test('a key between two clicks at one place makes both clicks count', () => {
  const { click, key, guard } = page();
  const save = button('save');
  expect([click(save, 1000), key(line(false), 1100), click(save, 1200)]).toEqual([true, true, true]);
  guard.written();
  expect(click(save, 1300)).toBe(true);
});

test('clicks on choices and text, clicks by scripts, and keys in text areas are never ignored', () => {
  const { click, key } = page();
  expect([click(text, 1000), click(text, 1050)]).toEqual([true, true]);
  const save = button('save');
  expect([click(save, 2000), click(save, 2050, { isTrusted: false })]).toEqual([true, true]);
  expect([key(lines, 3000), key(lines, 3050), key(lines, 3080, 'Enter', { repeat: true })]).toEqual([true, true, true]);
  expect([key(line(true), 4000, ' '), key(line(true), 4050, ' ')]).toEqual([true, true]);
  expect([key(line(true), 5000, 'Enter', { isComposing: true }), key(line(true), 5010)]).toEqual([true, true]);
});

test('Enter counts again where the focus went, and after typing', () => {
  const { key, guard } = page();
  expect([key(button('more'), 1000), key(button('first of the menu'), 1040)]).toEqual([true, true]);
  const option = line(true);
  expect(key(option, 3000)).toBe(true);
  guard.written();
  expect(key(option, 3050)).toBe(true);
});

test('a key between two presses makes both count, and a held shortcut saves once', () => {
  const { key } = page();
  expect([key(button('a'), 1000), key(button('a'), 1050, 'Tab'), key(button('b'), 1100)]).toEqual([true, true, true]);
  expect([key(text, 2000, 's', { ctrlKey: true }), key(text, 2040, 's', { ctrlKey: true, repeat: true })]).toEqual([true, false]);
});

test('a key held since another page presses a button only if the button may be pressed repeatedly', () => {
  const { key } = page();
  expect(key(button('publish'), 1000, 'Enter', { repeat: true })).toBe(false);
  const pages = button('next page', false);
  expect([key(pages, 3000), key(pages, 3030, 'Enter', { repeat: true })]).toEqual([true, true]);
});

test('a button is blocked until its work is done and the next page is shown', () => {
  const { click, guard, leave } = page();
  const save = button('save');
  expect(click(save, 1000)).toBe(true);
  const work = guard.beginWork(1100);
  expect(click(save, 4000)).toBe(false);
  work.end();
  leave(true);
  expect([click(save, 5000), click(button('other'), 5600, { x: 400 })]).toEqual([false, false]);
  leave(false);
  expect(click(save, 8000)).toBe(true);
});

test('late work does not block the pressed button, and a page that never opens unblocks it', () => {
  const { click, guard, leave } = page();
  const save = button('save');
  click(save, 1000);
  guard.beginWork(9000);
  expect(click(save, 9100)).toBe(true);
  leave(true);
  expect([click(save, 12_000), click(save, 30_000)]).toEqual([false, true]);
});
