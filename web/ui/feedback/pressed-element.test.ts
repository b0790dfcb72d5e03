import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findPressedElement } from './press-guard.ts';

/** The part of an element that `findPressedElement` uses. */
class FakeElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: FakeElement | null;
  readonly textContent = '';
  readonly isContentEditable = false;
  constructor(tag: string, attributes: Record<string, string> = {}, parent: FakeElement | null = null) {
    this.tag = tag;
    this.attributes = attributes;
    this.parent = parent;
  }
  get dataset(): Record<string, string | undefined> {
    return { press: this.attributes['data-press'] };
  }
  getAttribute(name: string): string | null {
    return this.attributes[name] ?? null;
  }
  /** Matches element names and attributes, with or without a value: `a[href],[role=menuitem]`. */
  matches(selectors: string): boolean {
    return selectors.split(',').some((selector) => {
      const [, tag = '', attribute, , value] = /^(\w*)(?:\[([\w-]+)(=(\w+))?\])?$/.exec(selector) ?? [];
      const there = attribute === undefined ? '' : this.attributes[attribute];
      return (tag === '' || tag === this.tag) && there !== undefined && (value === undefined || there === value);
    });
  }
  closest(selectors: string): FakeElement | null {
    return this.matches(selectors) ? this : (this.parent?.closest(selectors) ?? null);
  }
}
const inLabel = (attributes: Record<string, string>, role: string) =>
  new FakeElement('button', { role }, new FakeElement('label', attributes));

beforeAll(() => {
  for (const name of ['Element', 'HTMLElement']) vi.stubGlobal(name, FakeElement);
  for (const name of ['HTMLTextAreaElement', 'HTMLInputElement']) vi.stubGlobal(name, class {});
});
afterAll(() => vi.unstubAllGlobals());

test.each([
  ['a button that is loud', new FakeElement('button', { 'data-press': 'once' }), [true, true]],
  ['a button that is quiet', new FakeElement('button', { 'data-press': 'again' }), [true, false]],
  ['an entry of a menu', new FakeElement('div', { role: 'menuitem' }), [true, true]],
  ['a link', new FakeElement('a', { href: '/x' }), [true, false]],
  ['a switch', new FakeElement('button', { role: 'switch' }), [true, true]],
  ['a choice that is sent as it is made', inLabel({ 'data-press': 'once' }, 'checkbox'), [true, true]],
  ['a choice of a form', inLabel({}, 'checkbox'), [false, false]],
  ['a tab', new FakeElement('button', { role: 'tab', 'data-press': 'once' }), [false, false]],
])('findPressedElement recognises %s', (_name, target, expected) => {
  const pressed = findPressedElement(target);
  expect([pressed?.isAction, pressed?.once]).toEqual(expected);
});

test('findPressedElement returns the label for a click on the label and on its control', () => {
  const label = new FakeElement('label', { 'data-press': 'once' });
  const [text, control] = [new FakeElement('span', {}, label), new FakeElement('button', { role: 'checkbox' }, label)];
  expect([findPressedElement(text)?.element, findPressedElement(control)?.element]).toEqual([label, label]);
});
