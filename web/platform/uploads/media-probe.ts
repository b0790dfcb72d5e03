import { openPdf } from './pdf.ts';

const patienceMs = 20_000;

/** Takes a JPEG still from a tenth of a film's length. Null if the browser cannot decode the film. */
export async function probePoster(file: Blob): Promise<File | null> {
  const film = document.createElement('video');
  const address = URL.createObjectURL(file);
  try {
    const waitForEvent = (event: string) =>
      new Promise<boolean>((resolve) => {
        film.addEventListener(event, () => resolve(true), { once: true });
        film.addEventListener('error', () => resolve(false), { once: true });
        setTimeout(() => resolve(false), patienceMs);
      });
    const whenLoaded = waitForEvent('loadeddata');
    film.preload = 'auto';
    film.muted = true;
    film.src = address;
    if (!(await whenLoaded)) return null;
    if (Number.isFinite(film.duration)) {
      const whenSeeked = waitForEvent('seeked');
      film.currentTime = film.duration / 10;
      if (!(await whenSeeked)) return null;
    }
    const canvas = document.createElement('canvas');
    canvas.width = Math.min(960, film.videoWidth);
    canvas.height = Math.round((canvas.width * film.videoHeight) / film.videoWidth);
    canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
    return picture && new File([picture], 'poster.jpg', { type: 'image/jpeg' });
  } finally {
    film.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

/** Measures the duration of a film or sound in milliseconds. Null if this browser cannot play it. */
export function probeDuration(kind: 'video' | 'audio', file: Blob): Promise<number | null> {
  const media = document.createElement(kind);
  const address = URL.createObjectURL(file);
  const duration = new Promise<number | null>((resolve) => {
    const settle = (): void => {
      const playable = Number.isFinite(media.duration) && media.duration > 0;
      // A film without a width has a picture that this browser cannot decode.
      const isSeen = kind === 'audio' || (media as HTMLVideoElement).videoWidth > 0;
      resolve(playable && isSeen ? Math.round(media.duration * 1000) : null);
    };
    media.addEventListener('error', () => resolve(null));
    // Files recorded by a browser reveal their length only after seeking to the end.
    media.addEventListener('durationchange', () => Number.isFinite(media.duration) && media.readyState >= 1 && settle());
    media.addEventListener('loadedmetadata', () => (Number.isFinite(media.duration) ? settle() : (media.currentTime = 1e7)));
    setTimeout(() => resolve(null), patienceMs);
  });
  media.preload = 'metadata';
  media.muted = true;
  media.src = address;
  return duration.finally(() => {
    media.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** Counts the pages of a PDF, or returns the reason why it is refused. */
export async function probePages(file: Blob): Promise<number | 'damaged' | 'scripted'> {
  try {
    const pdf = await openPdf(await file.arrayBuffer());
    const [{ numPages }, isScripted] = [pdf, await pdf.hasJSActions()];
    await pdf.loadingTask.destroy();
    return isScripted ? 'scripted' : numPages;
  } catch {
    return 'damaged';
  }
}
