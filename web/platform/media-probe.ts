import { openPdf } from './pdf.ts';

const patienceMs = 20_000;

/** How long a film or sound is; null where this browser doesn't play it. */
export function probeDuration(kind: 'video' | 'audio', file: Blob): Promise<number | null> {
  const media = document.createElement(kind);
  const address = URL.createObjectURL(file);
  const found = new Promise<number | null>((resolve) => {
    const settle = (): void => {
      const playable = Number.isFinite(media.duration) && media.duration > 0;
      // A film whose picture has no size is one whose picture can't be shown.
      const isSeen = kind === 'audio' || (media as HTMLVideoElement).videoWidth > 0;
      resolve(playable && isSeen ? Math.round(media.duration * 1000) : null);
    };
    media.addEventListener('error', () => resolve(null));
    // What a browser recorded says its length only at its end.
    media.addEventListener('durationchange', () => Number.isFinite(media.duration) && media.readyState >= 1 && settle());
    media.addEventListener('loadedmetadata', () => (Number.isFinite(media.duration) ? settle() : (media.currentTime = 1e7)));
    setTimeout(() => resolve(null), patienceMs);
  });
  media.preload = 'metadata';
  media.muted = true;
  media.src = address;
  return found.finally(() => {
    media.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** How many pages a PDF has; null where it can't be read. */
export async function probePages(file: Blob): Promise<number | null> {
  try {
    const pdf = await openPdf(await file.arrayBuffer());
    const { numPages } = pdf;
    await pdf.loadingTask.destroy();
    return numPages;
  } catch {
    return null;
  }
}
