import { createPressGuard, findPressedElement } from '../ui/feedback/press-guard.ts';

let isLeaving = (): boolean => false;
const guard = createPressGuard({ look: findPressedElement, leaving: () => isLeaving() });

/**
 * Installs the press guard before all other listeners. It ignores the second click of a double click and similar presses. `leaving`:
 * returns true while the next page is loading.
 */
export function guardPresses(leaving: () => boolean): void {
  isLeaving = leaving;
  window.addEventListener('click', (event) => guard.click(event), { capture: true });
  window.addEventListener('pointerdown', (event) => guard.pointerDown(event), { capture: true });
  window.addEventListener('input', () => guard.written(), { capture: true });
  window.addEventListener('keydown', (event) => guard.keyDown(event), { capture: true });
}

/** Registers work that the latest click or key press has started. The pressed button ignores presses until `end` is called. */
export const registerPressWork = () => guard.beginWork(performance.now());
