import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { relayKeyPath, relayPath } from '../../../sync/contract/exams/relay.ts';
import { pushLimits } from '../../../sync/contract/exams/sync.ts';
import { openSqlite } from '../../../server/db/opening/open.ts';
import { generateServerKeys, importServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { issueUploadToken, getRelayKey } from '../../../server/answer-log/log/upload-token.ts';
import { RelayForwarder } from '../../../server/relay/relay.ts';
import { RelayStore } from '../../../server/relay/relay-store.ts';
import { systemClock, systemTimers } from '../../../server/system-ports.ts';
import { startRelay } from '../../../server/relay/relay-server.ts';
import { createRoomAnswerOp, enterOp, startExamRoom, examRoomMinuteMs } from '../fixtures/exam-room.ts';

const quietLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const after: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of after.splice(0).toReversed()) await end();
});

/** Sets up a room with a relay in front of a server that answers only while `up` is true. */
async function relayedRoom() {
  const room = await startExamRoom({ people: 2 });
  const { server, examinees } = room;
  const way = { up: false, pushes: 0 };
  const http: Server = createServer((request, response) => {
    // The relay may always fetch its key, as if it had been started while the server was reachable.
    if (request.url === relayKeyPath) return void response.end(JSON.stringify(getRelayKey(server.deps.answerLog.keys)));
    if (!way.up) return void request.socket.destroy();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      way.pushes += 1;
      void server
        .post('/sync/push', JSON.parse(Buffer.concat(parts).toString()) as object)
        .then((told) => response.end(JSON.stringify(told)));
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  after.push(() => http.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-relay-'));
  after.push(() => rmSync(dataDir, { recursive: true }));
  const { port } = http.address() as AddressInfo;
  const settings = { port: 0, host: '127.0.0.1', dataDir, tls: null, logLevel: 'error', server: `http://127.0.0.1:${port}` } as const;
  const start = async (hourly?: { address: number; attempt: number }) => {
    const relay = await startRelay({ settings, logger: quietLogger, ...(hourly && { hourly }) });
    after.push(relay.stop);
    await expect.poll(relay.isReady).toBe(true);
    const take = async (body: unknown): Promise<{ code: number; data: unknown }> => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const told = await fetch(`${relay.url}${relayPath}`, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } });
      expect(told.headers.get('access-control-allow-origin')).toBe('*');
      return (await told.json()) as { code: number; data: unknown };
    };
    return { ...relay, take };
  };
  const [one, two] = examinees;
  room.at(room.startMs + examRoomMinuteMs);
  const [pc, other] = [await room.sit(one), await room.sit(two)];
  const opsOf = (of: typeof pc): number => server.deps.answerLog.log.head(of.stream.header.streamId)?.seq ?? 0;
  return { ...room, way, start, dataDir, pc, other, opsOf };
}

