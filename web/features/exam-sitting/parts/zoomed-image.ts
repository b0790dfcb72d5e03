export interface ZoomedImage {
  readonly src: string;
  readonly alt: string;
}

/** The picture a click or key press inside question text means, if any. */
export function imageAt(target: EventTarget): ZoomedImage | null {
  if (!(target instanceof Element)) return null;
  const image = target.matches('img[data-zoom]') ? target : target.closest('[data-zoom-next]')?.parentElement?.querySelector('img');
  return image instanceof HTMLImageElement ? { src: image.src, alt: image.alt } : null;
}
