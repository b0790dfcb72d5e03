import type { PushInput } from '../../sync/contract/exams/sync.ts';
import type { ChunkTransport } from '../../sync/engine/store/chunk-store.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimServer } from './sim-server.ts';

type ChunkInput = Parameters<ChunkTransport['sendChunk']>[0];

/**
 * Simulates an eavesdropper who has every upload token and every sealed byte that was sent, but no key. A check at the end of the run shows
 * whether a forged push became part of a stream (SY2, SY7, SY11). Returns the number of accepted pushes.
 */
export async function stealSession(server: SimServer, overheard: readonly string[], chance: SeededChance): Promise<number> {
  const bodies = overheard.filter((body) => body.startsWith('{"ticket"')).map((body) => JSON.parse(body) as PushInput | ChunkInput);
  const pushes = bodies.filter((body): body is PushInput => 'stream' in body);
  const chunk = bodies.find((body): body is ChunkInput => 'sealed' in body);
  // Sends another photo in place of the examinee's.
  if (chunk && server.up) {
    const body = JSON.stringify({ ...chunk, sealed: chance.bytes(400).toString('base64url') });
    await server.handle('piece', body, new AbortController().signal).catch(() => undefined);
  }
  if (pushes.length === 0 || !server.up) return 0;
  const seen = chance.pick(pushes);
  const forged = chance.bytes(32).toString('base64url');
  const op = seen.ops[0];
  if (!op) return 0;
  const last = seen.fromSeq + seen.ops.length - 1;
  const tries: PushInput[] = [
    // A new stream under the stolen token: the thief lacks the key of the examinee's sitting, with which its secret must be wrapped.
    { ...seen, stream: { ...seen.stream, streamId: chance.uuid(), wrapped: chance.bytes(100).toString('base64url') }, fromSeq: 1 },
    // A new stream under the stolen token, with the wrapped secret of another stream.
    { ...seen, stream: { ...seen.stream, streamId: chance.uuid(), ...wrappedOf(pushes) }, fromSeq: 1 },
    // A forged continuation of a stream whose head was overheard.
    {
      ...seen,
      fromSeq: last + 1,
      prevHash: seen.headHash,
      ops: [[op[0] + 50, 'answer.set@1', 0, op[3], op[4], chance.bytes(60).toString('base64url')]],
      headHash: forged,
    },
    // The same stream again with one altered op.
    { ...seen, ops: [[op[0] + 1, op[1], op[2], op[3], op[4], op[5]], ...seen.ops.slice(1)] },
    // A genuine op repeated at the end of the stream.
    { ...seen, fromSeq: last + 1, prevHash: seen.headHash, ops: [op] },
    // The token used for another attempt, epoch or actor; then the token with a false signature.
    { ...seen, stream: { ...seen.stream, attemptId: chance.uuid() } },
    { ...seen, stream: { ...seen.stream, epoch: seen.stream.epoch + 1 } },
    { ...seen, stream: { ...seen.stream, actor: seen.stream.actor + 1 } },
    { ...seen, ticket: `${seen.ticket.slice(0, -4)}AAAA` },
  ];
  let accepted = 0;
  for (const input of tries) {
    const answer = await server.handle('push', JSON.stringify(input), new AbortController().signal).catch(() => undefined);
    if (answer?.code === 0) accepted += 1;
  }
  return accepted;
}

function wrappedOf(pushes: readonly PushInput[]): { wrapped: string } | object {
  const wrapped = pushes.find((p) => p.stream.wrapped !== undefined)?.stream.wrapped;
  return wrapped === undefined ? {} : { wrapped };
}
