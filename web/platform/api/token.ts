/** Key of the session token in session storage (spec section 9): it survives a reload and ends with the tab. */
const key = 'wenkao.token';

export const readToken = (): string | null => sessionStorage.getItem(key);

export function writeToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
}

/**
 * Name of the session storage entry with the raw vault key. This key opens the user's encrypted answers on this PC, so they stay readable after a
 * reload without typing the credential again. It ends with the tab. After a browser crash, the credential unlocks the vault again (SY20).
 */
const vaultKeyName = 'wenkao.vault-key';

export const readVaultKey = (): string | null => sessionStorage.getItem(vaultKeyName);

export function writeVaultKey(vaultKey: string | null): void {
  if (vaultKey === null) sessionStorage.removeItem(vaultKeyName);
  else sessionStorage.setItem(vaultKeyName, vaultKey);
}
