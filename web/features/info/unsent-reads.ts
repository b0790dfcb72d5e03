import { makeCall } from '../../platform/api/call.ts';

const nameOf = (userId: number): string => `wenkao.reads.${userId}`;
const read = (userId: number): number[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
};

/** Remembers on this device that the user has read an article, until the server has acknowledged it. At most 50 articles. */
export function recordArticleRead(userId: number, id: number): void {
  const ids = new Set([...read(userId), id]);
  localStorage.setItem(nameOf(userId), JSON.stringify([...ids].slice(-50)));
}

/** Sends the read receipts. Returns true once the server has them all; receipts of articles that the user may no longer see are dropped. */
export async function sendArticleReads(userId: number): Promise<boolean> {
  const ids = read(userId);
  if (ids.length === 0) return false;
  try {
    await makeCall('/info/setRead', { ids }, { quiet: true });
  } catch {
    return false;
  }
  localStorage.removeItem(nameOf(userId));
  return true;
}
