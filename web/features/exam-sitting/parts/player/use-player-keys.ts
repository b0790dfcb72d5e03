import { type RefObject, useEffect } from 'react';
import { getPlayerCommand, type PlayerCommand } from '../../model/key-map.ts';

/** Tells whether letters and sideways arrows belong to the field: in a drop-down list they choose. */
const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type === 'text');

const isChoice = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && (target.type === 'radio' || target.type === 'checkbox');

/**
 * Listens to the player's keyboard. If the player is only a part of a page (`part`), keys count while the focus is in that part or on no element.
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
      // While a dialog or overlay covers the question, its keys are ignored, so that a hidden question is not answered.
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
