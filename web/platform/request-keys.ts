/** So many unanswered requests are remembered: more than a person leaves open. */
const most = 50;

/** The keys of requests that have no answer yet, by what was asked. */
const open = new Map<string, string>();

/**
 * Names what is asked of the server until it is answered: asked again (a second press, a lost answer), it is the same wish, and the server does
 * it once (decision 53).
 */
export function requestKey(path: string, body: string): string {
  const wish = `${path} ${body}`;
  const key = open.get(wish) ?? crypto.randomUUID();
  open.delete(wish);
  open.set(wish, key);
  for (const oldest of open.keys()) {
    if (open.size <= most) break;
    open.delete(oldest);
  }
  return key;
}

/** Asked once more, it is another wish. */
export function requestAnswered(path: string, body: string): void {
  open.delete(`${path} ${body}`);
}
