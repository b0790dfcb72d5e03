/** The session token rests in session storage (spec section 9): it ends with the tab, and F5 keeps it. */
const key = 'wenkao.token';

export const readToken = (): string | null => sessionStorage.getItem(key);

export function writeToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}

/**
 * The raw vault key beside it, so that F5 keeps one's own answers readable without typing again. It ends with the tab too;
 * after a killed browser the credential unlocks it anew (SY20).
 */
const vaultKeyName = 'wenkao.vault-key';

export const readVaultKey = (): string | null => sessionStorage.getItem(vaultKeyName);

export function writeVaultKey(vaultKey: string | null): void {
  if (vaultKey === null) sessionStorage.removeItem(vaultKeyName);
  else sessionStorage.setItem(vaultKeyName, vaultKey);
}
