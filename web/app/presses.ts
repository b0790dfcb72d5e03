import { MutationCache } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router-dom';
import { createPressGuard } from '../ui/press-guard.ts';
import { lookAt } from '../ui/press-look.ts';

let leaving = (): boolean => false;
const guard = createPressGuard({ look: lookAt, leaving: () => leaving() });

/** Before anything on the page hears of a press, it is looked at whether it is one too many. */
export function guardPresses(window: Window, router: Pick<ReturnType<typeof createBrowserRouter>, 'state'>): void {
  leaving = () => router.state.navigation.state === 'loading';
  window.addEventListener('click', (event) => guard.click(event), { capture: true });
  window.addEventListener('pointerdown', (event) => guard.pointerDown(event), { capture: true });
  window.addEventListener('input', () => guard.written(), { capture: true });
  window.addEventListener('keydown', (event) => guard.keyDown(event), { capture: true });
}

/** What a press changes on the server keeps its button taken until it is answered, and its handlers have run. */
export function pressMutations(): MutationCache {
  const cache = new MutationCache();
  const working = new Map<number, { end(): void }>();
  cache.subscribe(({ mutation, type }) => {
    if (mutation === undefined) return;
    const pending = mutation.state.status === 'pending';
    if (pending && type === 'updated' && !working.has(mutation.mutationId))
      working.set(mutation.mutationId, guard.workOfPress(performance.now()));
    else if (!pending || type === 'removed') {
      working.get(mutation.mutationId)?.end();
      working.delete(mutation.mutationId);
    }
  });
  return cache;
}
