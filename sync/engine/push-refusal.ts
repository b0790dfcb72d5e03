import type { PushInput, PushRefusalData } from '../contract/sync.ts';
import type { ClientStore, StreamRow } from './ports.ts';

/** What to do next with a stream: go on at once, or let it rest (`soon`: as after a fault; `late`: nothing will change soon). */
export type Next = 'goOn' | 'soon' | 'late';

/**
 * SY6–SY8: what each refusal means to the outbox. Nothing is ever dropped: a stream that can't go on rests, and the others
 * are sent.
 */
export async function takeRefusal(store: ClientStore, row: StreamRow, input: PushInput, data: PushRefusalData): Promise<Next> {
  switch (data.reason) {
    case 'gap':
      return data.head ? rewind(store, row, data.head, data.serverEpoch) : rewindToStart(store, row, data.serverEpoch);
    case 'unknownStream':
      return rewindToStart(store, row, data.serverEpoch);
    case 'fork':
    case 'chain':
      if (!data.kept) return 'soon';
      // Condemned before aside: the fork stands where the acknowledged part ends.
      await store.condemn(row.streamId);
      await store.setAside(row.streamId, { fromSeq: input.fromSeq, toSeq: input.fromSeq + input.ops.length - 1 }, data.serverEpoch);
      return 'goOn';
    // Other keys or another ticket secret than when the sitting began: a matter for people, and for a restored server to mend.
    case 'secret':
    case 'ticket':
    case 'attempt':
      return 'late';
  }
}

/** To where the server stands, if that is a place of this chain; else to the start, where the server finds out which fork it is. */
async function rewind(store: ClientStore, row: StreamRow, head: { seq: number; hash: string }, serverEpoch: string): Promise<Next> {
  const outcome = await store.acknowledge(row.streamId, head, serverEpoch);
  if (outcome === 'disagrees') return rewindToStart(store, row, serverEpoch);
  return outcome === 'same' ? 'soon' : 'goOn';
}

/** Nothing is known to be held: the next batch begins at 1 and carries the secret. Where it did already, there is no hurry. */
export async function rewindToStart(store: ClientStore, row: StreamRow, serverEpoch: string): Promise<Next> {
  const outcome = await store.acknowledge(row.streamId, { seq: 0, hash: row.genesis }, serverEpoch);
  return outcome === 'rewound' ? 'goOn' : 'soon';
}
