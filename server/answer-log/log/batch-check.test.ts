import { expect, test } from 'vitest';
import stream from '../../../tests/fixtures/seal/stream.json' with { type: 'json' };
import type { WireOp } from '../../../sync/contract/exams/sync.ts';
import { classifyBatch, classifyTail } from './batch-check.ts';
import { computeChainHashes, deriveStreamKeys } from './op-crypto.ts';

const header = stream.ops[0]?.header;
if (!header) throw new Error('the golden stream is empty');
const { chain } = deriveStreamKeys(Buffer.from(stream.secret, 'base64url'), header.streamId);
const genesis = chain.genesis(header.streamId);
const op = (n: number, sealed = 'AAAA'): WireOp => [n, 'answer.set@1', 0, 1_790_000_000_000 + n, n, sealed];

/** Builds a chain of ops: the hash after each seq (index 0 is the genesis hash), and a function that cuts batches from the chain. */
function history(ops: readonly WireOp[]) {
  const hashes = [genesis, ...computeChainHashes(chain, header as never, 1, genesis, ops)];
  const at = (seq: number): string => hashes[seq] ?? '';
  const cut = (fromSeq: number, toSeq: number) => ({
    fromSeq,
    prevHash: at(fromSeq - 1),
    headHash: at(toSeq),
    ops: ops.slice(fromSeq - 1, toSeq),
  });
  return { at, cut, head: (seq: number) => ({ seq, hash: at(seq) }) };
}
const main = history([1, 2, 3, 4, 5, 6, 7, 8].map((n) => op(n)));
const rewound = history([1, 2, 3, 4, 50, 60].map((n) => op(n)));
const judge = (headSeq: number, batch: ReturnType<typeof main.cut>) =>
  classifyBatch(header, chain, main.head(headSeq), batch, (seq) => main.at(seq));

test('SY7: a batch continues a stream only at its head, and only with hashes that verify', () => {
  expect(judge(0, main.cut(1, 3))).toEqual({ kind: 'append', skip: 0 });
  expect(judge(3, main.cut(4, 6))).toEqual({ kind: 'append', skip: 0 });
  expect(judge(3, main.cut(5, 6))).toEqual({ kind: 'gap' });
  expect(judge(3, { ...main.cut(4, 6), headHash: main.at(5) })).toEqual({ kind: 'chain' });
  expect(judge(3, { ...main.cut(4, 6), prevHash: main.at(2) })).toEqual({ kind: 'chain' });
  const altered = main.cut(4, 6);
  expect(judge(3, { ...altered, ops: [op(4), op(5, 'AAAB'), op(6)] })).toEqual({ kind: 'chain' });
});

test('SY7: a batch sent again is recognised by its hashes, and only its new ops are appended', () => {
  expect(judge(6, main.cut(4, 6))).toEqual({ kind: 'held' });
  expect(judge(6, main.cut(2, 4))).toEqual({ kind: 'held' });
  expect(judge(6, main.cut(4, 8))).toEqual({ kind: 'append', skip: 3 });
  expect(judge(6, main.cut(1, 7))).toEqual({ kind: 'append', skip: 6 });
  expect(judge(6, { ...main.cut(4, 6), ops: [] })).toEqual({ kind: 'held' });
});

test('SY1, SY7: a rewound disk forks the stream wherever its batch begins', () => {
  expect(judge(4, rewound.cut(5, 6))).toEqual({ kind: 'append', skip: 0 });
  expect(judge(6, rewound.cut(5, 6))).toEqual({ kind: 'fork' });
  expect(judge(5, rewound.cut(5, 6))).toEqual({ kind: 'fork' });
  expect(judge(8, rewound.cut(3, 6))).toEqual({ kind: 'fork' });
  expect(judge(5, rewound.cut(6, 6))).toEqual({ kind: 'fork' });
  expect(judge(8, rewound.cut(1, 4))).toEqual({ kind: 'held' });
});

test('SY7: the tail of a retired stream is a fork if its hashes verify, and else a broken chain', () => {
  expect(classifyTail(header, chain, rewound.cut(5, 6))).toEqual({ kind: 'fork' });
  expect(classifyTail(header, chain, { ...rewound.cut(5, 6), headHash: main.at(6) })).toEqual({ kind: 'chain' });
});
