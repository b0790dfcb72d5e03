import type { SessionUser } from './session-user.ts';

/** Session data that one tab may send to another one of the same origin and browser profile. */
export interface SharedSession {
  /** Session token; null if the user signed in without a network. */
  readonly token: string | null;
  readonly vaultKey: string | null;
  readonly user: SessionUser;
}

type Message =
  | { readonly kind: 'ask'; readonly asker: string }
  | { readonly kind: 'answer'; readonly asker: string; readonly session: SharedSession }
  | { readonly kind: 'changed'; readonly session: SharedSession }
  | { readonly kind: 'ended'; readonly userId: number };

export interface SessionChannel {
  /** Asks other tabs for their session. Undefined if none answers in time. */
  ask(): Promise<SharedSession | undefined>;
  /** Sends a new token to the other tabs of the same user. */
  announce(session: SharedSession): void;
  announceEnd(userId: number): void;
  close(): void;
}

/** Longest wait for another tab's answer, in milliseconds. If a busy tab answers too late, the user just signs in. */
const patienceMs = 250;

/** Connects this tab's session with the other tabs. `own` reads and changes the session of this tab. */
export function createSessionChannel(
  channel: BroadcastChannel,
  own: { current(): SharedSession | undefined; changed(session: SharedSession): void; ended(userId: number): void },
): SessionChannel {
  const asker = crypto.randomUUID();
  const waiting = new Set<(session: SharedSession) => void>();
  const post = (message: Message): void => channel.postMessage(message);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      const session = own.current();
      if (session) post({ kind: 'answer', asker: data.asker, session });
    } else if (data.kind === 'answer') {
      if (data.asker === asker) for (const take of waiting) take(data.session);
    } else if (data.kind === 'changed') own.changed(data.session);
    else own.ended(data.userId);
  });
  return {
    ask: () =>
      new Promise((resolve) => {
        const done = (session?: SharedSession): void => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve(session);
        };
        const timer = setTimeout(done, patienceMs);
        waiting.add(done);
        post({ kind: 'ask', asker });
      }),
    announce: (session) => post({ kind: 'changed', session }),
    announceEnd: (userId) => post({ kind: 'ended', userId }),
    close: () => channel.close(),
  };
}
