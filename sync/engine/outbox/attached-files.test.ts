import { expect, it } from 'vitest';
import { chunkCipher } from '../../crypto/chunk-cipher.ts';
import { AttachmentManager } from './attached-files.ts';
import {
  maxAttemptChunks,
  attachmentLimits,
  encodeFileValue,
  getItemQuestion,
  parseAttachmentQuestion,
  parseFileValue,
} from '../ops/attachment.ts';
import type { SaveResult } from '../client/attempt-session.ts';
import { createMemoryChunkStore, type ChunkDisk } from '../store/memory-chunk-store.ts';
import type { AnswerValue } from '../ops/ops.ts';
import { type TabMessage, StorageFault } from '../ports.ts';
import { failOnFault } from '../../../tests/fixtures/engine/fail-on-fault.ts';

function open() {
  const disk: ChunkDisk = new Map();
  let answers = new Map<string, AnswerValue>();
  let full = false;
  let outcome: SaveResult = 'saved';
  let name = 0;
  let filesOnServer: readonly string[] | undefined;
  const listeners = new Set<() => void>();
  const peers = new Set<(note: TabMessage) => void>();
  const store = createMemoryChunkStore(
    () => disk,
    async (kind, work) => {
      if (kind === 'write' && full) throw new StorageFault('quota', 'full');
      return work();
    },
  );
  const session = {
    view: () => ({ answers, news: filesOnServer && { files: filesOnServer } }) as never,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setAnswer: async (itemId: string, value: AnswerValue) => {
      if (outcome === 'saved') answers = new Map([...answers, [itemId, value]]);
      for (const listener of listeners) listener();
      return outcome;
    },
  };
  const files = new AttachmentManager({
    attemptId: 'a',
    session,
    store,
    cipher: chunkCipher,
    ticket: async () => 'ticket',
    onFault: failOnFault,
    peers: {
      announce: (note) => peers.forEach((hear) => hear(note)),
      onAnnounced: (hear) => {
        peers.add(hear);
        return () => void peers.delete(hear);
      },
    },
    random: () => String((name += 1)).padStart(8, '0'),
  });
  return {
    files,
    disk,
    store,
    heard: () => peers.forEach((hear) => hear({ kind: 'changed', attemptId: 'a' })),
    fill: (to: boolean) => void (full = to),
    answer: (to: SaveResult) => void (outcome = to),
    setFilesOnServer: (to: readonly string[] | undefined) => void (filesOnServer = to),
  };
}

const photo = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(bytes).fill(7);

it('AttachmentManager stores a file in sealed chunks under its own answer and returns it unchanged', async () => {
  const { files, disk } = open();
  const content = photo(attachmentLimits.chunkBytes + 5);
  expect(await files.attach('7', '接线.jpg', 'image/jpeg', content, 2)).toBe('saved');
  await expect.poll(() => files.saveStatus()).toEqual({ localCount: 2, received: 0 });
  const [view] = files.views().get('7') ?? [];
  if (!view) throw new Error('it is shown');
  expect([view.file.name, view.chunks, view.localCount, view.received, view.isLost]).toEqual(['接线.jpg', 2, 2, 0, false]);
  expect(await files.content(view)).toEqual(content);
  expect([...disk.values()].some((row) => Buffer.from(row.sealed).includes(Buffer.alloc(40, 7)))).toBe(false);
});

it('AttachmentManager counts chunks as received when the server holds them, and no removed files', async () => {
  const { files, store, heard } = open();
  await files.attach('7', 'a.jpg', 'image/jpeg', photo(10), 2);
  const itemId = files.views().get('7')?.[0]?.itemId ?? '';
  await store.markReceived({ attemptId: 'a', itemId, at: 0 }, 'server');
  heard();
  await expect.poll(() => files.saveStatus()).toEqual({ localCount: 1, received: 1 });
  await files.removeFile(itemId);
  heard();
  await expect.poll(() => files.saveStatus()).toEqual({ localCount: 0, received: 0 });
  expect(files.views().size).toBe(0);
});

