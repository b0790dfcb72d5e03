import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import { makeCall, CallFailure, reportFailure } from '../api/call.ts';
import { appStore, sessionEndedAtom, sessionUserAtom } from './session-atoms.ts';
import { createSessionChannel, type SessionChannel, type SharedSession } from './session-channel.ts';
import { type SessionUser, toSessionUser } from './session-user.ts';
import { readToken, readVaultKey, writeToken, writeVaultKey } from '../api/token.ts';
import type { Credential, OfflineProfile, OpenedVault, VaultStore } from './vault-store.ts';

/**
 * Reason why an offline sign-in failed. `unknown`: this PC knows other credentials, but not this one. `nobody`: this PC knows no credential.
 * `unreadable`: the vaults of this PC cannot be read. `full`: like `nobody` or `unreadable`, and the disk is full. Only with `unknown` was the
 * credential compared.
 */
export type OfflineRefusal = 'unknown' | 'nobody' | 'unreadable' | 'full';

export class OfflineSignInError extends CallFailure {
  readonly refusal: OfflineRefusal;
  constructor(failure: CallFailure, why: OfflineRefusal) {
    super(failure.code, failure.message, failure.data);
    this.refusal = why;
  }
}

/**
 * Result of signing in. A refusal by the server rejects with its `CallFailure`. Without a network and without a matching vault it rejects with an
 * `OfflineSignInError`.
 */
export type SignInResult =
  | { readonly kind: 'online' | 'offline'; readonly user: SessionUser }
  /** `getInfo` returned no user, or a user without roles (spec section 8). */
  | { readonly kind: 'noUser' | 'noRoles' };

export interface Session {
  /** `code`: code of the second factor; '' if none was asked for. */
  signIn(credential: Credential, code?: string): Promise<SignInResult>;
  /**
   * Begins a session with a token that the server issued without a credential typed here. Such a session has no vault, so it does not work offline
   * after a restart.
   */
  enter(token: string): Promise<SignInResult>;
  /**
   * Ends the session here and in the user's other tabs. Ops that the server does not have stay encrypted on the device and are still delivered
   * (SY11).
   */
  end(): void;
  /** Tells whether a user is signed in, online or offline. Asks the other tabs if this tab has no session. */
  join(): Promise<boolean>;
  /** Loads the user to whom this tab's session token belongs, by the call `getInfo`. */
  load(): Promise<SignInResult>;
  /** True after an offline sign-in, while this tab tries to get a token by itself; do not ask the user to sign in yet. */
  reconnecting(): boolean;
  /** Vault of the signed-in user. Null without a user, or if the session never had a credential on this device. */
  vault(): Promise<UnlockedVault | null>;
  close(): void;
}

interface SessionSurroundings {
  /** Loads the vaults by a separate import, so that the sign-in page is painted before database and ciphers are loaded. */
  readonly vaults: () => Promise<VaultStore>;
  /** Called only when an offline sign-in fails, because it tests the disk by writing. */
  readonly isDiskFull: () => Promise<boolean>;
  readonly channel: BroadcastChannel;
  readonly nowMs: () => number;
  /** Milliseconds between two attempts to turn an offline session into an online one. */
  readonly retryMs: number;
}

/**
 * Roles that need a vault (a stored key that encrypts the user's data) on a shared PC, because they work with or without a network: they sit exams,
 * invigilate, assess performances or fill in forms.
 */
const keepers: readonly string[] = ['student', 'examUser', 'invigilator', 'marker', 'enrollUser'];
const canKeepVault = (user: SessionUser): boolean => user.roles.some((role) => keepers.includes(role));

/** Tells whether the server refused a sign-in because it needs the code of a second factor, or because the given code was wrong. */
export const asksForCode = ({ data }: CallFailure): boolean =>
  (data as { secondFactor?: unknown } | null | undefined)?.secondFactor === true;

/**
 * Result of an offline sign-in: the vault (the user's encryption key on this PC), opened, and the string by which the server recognises this device.
 */
interface OpenedOffline {
  readonly opened: OpenedVault;
  readonly device: string;
}

