import type { Ingest } from '../../ingest/ingest.ts';
import type { LogBatch, StreamHeader } from '../../ingest/log-port.ts';

/** A stream with what proves it: of a device its secret, of the server the key of its chain. Neither lets anybody write into the log. */
export interface ProvenStream {
  readonly stream: StreamHeader;
  readonly secret?: string;
  readonly chainKey?: string;
  readonly batches: readonly LogBatch[];
}

/** An attempt as the log has it, for whoever keeps it elsewhere. */
export function attemptLogReads({ log, keyring, writer }: Pick<Ingest, 'log' | 'keyring' | 'writer'>) {
  return {
    serverEpoch: log.serverEpoch,
    async streamsOf(attemptId: string): Promise<ProvenStream[]> {
      const proven: ProvenStream[] = [];
      for (const stream of log.streamsOf(attemptId)) {
        const batches = [...log.batchesOf(stream.streamId)].toReversed();
        if (stream.author === 'server') {
          proven.push({ stream, chainKey: writer.chainKeyOf(stream.streamId).toString('base64url'), batches });
          continue;
        }
        // One that doesn't open is kept as it is: nobody can say more of it.
        const secret = await keyring.secretOf(stream).catch(() => undefined);
        proven.push({ stream, ...(secret && { secret: Buffer.from(secret).toString('base64url') }), batches });
      }
      return proven;
    },
  };
}
export type AttemptLogReads = ReturnType<typeof attemptLogReads>;
