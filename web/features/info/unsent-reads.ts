import { call } from '../../platform/call.ts';

const nameOf = (userId: number): string => `wenkao.reads.${userId}`;
const read = (userId: number): number[] => {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(nameOf(userId)) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
};

/** Remembers on this device that somebody read an article, until the server knows. */
export function unsentRead(userId: number, id: number): void {
  const ids = new Set([...read(userId), id]);
  localStorage.setItem(nameOf(userId), JSON.stringify([...ids].slice(-50)));
}

/** True: the server knows them all now. What isn't shown to them any more is forgotten as well. */
export async function sendReads(userId: number): Promise<boolean> {
  const ids = read(userId);
  if (ids.length === 0) return false;
  try {
    await call('/info/setRead', { ids }, { quiet: true });
  } catch {
    return false;
  }
  localStorage.removeItem(nameOf(userId));
  return true;
}