it('AttachmentManager refuses empty, oversized or surplus files and leaves no chunk of a failed one', async () => {
  const { files, disk, fill, answer } = open();
  expect(await files.attach('7', 'x', '', photo(0), 1)).toBe('tooLarge');
  expect(await files.attach('7', 'x', '', photo(attachmentLimits.fileBytes + 1), 1)).toBe('tooLarge');
  fill(true);
  expect(await files.attach('7', 'x', '', photo(10), 1)).toBe('full');
  fill(false);
  answer('closed');
  expect(await files.attach('7', 'x', '', photo(10), 1)).toBe('closed');
  expect(disk.size).toBe(0);
  answer('saved');
  expect(await files.attach('7', 'x', '', photo(10), 1)).toBe('saved');
  expect(await files.attach('7', 'y', '', photo(10), 1)).toBe('tooMany');
  expect(await files.attach('8', 'y', '', photo(10), 1)).toBe('saved');
});

it('AttachmentManager limits the chunks of an attempt to the server’s limit, removed files included', async () => {
  const { files, store } = open();
  const maxChunks = maxAttemptChunks;
  const row = { attemptId: 'a', itemId: '7/0000dead', hash: '', ticket: 't', sealed: new Uint8Array(1), heldBy: '' };
  await store.add(Array.from({ length: maxChunks - 2 }, (_, at) => ({ ...row, at })));
  await store.add([{ ...row, attemptId: 'b', at: 0 }]);
  await files.open();
  expect(await files.attach('8', 'a', '', photo(2 * attachmentLimits.chunkBytes + 1), 3)).toBe('tooMuch');
  expect(await files.attach('8', 'b', '', photo(attachmentLimits.chunkBytes), 3)).toBe('saved');
  await files.removeFile(files.views().get('8')?.[0]?.itemId ?? '');
  expect(await files.attach('8', 'c', '', photo(1), 3)).toBe('saved');
  expect(await files.attach('8', 'd', '', photo(1), 3)).toBe('tooMuch');
});

it('AttachmentManager marks a file as lost if one of its chunks is gone from this device', async () => {
  const { files, disk, heard } = open();
  await files.attach('7', 'a', '', photo(2 * attachmentLimits.chunkBytes), 1);
  disk.delete([...disk.keys()][0] ?? '');
  heard();
  await expect.poll(() => files.views().get('7')?.[0]?.isLost).toBe(true);
});

it('AttachmentManager of a PC without the chunks believes only the server’s news that a file arrived', async () => {
  const { files, disk, heard, setFilesOnServer } = open();
  const state = () => {
    const [view] = files.views().get('7') ?? [];
    return view && [view.received, view.isLost];
  };
  setFilesOnServer([]);
  await files.attach('7', 'a.jpg', 'image/jpeg', photo(attachmentLimits.chunkBytes + 1), 1);
  expect(state()).toEqual([0, false]);
  disk.clear();
  heard();
  await expect.poll(state).toEqual([0, true]);
  setFilesOnServer([files.views().get('7')?.[0]?.itemId ?? '']);
  expect(state()).toEqual([2, false]);
  // A server of an older version lists no files.
  setFilesOnServer(undefined);
  expect(state()).toEqual([2, false]);
});

it('parseFileValue returns undefined for any malformed value', () => {
  const value = encodeFileValue({ name: 'a', type: '', bytes: 1, key: 'k'.repeat(43), chunkHashes: ['h'.repeat(43)] });
  expect(parseFileValue(value)?.chunkHashes).toEqual(['h'.repeat(43)]);
  for (const wrong of [[], ['{}'], ['not json'], [value[0] ?? '', 'h'.repeat(42)], [value[0] ?? '', 'h'.repeat(86)]])
    expect(parseFileValue(wrong)).toBeUndefined();
  expect([getItemQuestion('7/0000000a'), getItemQuestion('7'), parseAttachmentQuestion('7'), parseAttachmentQuestion('7/x')]).toEqual([
    '7',
    '7',
    undefined,
    undefined,
  ]);
});
