import type { AnswerLog } from '../answer-log.ts';
import type { LogBatch, StreamHeader } from '../log/log-port.ts';

/**
 * A stream with the key by which its hashes can be verified: the secret of a device's stream, or the chain key of a server's stream. These keys do
 * not allow writing into the log.
 */
export interface ProvenStream {
  readonly stream: StreamHeader;
  readonly secret?: string;
  readonly chainKey?: string;
  readonly batches: readonly LogBatch[];
}

/** Reads an attempt from the log for an external archive. */
export function createAttemptLogReads({ log, keyring, writer }: Pick<AnswerLog, 'log' | 'keyring' | 'writer'>) {
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
        // A stream whose secret cannot be decrypted is exported without it.
        const secret = await keyring.secretOf(stream).catch(() => undefined);
        proven.push({ stream, ...(secret && { secret: Buffer.from(secret).toString('base64url') }), batches });
      }
      return proven;
    },
  };
}
export type AttemptLogReads = ReturnType<typeof createAttemptLogReads>;
