import { type RefObject, useLayoutEffect } from 'react';

/** Events by which a pointer or key starts a change. */
const beginnings = ['keydown', 'beforeinput', 'paste', 'drop', 'pointerdown', 'mousedown', 'click'] as const;

/** Letters that change the text together with Ctrl: cut, paste, undo, redo, formats. */
const writingLetters = new Set('xvzybiu');
const writingKeys = new Set(['Enter', 'Backspace', 'Delete']);

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'target'>;

/** Tests whether a key changes content. Other keys (F5, Tab, Escape, copy, save) are let through. */
export function isWritingKey({ key, ctrlKey, metaKey, target }: Key): boolean {
  if (writingKeys.has(key)) return true;
  if (ctrlKey || metaKey) return writingLetters.has(key.toLowerCase());
  // In a text line, arrows move the caret; in a radio group they change the choice.
  if (key.startsWith('Arrow')) return (target as Partial<HTMLInputElement> | null)?.type === 'radio';
  return [...key].length === 1;
}

/**
 * Blocks changes in a part of the page while `isBlocked`: its content is being sent, and new input would be lost. The focused field keeps the focus,
 * so that the user can continue typing afterwards. Use it only for moments, as `AnswerWait` does.
 */
export function useBlockedChanges(part: RefObject<HTMLElement | null>, isBlocked: boolean): void {
  useLayoutEffect(() => {
    const root = part.current;
    if (!isBlocked || root === null) return undefined;
    const swallow = (event: Event) => {
      if (event instanceof KeyboardEvent && !isWritingKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const type of beginnings) root.addEventListener(type, swallow, { capture: true });
    // Make the focused field read-only as well, because an input method may start composing without a key event that could be blocked.
    const release = root.contains(document.activeElement) ? stopWriting(document.activeElement) : undefined;
    return () => {
      for (const type of beginnings) root.removeEventListener(type, swallow, { capture: true });
      release?.();
    };
  }, [part, isBlocked]);
}

/** Makes the focused field read-only. Unlike a disabled field, it keeps the focus. */
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
