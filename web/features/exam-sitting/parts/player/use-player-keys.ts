import { type RefObject, useEffect } from 'react';
import { getPlayerCommand, type PlayerCommand } from '../../model/key-map.ts';

/** True if the focused field itself uses letters and the left and right arrow keys, as a text field or a drop-down list does. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type === 'text');

const isChoice = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && (target.type === 'radio' || target.type === 'checkbox');

/**
 * Runs the player's commands on key presses. If the player is only a part of a page (`part`), keys count only while the focus is in that part or on
 * no element.
 */
export function usePlayerKeys(run: (command: PlayerCommand) => void, part?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Capture the event: otherwise a native radio group would choose the next option on an arrow key first.
    const hear = (event: KeyboardEvent) => {
      if (part !== undefined && event.target !== document.body && part.current?.contains(event.target as Node) !== true) return;
      const command = getPlayerCommand({
        key: event.key,
        code: event.code,
        shiftKey: event.shiftKey,
        ctrlKey: event.ctrlKey,
        altKey: event.altKey,
        metaKey: event.metaKey,
        isComposing: event.isComposing,
        inText: isText(event.target),
        inChoice: isChoice(event.target),
        inCard: event.target instanceof Element && event.target.closest('[data-card]') !== null,
      });
      // Ignore the keys of the question while a dialog or overlay covers it, so that no hidden question is answered.
      if (command === null || document.querySelector('dialog[open],[role=dialog],[role=alertdialog]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.repeat && command.do !== 'move' && command.do !== 'focusOption') return;
      run(command);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [run, part]);
}
