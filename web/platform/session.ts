import type { UnlockedVault } from '../../sync/seal/vault.ts';
import { call, CallFailure, reportFailure } from './call.ts';
import { appStore, sessionEndedAtom, sessionUserAtom } from './session-atoms.ts';
import { createSessionChannel, type SessionChannel, type SharedSession } from './session-channel.ts';
import { type SessionUser, toSessionUser } from './session-user.ts';
import { readToken, readVaultKey, writeToken, writeVaultKey } from './token.ts';
import type { Credential, OfflineProfile, OpenedVault, VaultStore } from './vault-store.ts';

/**
 * Why nobody was let in without a network. `unknown`: others are known on this PC, this credential is not. `nobody`: it knows nobody (any more);
 * `unreadable`: what it knows can't be read; `full`: one of these two, on a full disk. Of these three the credential is not the reason, for it
 * was compared with nothing.
 */
export type OfflineRefusal = 'unknown' | 'nobody' | 'unreadable' | 'full';

export class OfflineFailure extends CallFailure {
  readonly why: OfflineRefusal;
  constructor(failure: CallFailure, why: OfflineRefusal) {
    super(failure.code, failure.message, failure.data);
    this.why = why;
  }
}

/** Getting in, however that went. A refusal by the server rejects with its `CallFailure`; no network and nothing to go by here, with an `OfflineFailure`. */
export type SignedIn =
  | { readonly kind: 'online' | 'offline'; readonly user: SessionUser }
  /** getInfo gave nobody, or somebody without roles (spec section 8). */
  | { readonly kind: 'noUser' | 'noRoles' };

export interface Session {
  signIn(credential: Credential): Promise<SignedIn>;
  /** Ends here and in the other tabs of the same user. The outbox stays: sealed, and still being delivered (SY11). */
  end(): void;
  /** Is somebody signed in, online or not? Asks the other tabs where this one knows nobody. */
  join(): Promise<boolean>;
  /** getInfo for a token without a user; keeps the profile for the next sign-in without a network. */
  load(): Promise<SignedIn>;
  /** Signed in offline and about to get a token by itself: asking the person to sign in again would be too soon. */
  reconnecting(): boolean;
  /** The signed-in person's vault. Null: nobody, or a session that never had a credential here. */
  vault(): Promise<UnlockedVault | null>;
  close(): void;
}

interface SessionSurroundings {
  /** Behind an import of its own: the sign-in page paints before database and ciphers are here. */
  readonly vaults: () => Promise<VaultStore>;
  /** Called only when an offline sign-in fails; tests by writing. */
  readonly isDiskFull: () => Promise<boolean>;
  readonly channel: BroadcastChannel;
  readonly nowMs: () => number;
  /** How long between two attempts to turn an offline session into an online one. */
  readonly retryMs: number;
}

/** They sit exams, watch rooms, assess what is performed or fill a form, with or without a network: only for them a vault is worth keeping on a shared PC. */
const keepers: readonly string[] = ['student', 'examUser', 'invigilator', 'marker', 'enrollUser'];
const keeps = (user: SessionUser): boolean => user.roles.some((role) => keepers.includes(role));

/** Signed in without a network: what the credential opened, and the mark by which the server knows this device again. */
interface OpenedOffline {
  readonly opened: OpenedVault;
  readonly device: string;
}

