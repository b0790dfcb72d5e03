import { toDataUrl } from '../../lib/files/photo.ts';
import { keepNewestPages, storePage, readStoredPage } from './learning-cache.ts';

const mostBytes = 512 * 1024;
const mostKept = 80;
/** Ignores the query string, because it only holds the signature, which changes while the picture stays the same. */
const buildPictureName = (src: string): string => `picture/${src.split('?', 1)[0]}`;

/** Returns the picture as a data URL and stores it encrypted for this user. Null if it cannot be loaded or exceeds the size limit. */
export async function getCachedPicture(userId: number, src: string): Promise<string | null> {
  const storedPicture = await readStoredPage<string>(userId, buildPictureName(src)).catch(() => null);
  if (storedPicture) return storedPicture.value;
  const reply = await fetch(src).catch(() => null);
  const blob = reply?.ok === true ? await reply.blob().catch(() => null) : null;
  if (blob === null || !blob.type.startsWith('image/') || blob.size > mostBytes) return null;
  const value = await toDataUrl(blob).catch(() => null);
  if (value === null) return null;
  await storePage(userId, buildPictureName(src), value);
  await keepNewestPages(userId, 'picture/', mostKept).catch(() => undefined);
  return value;
}
