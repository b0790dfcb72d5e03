/** The session token rests in session storage (spec section 9): it ends with the tab, and F5 keeps it. */
const key = 'wenkao.token';

export const readToken = (): string | null => sessionStorage.getItem(key);

export function writeToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}