/** Creates the session of one tab. */
export function createSession({ vaults, isDiskFull, channel, nowMs, retryMs }: SessionSurroundings): Session {
  let unlocked: { key: string; vault: Promise<UnlockedVault> } | null = null;
  /** Timer that retries an offline sign-in online. Its closure holds the typed credential, in memory only, until the server has answered. */
  let retrying: ReturnType<typeof setInterval> | undefined;

  const readSharedSession = (): SharedSession | undefined => {
    const user = appStore.get(sessionUserAtom);
    return user === null ? undefined : { token: readToken(), vaultKey: readVaultKey(), user };
  };
  const take = ({ token, vaultKey, user }: SharedSession): void => {
    writeToken(token);
    writeVaultKey(vaultKey);
    appStore.set(sessionUserAtom, user);
    appStore.set(sessionEndedAtom, null);
  };
  const stopRetrying = (): void => {
    clearInterval(retrying);
    retrying = undefined;
  };
  const forget = (): void => {
    stopRetrying();
    unlocked = null;
    writeToken(null);
    writeVaultKey(null);
    appStore.set(sessionUserAtom, null);
    appStore.set(sessionEndedAtom, null);
  };
  const peers: SessionChannel = createSessionChannel(channel, {
    current: readSharedSession,
    changed(session) {
      if (appStore.get(sessionUserAtom)?.id !== session.user.id) return;
      if (session.token !== null) stopRetrying();
      take({ ...session, vaultKey: readVaultKey() ?? session.vaultKey });
    },
    ended(userId) {
      if (appStore.get(sessionUserAtom)?.id === userId) forget();
    },
  });

  async function load(quiet = false): Promise<SignInResult> {
    const info = await makeCall('/user/getInfo', {}, quiet ? { quiet, ownSession: true } : {});
    if (info?.user === undefined) return { kind: 'noUser' };
    if (!Array.isArray(info.roles) || info.roles.length === 0) return { kind: 'noRoles' };
    const user = toSessionUser(info);
    appStore.set(sessionUserAtom, user);
    return { kind: 'online', user };
  }

  /** Loads the user of a new token. If the server returns no user or a user without roles, the token is dropped. */
  async function enter(token: string): Promise<SignInResult> {
    writeToken(token);
    const result = await load(true);
    if (result.kind !== 'online') writeToken(null);
    return result;
  }

  async function signInOnline(
    credential: Credential & { readonly code?: string },
    opening: Promise<OpenedVault | undefined>,
    offline?: OpenedOffline,
  ): Promise<SignInResult> {
    // A device that reconnects by itself must not end a session elsewhere: the user may have moved to another PC.
    const input = offline ? { ...credential, resume: true, device: offline.device } : credential;
    const { token, device } = await makeCall('/user/login', input, { quiet: true, ownSession: true });
    const result = await enter(token);
    if (result.kind !== 'online') return result;
    const openedVault = offline?.opened ?? (canKeepVault(result.user) ? await opening : undefined);
    if (openedVault && canKeepVault(result.user)) {
      writeVaultKey(openedVault.vault.exportKey());
      // A full disk must not prevent signing in. Without a vault, only the next restart needs the network.
      await vaults()
        .then((store) => store.remember(openedVault, { user: result.user, device }, nowMs()))
        .catch(() => undefined);
    } else writeVaultKey(null);
    const session = readSharedSession();
    if (session) peers.announce(session);
    return result;
  }

  async function signInOffline(credential: Credential): Promise<SignInResult | OfflineRefusal> {
    let opened: OpenedVault | undefined;
    let profile: OfflineProfile | undefined;
    try {
      const store = await vaults();
      opened = await store.open(credential, false);
      if (!opened) return (await store.hasAnyVault()) ? 'unknown' : 'nobody';
      profile = await store.profile(opened);
    } catch {
      return 'unreadable';
    }
    if (!profile) return 'unreadable';
    const { user, device } = profile;
    take({ token: null, vaultKey: opened.vault.exportKey(), user });
    retryOnline(credential, { opened, device });
    return { kind: 'offline', user };
  }

  /** Retries an offline sign-in online: only the server can give the paper's key and the score, and both need a token. */
  function retryOnline(credential: Credential, offline: OpenedOffline): void {
    stopRetrying();
    let busy = false;
    const attempt = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        await signInOnline(credential, Promise.resolve(offline.opened), offline);
        stopRetrying();
      } catch (error) {
        // The server refused the credential, so the user must type it again. Answers are still stored and delivered meanwhile.
        if (error instanceof CallFailure && !error.network) {
          stopRetrying();
          appStore.set(sessionEndedAtom, { code: error.code, message: error.message });
        }
      } finally {
        busy = false;
      }
    };
    retrying = setInterval(() => void attempt(), retryMs);
  }

  return {
    async signIn(credential, code = '') {
      stopRetrying();
      // Deriving the vault key takes about as long as the server's password hashing, so run both in parallel.
      const opening = vaults()
        .then((store) => store.open(credential, true))
        .catch(() => undefined);
      try {
        return await signInOnline(code === '' ? credential : { ...credential, code }, opening);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const entered = error.network ? await signInOffline(credential) : undefined;
        if (typeof entered === 'object') return entered;
        const why = entered !== undefined && entered !== 'unknown' && (await isDiskFull()) ? 'full' : entered;
        if (!asksForCode(error)) reportFailure(error);
        throw why === undefined ? error : new OfflineSignInError(error, why);
      }
    },
    async enter(token) {
      stopRetrying();
      const result = await enter(token);
      writeVaultKey(null);
      const session = readSharedSession();
      if (result.kind === 'online' && session) peers.announce(session);
      return result;
    },
    end() {
      const user = appStore.get(sessionUserAtom);
      forget();
      if (user) peers.announceEnd(user.id);
    },
    async join() {
      if (readToken() !== null || appStore.get(sessionUserAtom) !== null) return true;
      const session = await peers.ask();
      // If the user signed in meanwhile, that session takes precedence over the other tab's.
      if (session && readToken() === null && appStore.get(sessionUserAtom) === null) take(session);
      return readToken() !== null || appStore.get(sessionUserAtom) !== null;
    },
    load: () => load(),
    reconnecting: () => retrying !== undefined,
    async vault() {
      const key = readVaultKey();
      if (key === null) return null;
      if (unlocked?.key !== key)
        unlocked = { key, vault: import('./vault-store.ts').then(({ openVaultFromText: vaultFromText }) => vaultFromText(key)) };
      return unlocked.vault;
    },
    close() {
      stopRetrying();
      peers.close();
    },
  };
}
