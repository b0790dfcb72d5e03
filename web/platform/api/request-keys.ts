/** Limit of remembered unanswered requests; a user never leaves so many open. */
const most = 50;

/** Idempotency keys of unanswered requests, by path and body. */
const open = new Map<string, string>();

/**
 * Returns the idempotency key of a request. It stays the same until the request is answered, so that the server executes a repeated request
 * (second press, lost answer) only once (decision 023).
 */
export function getRequestKey(path: string, body: string): string {
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

/** Forgets the key of an answered request: an equal request after this is a new one. */
export function forgetRequestKey(path: string, body: string): void {
  open.delete(`${path} ${body}`);
}