export function createSession({ vaults, isDiskFull, channel, nowMs, retryMs }: SessionSurroundings): Session {
  let unlocked: { key: string; vault: Promise<UnlockedVault> } | null = null;
  /** Holds what was typed for an offline sign-in: in memory only, and only until the server has answered to it. */
  let retrying: ReturnType<typeof setInterval> | undefined;

  const current = (): SharedSession | undefined => {
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
    current,
    changed(session) {
      if (appStore.get(sessionUserAtom)?.id !== session.user.id) return;
      if (session.token !== null) stopRetrying();
      take({ ...session, vaultKey: readVaultKey() ?? session.vaultKey });
    },
    ended(userId) {
      if (appStore.get(sessionUserAtom)?.id === userId) forget();
    },
  });

  async function load(quiet = false): Promise<SignedIn> {
    const info = await call('/user/getInfo', {}, quiet ? { quiet, ownSession: true } : {});
    if (info?.user === undefined) return { kind: 'noUser' };
    if (!Array.isArray(info.roles) || info.roles.length === 0) return { kind: 'noRoles' };
    const user = toSessionUser(info);
    appStore.set(sessionUserAtom, user);
    return { kind: 'online', user };
  }

  async function online(credential: Credential, opening: Promise<OpenedVault | undefined>, offline?: OpenedOffline): Promise<SignedIn> {
    // Back online by itself, a device takes no other's place: the person may long sit at another one.
    const input = offline ? { ...credential, resume: true, device: offline.device } : credential;
    const { token, device } = await call('/user/login', input, { quiet: true, ownSession: true });
    writeToken(token);
    const result = await load(true);
    if (result.kind !== 'online') {
      writeToken(null);
      return result;
    }
    const mine = offline?.opened ?? (keeps(result.user) ? await opening : undefined);
    if (mine && keeps(result.user)) {
      writeVaultKey(mine.vault.exportKey());
      // A full disk must not keep anybody out: without a vault the next restart just needs the network.
      await vaults()
        .then((store) => store.remember(mine, { user: result.user, device }, nowMs()))
        .catch(() => undefined);
    } else writeVaultKey(null);
    const session = current();
    if (session) peers.announce(session);
    return result;
  }

  async function offline(credential: Credential): Promise<SignedIn | OfflineRefusal> {
    let opened: OpenedVault | undefined;
    let known: OfflineProfile | undefined;
    try {
      const store = await vaults();
      opened = await store.open(credential, false);
      if (!opened) return (await store.knowsAnybody()) ? 'unknown' : 'nobody';
      known = await store.profile(opened);
    } catch {
      return 'unreadable';
    }
    if (!known) return 'unreadable';
    const { user, device } = known;
    take({ token: null, vaultKey: opened.vault.exportKey(), user });
    retryOnline(credential, { opened, device });
    return { kind: 'offline', user };
  }

  /** Signed in offline, one still needs a token for what only the server can give (the paper's key, the score). */
  function retryOnline(credential: Credential, offline: OpenedOffline): void {
    stopRetrying();
    let busy = false;
    const attempt = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      try {
        await online(credential, Promise.resolve(offline.opened), offline);
        stopRetrying();
      } catch (error) {
        // Refused: the person has to type again. What they write goes on being kept and delivered meanwhile.
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
    async signIn(credential) {
      stopRetrying();
      // Deriving takes as long as the server's own hashing: let both run at once.
      const opening = vaults()
        .then((store) => store.open(credential, true))
        .catch(() => undefined);
      try {
        return await online(credential, opening);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        const entered = error.network ? await offline(credential) : undefined;
        if (typeof entered === 'object') return entered;
        const why = entered !== undefined && entered !== 'unknown' && (await isDiskFull()) ? 'full' : entered;
        reportFailure(error);
        throw why === undefined ? error : new OfflineFailure(error, why);
      }
    },
    end() {
      const user = appStore.get(sessionUserAtom);
      forget();
      if (user) peers.announceEnd(user.id);
    },
    async join() {
      if (readToken() !== null || appStore.get(sessionUserAtom) !== null) return true;
      const session = await peers.ask();
      // Signed in meanwhile: what the person did here goes before what another tab says.
      if (session && readToken() === null && appStore.get(sessionUserAtom) === null) take(session);
      return readToken() !== null || appStore.get(sessionUserAtom) !== null;
    },
    load: () => load(),
    reconnecting: () => retrying !== undefined,
    async vault() {
      const key = readVaultKey();
      if (key === null) return null;
      if (unlocked?.key !== key) unlocked = { key, vault: import('./vault-store.ts').then(({ vaultFromText }) => vaultFromText(key)) };
      return unlocked.vault;
    },
    close() {
      stopRetrying();
      peers.close();
    },
  };
}
