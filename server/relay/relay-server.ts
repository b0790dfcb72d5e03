import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { errorByCode, errors } from '../../sync/contract/errors.ts';
import { relayPath } from '../../sync/contract/relay.ts';
import { pushLimits, pushRefusalData, syncCalls } from '../../sync/contract/sync.ts';
import type { Envelope } from '../../sync/contract/call.ts';
import { NetworkFault, type SyncTransport } from '../../sync/engine/ports.ts';
import type { App } from '../app.ts';
import { openSqlite } from '../db/open.ts';
import { readBody } from '../http/body.ts';
import { listen } from '../http/listen.ts';
import type { Logger } from '../ports.ts';
import type { RelaySettings } from '../settings.ts';
import { systemClock, systemTimers } from '../surroundings.ts';
import { Relay } from './relay.ts';
import { RelayStore } from './relay-store.ts';

const pushLimitMs = 30_000;

/** Any page may ask, as any program on this network may: what it takes is sealed, and it tells nothing. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-allow-private-network': 'true',
  'cache-control': 'no-store',
};

/** A spare process in the room's own network (`npm start -- --relay`): it takes pushes and carries them to the server. */
export async function startRelay({ settings, logger }: { settings: RelaySettings; logger: Logger }) {
  await mkdir(settings.dataDir, { recursive: true });
  const db = openSqlite(join(settings.dataDir, 'relay.db'));
  const store = new RelayStore(db);
  const relay = new Relay({ store, transport: towards(settings.server), clock: systemClock, timers: systemTimers, logger });
  const listening = await listen(relayApp(relay, store), settings);
  const stopping = new AbortController();
  const carrying = relay.run(stopping.signal);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await listening.close(1_000);
    await carrying;
    db.close();
  };
  return { url: listening.url, waiting: () => store.waiting(), stop: () => (stopped ??= stop()) };
}

function relayApp(relay: Relay, store: RelayStore): App {
  const app: App = new Hono();
  app.options(relayPath, () => new Response(null, { status: 204, headers: open }));
  app.post(relayPath, async (c) => {
    const text = await readBody(c.req.raw, pushLimits.bodyBytes);
    if (typeof text !== 'string') return said(errors.tooLarge.httpStatus, { code: errors.tooLarge.code, msg: '', data: null });
    const body = jsonOf(text);
    const kept = relay.take(body);
    if (kept) return said(200, { code: 0, msg: '', data: kept });
    return said(errors.unavailable.httpStatus, { code: errors.unavailable.code, msg: '中继没有接收，作答仍在本机', data: null });
  });
  app.get('/healthz', () => said(200, { code: 0, msg: '', data: { relay: store.name, waiting: store.waiting() } }));
  return app;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const said = (status: number, envelope: Envelope): Response =>
  new Response(JSON.stringify(envelope), { status, headers: { ...open, 'content-type': 'application/json; charset=utf-8' } });

/** The server's own call, as a PC makes it. */
function towards(server: string): Pick<SyncTransport, 'push'> {
  return {
    async push(input, signal) {
      let envelope: Envelope;
      try {
        const answer = await fetch(`${server}/api${syncCalls.push.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
          signal: AbortSignal.any([signal, AbortSignal.timeout(pushLimitMs)]),
        });
        envelope = (await answer.json()) as Envelope;
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
