import { type RefObject, useLayoutEffect } from 'react';

/** What a pointer or a key begins a change with. */
const beginnings = ['keydown', 'beforeinput', 'paste', 'drop', 'pointerdown', 'mousedown', 'click'] as const;

/** Of those pressed with Ctrl: cut, paste, undo, redo, formats. */
const writingLetters = new Set('xvzybiu');
const writingKeys = new Set(['Enter', 'Backspace', 'Delete']);

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'target'>;

/** Would the key change something? One that doesn't (F5, Tab, Escape, copying, saving) is nobody's to keep. */
export function writes({ key, ctrlKey, metaKey, target }: Key): boolean {
  if (writingKeys.has(key)) return true;
  if (ctrlKey || metaKey) return writingLetters.has(key.toLowerCase());
  // In a line they move the caret; of a choice they take the next one.
  if (key.startsWith('Arrow')) return (target as Partial<HTMLInputElement> | null)?.type === 'radio';
  return [...key].length === 1;
}

/**
 * While it is held, nothing changes in a part of the page: what is shown there is on its way to the server, and what would be typed now could
 * only be lost. What is written in keeps the focus, so that writing goes on where it stopped. For moments only: see `AnswerWait`.
 */
export function useHeld(part: RefObject<HTMLElement | null>, held: boolean): void {
  useLayoutEffect(() => {
    const root = part.current;
    if (!held || root === null) return undefined;
    const swallow = (event: Event) => {
      if (event instanceof KeyboardEvent && !writes(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const type of beginnings) root.addEventListener(type, swallow, { capture: true });
    // Pinyin begins without a key that could be swallowed.
    const release = root.contains(document.activeElement) ? stopWriting(document.activeElement) : undefined;
    return () => {
      for (const type of beginnings) root.removeEventListener(type, swallow, { capture: true });
      release?.();
    };
  }, [part, held]);
}

/** The focus stays: unlike what is disabled, these can hold it. */
function stopWriting(element: Element | null): (() => void) | undefined {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.readOnly) return undefined;
    element.readOnly = true;
    return () => {
      element.readOnly = false;
    };
  }
  if (!(element instanceof HTMLElement) || !element.isContentEditable || element.tabIndex < 0) return undefined;
  element.contentEditable = 'false';
  return () => {
    element.contentEditable = 'true';
  };
}
