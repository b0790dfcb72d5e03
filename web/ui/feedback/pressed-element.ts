import type { PressedElement } from './press-guard.ts';

const acting = 'button,a[href],summary,[role=menuitem],input[type=submit],input[type=button]';
/** Roles that only select and are submitted with their form. A switch is not among them: a double click must not turn it on and off again. */
const choices = new Set(['checkbox', 'radio', 'tab', 'option', 'combobox', 'treeitem', 'menuitemcheckbox', 'menuitemradio']);
/** A choice that is sent at once has this attribute on its label. */
const sentAtOnce = 'label[data-press=once]';
const noText = new Set(['checkbox', 'radio', 'range', 'file', 'submit', 'button', 'reset', 'image']);

const fieldOf = (target: HTMLElement): PressedElement['field'] => {
  if (target instanceof HTMLTextAreaElement || target.isContentEditable) return 'lines';
  return target instanceof HTMLInputElement && !noText.has(target.type) ? 'line' : null;
};

/** Finds the element that a press acts on. Buttons declare with `data-press` whether a double click counts twice. */
export function findPressedElement(target: unknown): PressedElement | null {
  if (!(target instanceof Element)) return null;
  const found = target.closest<HTMLElement>(acting);
  const isDone = found !== null && !choices.has(found.getAttribute('role') ?? '');
  const action = isDone ? found : target.closest<HTMLElement>(sentAtOnce);
  if (action !== null) return { element: action, acts: true, once: isOnce(action), field: null, name: action.textContent };
  const field = target instanceof HTMLElement ? fieldOf(target) : null;
  const sends = field === 'line' && target.closest('form') !== null;
  return { element: target, acts: false, once: sends, field, name: '' };
}

const isOnce = (action: HTMLElement): boolean =>
  action.dataset['press'] === undefined
    ? action.matches('[type=submit],[role=menuitem],[role=switch]')
    : action.dataset['press'] === 'once';
