import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { errorByCode, apiErrors } from '../../sync/contract/errors.ts';
import { relayKeyPath, relayPath } from '../../sync/contract/exams/relay.ts';
import { pushLimits, pushRefusalData, syncCalls } from '../../sync/contract/exams/sync.ts';
import type { ResponseEnvelope } from '../../sync/contract/call.ts';
import { NetworkFault, type SyncTransport } from '../../sync/engine/ports.ts';
import type { App } from '../context.ts';
import { openSqlite } from '../db/opening/open.ts';
import { readBody } from '../http/input/body.ts';
import { getRateLimitUnit, getSocketAddress } from '../http/client-address.ts';
import { createRateLimiter } from '../http/limits/rate-limiter.ts';
import { startListening } from '../http/listen.ts';
import type { Logger } from '../ports.ts';
import type { RelaySettings } from '../settings.ts';
import { systemClock, systemTimers } from '../system-ports.ts';
import { CertificateSource } from '../tls/certificate-source.ts';
import { type RelayKey, relayKey, UploadTokenChecker, type UploadToken, verifyRelayedToken } from '../answer-log/log/upload-token.ts';
import { RelayForwarder } from './relay.ts';
import { RelayStore } from './relay-store.ts';
import { tryParseJson } from '../../sync/domain/json.ts';

const pushLimitMs = 30_000;

/** Bytes that an address and an attempt may send per hour, far above what an examinee writes. Refused pushes count, too. */
const hourlyBytes = { address: 128 * 1024 ** 2, attempt: 16 * 1024 ** 2 } as const;
/** A push counts as at least this many bytes. */
const leastBytes = 4 * 1024;
const keyAgainMs = { known: 10 * 60_000, unknown: 15_000 } as const;

/** Pages of any origin may push: batches are sealed, and answers of the relay contain nothing secret. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-private-network': 'true',
  'cache-control': 'no-store',
};

interface RelayStart {
  readonly settings: RelaySettings;
  readonly logger: Logger;
  readonly hourly?: { readonly address: number; readonly attempt: number };
}

/** Starts a relay in an exam room's network (`npm start -- --relay`). It stores pushes and forwards them to the server. */
export async function startRelay({ settings, logger, hourly = hourlyBytes }: RelayStart) {
  await mkdir(settings.dataDir, { recursive: true });
  const db = openSqlite(join(settings.dataDir, 'relay.db'));
  const store = new RelayStore(db);
  const tickets = new SignedTickets(store);
  const relay = new RelayForwarder({
    store,
    transport: createPushTransport(settings.server),
    clock: systemClock,
    timers: systemTimers,
    logger,
    tickets,
  });
  const certificates = await CertificateSource.open({ settings, clock: systemClock, logger });
  const listening = await startListening(createRelayApp(relay, store, hourly), settings, { certificate: certificates?.current ?? null });
  const stopWatching = certificates?.watch(systemTimers, listening.useCertificate);
  const stopping = new AbortController();
  const carrying = Promise.all([relay.run(stopping.signal), followKey(settings.server, tickets, stopping.signal)]);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    stopWatching?.();
    await listening.close(1_000);
    await carrying;
    db.close();
  };
  return { url: listening.url, waiting: () => store.countWaiting(), isReady: () => tickets.isReady, stop: () => (stopped ??= stop()) };
}

function createRelayApp(relay: RelayForwarder, store: RelayStore, hourly: NonNullable<RelayStart['hourly']>): App {
  const app: App = new Hono();
  const hour = 3_600_000;
  const ofAddress = createRateLimiter(systemClock, { limit: hourly.address, everyMs: hour });
  const ofAttempt = createRateLimiter(systemClock, { limit: hourly.attempt, everyMs: hour });
  const createRefusal = () =>
    createJsonResponse(apiErrors.unavailable.httpStatus, {
      code: apiErrors.unavailable.code,
      msg: '中继没有接收，作答仍在本机',
      data: null,
    });
  app.options(relayPath, () => new Response(null, { status: 204, headers: open }));
  app.post(relayPath, async (c) => {
    const text = await readBody(c.req.raw, pushLimits.bodyBytes);
    if (typeof text !== 'string')
      return createJsonResponse(apiErrors.tooLarge.httpStatus, { code: apiErrors.tooLarge.code, msg: '', data: null });
    const weight = Math.max(leastBytes, text.length);
    if (!ofAddress.admit(getRateLimitUnit(getSocketAddress(c)), weight)) return createRefusal();
    const reply = relay.storePush(tryParseJson(text), (attemptId) => ofAttempt.admit(attemptId, weight));
    if (reply) return createJsonResponse(200, { code: 0, msg: '', data: reply });
    return createRefusal();
  });
  app.get('/healthz', () =>
    createJsonResponse(200, {
      code: 0,
      msg: '',
      data: { relay: store.name, waiting: store.countWaiting(), ready: store.ticketKey() !== undefined },
    }),
  );
  return app;
}

const createJsonResponse = (status: number, envelope: ResponseEnvelope): Response =>
  new Response(JSON.stringify(envelope), { status, headers: { ...open, 'content-type': 'application/json; charset=utf-8' } });

/** Verifies upload tokens with the key that the relay last received from the exam server. Without a key every token is refused. */
class SignedTickets {
  readonly #store: RelayStore;
  #checker: UploadTokenChecker;

  constructor(store: RelayStore) {
    this.#store = store;
    this.#checker = this.#under(store.ticketKey());
  }

  #under(key: RelayKey | undefined): UploadTokenChecker {
    return new UploadTokenChecker((ticket) => (key === undefined ? undefined : verifyRelayedToken(key, ticket)));
  }

  check(ticket: string): UploadToken | undefined {
    return this.#checker.check(ticket);
  }

  get isReady(): boolean {
    return this.#store.ticketKey() !== undefined;
  }

  trust(key: RelayKey): void {
    if (key.publicKey === this.#store.ticketKey()?.publicKey) return;
    this.#store.keepTicketKey(key);
    this.#checker = this.#under(key);
  }
}

/** Fetches from the exam server the key that verifies upload tokens, and repeats this at intervals, because a restored server may have other keys. */
async function followKey(server: string, tickets: SignedTickets, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(pushLimitMs)]);
    const answer: unknown = await fetch(`${server}${relayKeyPath}`, { signal: limit }).then(
      (reply) => reply.json(),
      () => null,
    );
    const key = relayKey.safeParse(answer);
    if (key.success) tickets.trust(key.data);
    await systemTimers.sleep(tickets.isReady ? keyAgainMs.known : keyAgainMs.unknown, signal);
  }
}

/** Sends pushes to the server by the same call as an exam PC. */
function createPushTransport(server: string): Pick<SyncTransport, 'push'> {
  return {
    async push(input, signal) {
      let envelope: ResponseEnvelope;
      try {
        const answer = await fetch(`${server}/api${syncCalls.push.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
          signal: AbortSignal.any([signal, AbortSignal.timeout(pushLimitMs)]),
        });
        envelope = (await answer.json()) as ResponseEnvelope;
      } catch (cause) {
        throw new NetworkFault('the server does not answer', { cause });
      }
      const { code, msg, data } = envelope;
      if (code === 0) {
        const parsed = syncCalls.push.output.safeParse(data);
        if (!parsed.success) throw new NetworkFault('an answer of another shape');
        return { kind: 'ok', ...parsed.data };
      }
      if (errorByCode.get(code)?.retry !== false) throw new NetworkFault(`the server answers ${code}`, { refused: true });
      return { kind: 'refused', code, msg, data: pushRefusalData.safeParse(data).data ?? null };
    },
  };
}
