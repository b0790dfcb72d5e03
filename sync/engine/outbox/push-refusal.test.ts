import { expect, it } from 'vitest';
import { createMemoryClientStore, createEmptyDisk } from '../store/memory-client-store.ts';
import { createStreamRow, streamId } from '../../../tests/contract/fixtures/client-store-rows.ts';
import type { PushInput, PushRefusalData } from '../../contract/exams/sync.ts';
import type { StreamRow } from '../ports.ts';
import { handlePushRefusal } from './push-refusal.ts';

const acknowledged = { headSeq: 4, headHash: 'h4', ackedSeq: 2, ackedBy: 'e1' };
const sent = { streamId, fromSeq: 3, ops: [[], []] } as unknown as PushInput;
const head = { streamId, seq: 1, hash: 'h1' };

/** Applies a refusal of ops 3 and 4. Returns the next step and the resulting stream in the store. */
async function afterRefusal(refusal: Partial<PushRefusalData>, change: Partial<StreamRow> = {}, hashes: readonly string[] = []) {
  const disk = createEmptyDisk();
  const row = createStreamRow({ ...acknowledged, ...change });
  disk.streams.set(streamId, row);
  disk.ops.set(streamId, hashes.map((hash, at) => ({ seq: at + 1, hash })) as never);
  const store = createMemoryClientStore(
    () => disk,
    async (_kind, work) => work(),
  );
  const next = await handlePushRefusal(store, row, sent, { serverEpoch: 'e1', ...refusal } as PushRefusalData);
  return { next, stream: disk.streams.get(streamId) };
}
const ofHashes = ['h1', 'h2', 'h3', 'h4'];

it('SY6: after a gap the stream goes on from the head of the server, if that is a place of its chain', async () => {
  const { next, stream } = await afterRefusal({ reason: 'gap', head }, {}, ofHashes);
  expect([next, stream?.ackedSeq]).toEqual(['goOn', 1]);
});

it('SY6: after a gap with a head of another chain the stream goes on from its start', async () => {
  const { next, stream } = await afterRefusal({ reason: 'gap', head: { streamId, seq: 1, hash: 'of a fork' } }, {}, ofHashes);
  expect([next, stream?.ackedSeq]).toEqual(['goOn', 0]);
});

it('SY6: a stream is retried soon if the server’s head equals its acknowledged head', async () => {
  const { next } = await afterRefusal({ reason: 'gap', head: { streamId, seq: 2, hash: 'h2' } }, {}, ofHashes);
  expect(next).toBe('soon');
});

it.each(['gap', 'unknownStream'] as const)('SY8: a stream continues from its start if the server holds none of it: %s', async (reason) => {
  const { next, stream } = await afterRefusal({ reason }, {}, ofHashes);
  expect([next, stream?.ackedSeq]).toEqual(['goOn', 0]);
});

it('SY8: a stream of unknown id that was sent from its start is retried soon', async () => {
  const { next } = await afterRefusal({ reason: 'unknownStream' }, { ackedSeq: 0 }, ofHashes);
  expect(next).toBe('soon');
});

it.each(['fork', 'chain'] as const)('SY7: a stream with a %s is retired, and the server quarantines the sent ops', async (reason) => {
  const { next, stream } = await afterRefusal({ reason, kept: true }, {}, ofHashes);
  expect([next, stream]).toEqual(['goOn', expect.objectContaining({ condemned: true, forkedAfter: 2, asideThrough: 4 })]);
});

it('SY7: a forked stream is not retired until the server has stored the ops in quarantine', async () => {
  const { next, stream } = await afterRefusal({ reason: 'fork', kept: false }, {}, ofHashes);
  expect([next, stream?.condemned]).toEqual(['soon', false]);
});

it.each(['secret', 'ticket', 'attempt'] as const)(
  'SY6: a stream that is refused for its %s is retried late and stays unchanged',
  async (reason) => {
    const { next, stream } = await afterRefusal({ reason }, {}, ofHashes);
    expect([next, stream]).toEqual(['late', createStreamRow(acknowledged)]);
  },
);
