import type { SessionUser } from './session-user.ts';

/** What one tab may tell another of the session (same origin, same browser profile). */
export interface SharedSession {
  /** Null: signed in without a network. */
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
  /** Another tab's session, or undefined when nobody answers in time. */
  ask(): Promise<SharedSession | undefined>;
  /** Tells tabs of the same user of a new token. */
  announce(session: SharedSession): void;
  announceEnd(userId: number): void;
  close(): void;
}

/** A tab that is busy may answer late; then the person signs in, and nothing is lost. */
const patienceMs = 250;

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
