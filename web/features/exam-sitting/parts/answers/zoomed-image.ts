export interface ZoomedImage {
  readonly src: string;
  readonly alt: string;
}

/** Finds the picture that a click or key press within question text refers to; null if there is none. */
export function findClickedImage(target: EventTarget): ZoomedImage | null {
  if (!(target instanceof Element)) return null;
  const image = target.matches('img[data-zoom]') ? target : target.closest('[data-zoom-next]')?.parentElement?.querySelector('img');
  return image instanceof HTMLImageElement ? { src: image.src, alt: image.alt } : null;
}
