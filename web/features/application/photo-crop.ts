import type { PhotoRule } from '../../../sync/contract/applications/batch.ts';
import { computePhotoCrop } from '../../../sync/domain/applications/photo-rule.ts';
import type { PhotoCrop } from '../../lib/files/photo.ts';

/** Position of a picture in its frame. `zoom`: 1 shows the largest crop. `x`, `y`: place of the crop, from 0 (left, top) to 1. */
export interface PhotoPlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}
export const maxPhotoZoom = 4;
/** Initial position: centred, and slightly above the middle, where the head usually is. */
export const initialPhotoPlace: PhotoPlace = { zoom: 1, x: 0.5, y: 0.35 };

const within = (share: number): number => Math.min(1, Math.max(0, share));
/** Limits a position to the valid zoom and shares. */
export const limitPhotoPlace = (place: PhotoPlace): PhotoPlace => ({
  zoom: Math.min(maxPhotoZoom, Math.max(1, place.zoom)),
  x: within(place.x),
  y: within(place.y),
});

/** Returns the part of the picture (in pixels) that the frame shows. */
export function computeCropAt(
  size: { readonly width: number; readonly height: number },
  rule: PhotoRule,
  { zoom, x, y }: PhotoPlace,
): PhotoCrop {
  const whole = computePhotoCrop(size, rule);
  const [width, height] = [whole.width / zoom, whole.height / zoom];
  return { x: (size.width - width) * x, y: (size.height - height) * y, width, height };
}

/** Moves the picture by shares of the frame's width and height, as a finger drags it. */
export function movePhoto(
  size: { readonly width: number; readonly height: number },
  rule: PhotoRule,
  place: PhotoPlace,
  dx: number,
  dy: number,
): PhotoPlace {
  const crop = computeCropAt(size, rule, place);
  const [roomX, roomY] = [size.width - crop.width, size.height - crop.height];
  return limitPhotoPlace({
    zoom: place.zoom,
    x: roomX <= 0 ? place.x : place.x - (dx * crop.width) / roomX,
    y: roomY <= 0 ? place.y : place.y - (dy * crop.height) / roomY,
  });
}
