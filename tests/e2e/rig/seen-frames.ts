import type { BrowserContext } from '@playwright/test';
import { filmRate } from './film.ts';

/**
 * Records the frames that films really showed, as the browser reports them. Counted in this process and independently of the product's
 * records, so that it survives a killed browser.
 */
export class SeenFrames {
  readonly #frames = new Set<number>();
  #lastMs = 0;

  async watch(context: BrowserContext): Promise<void> {
    await context.exposeFunction('framesSeen', (from: number, to: number) => {
      for (let at = Math.round(from * filmRate); at <= Math.round(to * filmRate); at += 1) this.#frames.add(at);
      this.#lastMs = to * 1000;
    });
    await context.addInitScript(() => {
      const tell = (window as unknown as { framesSeen: (from: number, to: number) => Promise<void> }).framesSeen;
      const known = new WeakSet<HTMLVideoElement>();
      const follow = (film: HTMLVideoElement): void => {
        if (known.has(film)) return;
        known.add(film);
        let last: number | null = null;
        film.addEventListener('seeking', () => (last = null));
        film.addEventListener('pause', () => (last = null));
        const each: VideoFrameRequestCallback = (_now, { mediaTime }) => {
          if (!film.paused && !film.seeking && document.visibilityState === 'visible') {
            // A busy machine skips frames for a second or more. Such a gap counts as played; a real jump fires `seeking`, which resets `last`.
            const from = last !== null && mediaTime > last && mediaTime - last < 3 ? last : mediaTime;
            void tell(from, mediaTime);
            last = mediaTime;
          }
          film.requestVideoFrameCallback(each);
        };
        film.requestVideoFrameCallback(each);
      };
      const look = (): void => {
        for (const film of document.querySelectorAll('video')) follow(film);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
      look();
    });
  }

  /** Time in the film of the frame shown last, in milliseconds. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** Duration of all distinct frames shown, in milliseconds. */
  get ms(): number {
    return (this.#frames.size * 1000) / filmRate;
  }
}
