import { useEffect, useEffectEvent } from 'react';
import type { AfterSaveStep } from './use-question-save.ts';

/** Maps a key press to a step after saving. Enter alone saves nothing, because users who type hundreds of questions press it everywhere. */
export function getStepOfKey(
  event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'target'>,
  isDraft: boolean,
): AfterSaveStep | 'nothing' | undefined {
  const withCtrl = event.ctrlKey || event.metaKey;
  if (withCtrl && event.key.toLowerCase() === 's') return 'stay';
  if (event.key !== 'Enter') return undefined;
  if (withCtrl) return isDraft ? 'next' : 'open';
  return event.target instanceof HTMLInputElement ? 'nothing' : undefined;
}

/** Handles the keys while nothing has the focus, as right after a reload. Otherwise Ctrl+S would open the browser's save dialog. */
export function useSaveKeys(isDraft: boolean, save: (then: AfterSaveStep) => unknown): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const then = event.target === document.body ? getStepOfKey(event, isDraft) : undefined;
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
