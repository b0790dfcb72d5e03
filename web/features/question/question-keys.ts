import { useEffect, useEffectEvent } from 'react';
import type { Then } from './use-question-save.ts';

/** Enter alone saves nothing: whoever types three hundred questions a week presses it everywhere. */
export function thenOf(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'target'>,
  isDraft: boolean,
): Then | 'nothing' | undefined {
  const withCtrl = event.ctrlKey || event.metaKey;
  if (withCtrl && event.key.toLowerCase() === 's') return 'stay';
  if (event.key !== 'Enter') return undefined;
  if (withCtrl) return isDraft ? 'next' : 'open';
  return event.target instanceof HTMLInputElement ? 'nothing' : undefined;
}

/** Just after a reload nothing has the focus yet: the browser would offer to save its page. */
export function useKeysNowhere(isDraft: boolean, save: (then: Then) => unknown): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const then = event.target === document.body ? thenOf(event, isDraft) : undefined;
    if (then === undefined || then === 'nothing') return;
    event.preventDefault();
    save(then);
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
