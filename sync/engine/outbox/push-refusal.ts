import type { PushInput, PushRefusalData } from '../../contract/exams/sync.ts';
import type { ClientStore, StreamRow } from '../ports.ts';

/**
 * Next step for a stream. `goOn`: send at once. `soon`: wait as after a fault. `late`: wait minutes, because an earlier retry would be refused as
 * well.
 */
export type PushNextStep = 'goOn' | 'soon' | 'late';

/** Handles each refusal of a push (SY6–SY8). No op is ever dropped: a stream that cannot continue rests while the others are sent. */
export async function handlePushRefusal(
  store: ClientStore,
  row: StreamRow,
  input: PushInput,
  data: PushRefusalData,
): Promise<PushNextStep> {
  switch (data.reason) {
    case 'gap':
      return data.head ? rewind(store, row, data.head, data.serverEpoch) : dropAcknowledgements(store, row, data.serverEpoch);
    case 'unknownStream':
      return dropAcknowledgements(store, row, data.serverEpoch);
    case 'fork':
    case 'chain':
      if (!data.kept) return 'soon';
      // Retire the stream before recording the quarantine, because the fork begins where the acknowledged part ends.
      await store.retire(row.streamId);
      await store.quarantine(row.streamId, { fromSeq: input.fromSeq, toSeq: input.fromSeq + input.ops.length - 1 }, data.serverEpoch);
      return 'goOn';
    // The server cannot unwrap the secret of the stream, does not accept the upload token, or finds that token and stream do not fit. Staff must act,
    // or a restored server may fix it.
    case 'secret':
    case 'ticket':
    case 'attempt':
      return 'late';
  }
}

/**
 * Continues after the server's head if this device has the same hash there. Otherwise sends the stream again from the start, so that the server can
 * identify the fork.
 */
async function rewind(store: ClientStore, row: StreamRow, head: { seq: number; hash: string }, serverEpoch: string): Promise<PushNextStep> {
  const outcome = await store.acknowledge(row.streamId, head, serverEpoch);
  if (outcome === 'disagrees') return dropAcknowledgements(store, row, serverEpoch);
  return outcome === 'same' ? 'soon' : 'goOn';
}

/** Drops all acknowledgements of a stream, so that the next batch begins at seq 1 and carries the secret. Returns `soon` if there were none. */
export async function dropAcknowledgements(store: ClientStore, row: StreamRow, serverEpoch: string): Promise<PushNextStep> {
  const outcome = await store.acknowledge(row.streamId, { seq: 0, hash: row.genesis }, serverEpoch);
  return outcome === 'rewound' ? 'goOn' : 'soon';
}