describe('SY7a: a relay in the exam room', () => {
  it('stores pushes while the server is unreachable, across a restart, and delivers each once', async () => {
    const { way, start, dataDir, pc, opsOf, server } = await relayedRoom();
    const before = await start();
    const first = pc.stream.push([enterOp, createRoomAnswerOp(1, 'A')]);
    const second = pc.stream.push([createRoomAnswerOp(2, 'B')]);
    const kept = await before.take(first);
    expect(kept).toMatchObject({ code: 0, data: { keptThrough: 2, headHash: first.headHash } });
    // The PC repeats its push because the reply was lost. Meanwhile it has received newer news from the server (`newsSeen`); to the relay this makes
    // no difference.
    expect(await before.take({ ...first, newsSeen: 7 })).toEqual(kept);
    expect(before.waiting()).toBe(1);
    await before.stop();

    const relay = await start();
    expect(await relay.take(second)).toMatchObject({ code: 0, data: { relay: (kept.data as { relay: string }).relay, keptThrough: 3 } });
    expect(opsOf(pc)).toBe(0);
    way.up = true;
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(0);
    expect(opsOf(pc)).toBe(3);
    // The PC later delivers the same batches itself, and a newer batch as well.
    for (const input of [first, second, pc.stream.push([createRoomAnswerOp(3, 'C')])])
      expect((await server.post('/sync/push', input)).code).toBe(0);
    expect(opsOf(pc)).toBe(4);
    await server.deps.answerLog.projector.waitUntilProjected();
    const { state } = server.deps.answerLog.projector.attempt(pc.stream.header.attemptId) ?? {};
    expect(Object.keys(state?.items ?? {})).toHaveLength(3);
    // The relay's disk contains no key that opens an answer.
    const bytes = readFileSync(join(dataDir, 'relay.db')).toString('latin1');
    expect(bytes).not.toMatch(/"v":|sittingKey|sealSecret|hpkePrivate/);
  });

  it('accepts only pushes, up to a limit per attempt', async () => {
    const { start, pc, other } = await relayedRoom();
    const relay = await start();
    const good = pc.stream.push([enterOp]);
    const long = { ...good, ops: [[1, 'answer.set@1', 0, 0, 0, 'A'.repeat(pushLimits.bodyBytes)]] };
    for (const bad of ['', '{', 'null', '[]', '{"ticket":1}', { ...good, ops: [] }, { ...good, fromSeq: 0 }, long])
      expect((await relay.take(bad)).code, JSON.stringify(bad).slice(0, 40)).not.toBe(0);
    expect(relay.waiting()).toBe(0);
    let [last, sent] = [0, 0];
    const big = 'A'.repeat(40_000);
    for (; last === 0 && sent < 120; sent += 1) {
      const ops = Array.from({ length: 5 }, () => [1, 'answer.set@1', 0, 0, 0, big]);
      last = (await relay.take({ ...good, fromSeq: sent * 5 + 1, ops })).code;
    }
    expect(last).not.toBe(0);
    expect(sent).toBeGreaterThan(60);
    // One attempt has used up its limit at the relay. Other attempts are not affected.
    expect((await relay.take(other.stream.push([enterOp]))).code).toBe(0);
  });

  it('delivers other batches when the server refuses one, and drops only batches with an invalid token', async () => {
    const { way, start, pc, other, opsOf } = await relayedRoom();
    const relay = await start();
    // The relay can verify only its own part of the upload token. So it cannot detect that the server did not sign this token.
    const first = pc.stream.push([enterOp]);
    const forged = { ...first, ticket: `${first.ticket.split('.').slice(0, 2).join('.')}.AAAA` };
    // The first batch of this stream stays on its PC, so the relay has only the second one.
    void other.stream.push([enterOp]);
    const gap = other.stream.push([createRoomAnswerOp(1, 'A')]);
    const [mine] = [await relay.take(forged), await relay.take(gap)];
    expect(mine.code).toBe(0);
    way.up = true;
    await expect.poll(() => way.pushes, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(1);
    expect([opsOf(pc), opsOf(other)]).toEqual([0, 0]);
  });

  it('refuses an upload token that the server did not sign, or that belongs to another seat', async () => {
    const { start, pc, other, server } = await relayedRoom();
    const relay = await start();
    const good = pc.stream.push([enterOp]);
    const strangers = await importServerKeys(await generateServerKeys());
    const { attemptId, epoch, actor } = pc.stream.header;
    const foreign = issueUploadToken(strangers, { attemptId, epoch, actor, schoolId: 1 });
    const unsigned = good.ticket.split('.').toSpliced(1, 1).join('.');
    for (const ticket of ['a.b', '', foreign, unsigned, other.stream.ticket])
      expect((await relay.take({ ...good, ticket })).code, ticket.slice(0, 20)).not.toBe(0);
    expect(relay.waiting()).toBe(0);
    expect((await relay.take(good)).code).toBe(0);
    expect(getRelayKey(server.deps.answerLog.keys).publicKey).not.toBe(getRelayKey(strangers).publicKey);
  });

  it('accepts nothing until it has the server’s public key, and stores the key across a restart', async () => {
    const { start, pc, dataDir } = await relayedRoom();
    await (await start()).stop();
    const store = new RelayStore(openSqlite(join(dataDir, 'relay.db')));
    expect(store.ticketKey()?.publicKey).toHaveLength(43);
    const tickets = { check: () => undefined };
    const silent = { push: () => Promise.reject(new Error('nobody asks')) };
    const relay = new RelayForwarder({ store, transport: silent, tickets, clock: systemClock, timers: systemTimers, logger: quietLogger });
    expect(relay.storePush(pc.stream.push([enterOp]))).toBeUndefined();
  });

  it('counts the stored bytes per attempt against their limit, across a restart', async () => {
    const { pc, other } = await relayedRoom();
    const db = openSqlite(':memory:');
    const small = { bytes: 3_000, attemptBytes: 2_000 };
    const store = new RelayStore(db, 'a', small);
    const batches = Array.from({ length: 20 }, () => pc.stream.push([createRoomAnswerOp(1, 'A')]));
    const kept = batches.filter((batch) => store.storeBatch(batch, 1) === 'kept');
    expect(kept.length).toBeGreaterThan(0);
    expect(store.countWaiting()).toBe(kept.length);
    const again = new RelayStore(db, 'a', small);
    expect(again.storeBatch(pc.stream.push([createRoomAnswerOp(1, 'B')]), 2)).toBe('full');
    expect(again.storeBatch(other.stream.push([enterOp]), 2)).toBe('kept');
    const held = again.next(3);
    if (held) again.removeDelivered(held.id);
    expect(again.storeBatch(batches.at(-1) ?? held?.input ?? pc.stream.push([]), 4)).toBe('kept');
  });

  it('limits the bytes per hour of an address and of an attempt, including refused pushes', async () => {
    const { start, pc, other } = await relayedRoom();
    const relay = await start({ address: 40_000, attempt: 9_000 });
    for (const answers of [1, 2]) expect((await relay.take(pc.stream.push([createRoomAnswerOp(answers, 'A')]))).code).toBe(0);
    expect((await relay.take(pc.stream.push([createRoomAnswerOp(3, 'A')]))).code).not.toBe(0);
    expect((await relay.take(other.stream.push([enterOp]))).code).toBe(0);
    // Requests that are no valid pushes use up the rest of the limit for their address.
    for (let sent = 0; sent < 6; sent += 1) expect((await relay.take('{}')).code).not.toBe(0);
    expect((await relay.take(other.stream.push([createRoomAnswerOp(1, 'A')]))).code).not.toBe(0);
    expect(relay.waiting()).toBe(3);
  });

  it('delivers the rest of a fork to the quarantine where its beginning lies', async () => {
    const { way, start, pc, opsOf, server } = await relayedRoom();
    // Two PCs continue the stream from the same op, as after a restore card rewound a disk.
    const twin = pc.stream.clone();
    const [mine, theirs] = [pc.stream.push([enterOp]), twin.push([enterOp, createRoomAnswerOp(1, 'A')])];
    const relay = await start();
    for (const input of [mine, theirs, twin.push([createRoomAnswerOp(2, 'B')]), twin.push([createRoomAnswerOp(3, 'C')])])
      expect((await relay.take(input)).code).toBe(0);
    way.up = true;
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(0);
    expect(opsOf(pc)).toBe(1);
    const quarantined = server.deps.answerLog.log.quarantineStore.list(pc.stream.header.attemptId);
    expect(quarantined.map(({ reason, fromSeq, opCount }) => [reason, fromSeq, opCount])).toEqual([
      ['fork', 1, 2],
      ['fork', 3, 1],
      ['fork', 4, 1],
    ]);
  });

  it('delivers the rest of a fork whose beginning the server has, even after it lost its own disk', async () => {
    const { way, start, pc, server } = await relayedRoom();
    const twin = pc.stream.clone();
    const theirs = twin.push([enterOp, createRoomAnswerOp(1, 'A')]);
    for (const input of [pc.stream.push([enterOp]), theirs]) await server.post('/sync/push', input);
    const relay = await start();
    // This batch does not continue the chain but a quarantined batch.
    const rest = twin.push([createRoomAnswerOp(2, 'B')]);
    expect((await relay.take(rest)).code).toBe(0);
    way.up = true;
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(0);
    const quarantined = server.deps.answerLog.log.quarantineStore.list(pc.stream.header.attemptId);
    expect(quarantined.map(({ fromSeq, opCount }) => [fromSeq, opCount])).toEqual([
      [1, 2],
      [3, 1],
    ]);
  });

  it('treats a gap after a forged batch as a gap, not as a fork', async () => {
    const { way, start, pc, opsOf } = await relayedRoom();
    const relay = await start();
    const [first, second, third] = [
      pc.stream.push([enterOp]),
      pc.stream.push([createRoomAnswerOp(1, 'A')]),
      pc.stream.push([createRoomAnswerOp(2, 'B')]),
    ];
    // A holder of the upload token has forged a batch with other ops and the end hash of the second batch. The genuine second batch arrives late.
    const forged = { ...second, ops: second.ops.map(([lamport, ...rest]) => [lamport + 5, ...rest]) };
    for (const input of [first, forged]) expect((await relay.take(input)).code).toBe(0);
    way.up = true;
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(0);
    for (const input of [third, second]) expect((await relay.take(input)).code).toBe(0);
    await expect.poll(() => opsOf(pc), { timeout: 15_000 }).toBe(2);
    // The third batch is not quarantined. It waits at the relay until its predecessor is in the chain.
    await expect.poll(() => relay.waiting(), { timeout: 15_000 }).toBe(1);
  });
});
