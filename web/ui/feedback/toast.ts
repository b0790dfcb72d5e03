import type { ExternalToast, toast as libraryToast } from 'sonner';
import { Listeners } from '../../../sync/engine/listeners.ts';

interface Sonner {
  readonly toast: typeof libraryToast;
}
type ShowToast = (sonner: Sonner) => void;

/** Toasts requested before the toaster is loaded. */
const waiting: ShowToast[] = [];
let sonner: Sonner | null = null;
let isRequested = false;
const listeners = new Listeners();

/** True once a toast was requested. The toast library is loaded with the first toast, because most pages never need it. */
export const toasterRequested = {
  subscribe: listeners.subscribe,
  now: (): boolean => isRequested,
};

/** Registers the loaded toaster and shows the waiting toasts. */
export function registerToaster(library: Sonner): void {
  sonner = library;
  for (const show of waiting.splice(0)) show(library);
}

function enqueue(show: ShowToast): void {
  if (sonner !== null) return show(sonner);
  waiting.push(show);
  isRequested = true;
  listeners.notify();
}

/** Toasts with a button stay longer, so that it can be reached by keyboard too (Alt+T). */
const addDuration = (options?: ExternalToast): ExternalToast | undefined =>
  options?.action === undefined ? options : { duration: 10_000, ...options };

export const toast = {
  plain: (text: string, options?: ExternalToast) => enqueue((library) => library.toast(text, addDuration(options))),
  info: (text: string, options?: ExternalToast) => enqueue((library) => library.toast.info(text, addDuration(options))),
  success: (text: string, options?: ExternalToast) => enqueue((library) => library.toast.success(text, addDuration(options))),
  /** Shows an error for three seconds (specification section 9); the same message twice is one toast. */
  error: (text: string) => enqueue((library) => library.toast.error(text, { id: text, duration: 3000 })),
  dismiss: (id: string) => enqueue((library) => library.toast.dismiss(id)),
};
