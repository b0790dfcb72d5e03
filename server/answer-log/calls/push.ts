import type { AttemptNews, PushInput, PushRefusal, PushRefusalData } from '../../../sync/contract/exams/sync.ts';
import type { ErrorName } from '../../../sync/contract/errors.ts';
import { refuse, type Handlers } from '../../http/handler.ts';
import type { AttemptPresence } from '../projection/attempt-presence.ts';
import type { LogStreamHead, StreamHeader } from '../log/log-port.ts';
import type { LogStore } from '../log/log-store.ts';
import type { LogAppendOutcome, PushQueue } from '../log/push-queue.ts';
import type { StreamKeyring } from '../log/stream-keyring.ts';
import type { ServerWriter } from '../server-writer.ts';
import type { UploadTokenChecker, UploadToken } from '../log/upload-token.ts';
import type { ServerClock } from '../../ports.ts';
import { PushRateLimiter } from './push-rate-limiter.ts';
import { pushMessages, syncMessages } from './sync-messages.ts';

export interface PushDeps {
  readonly tickets: UploadTokenChecker;
  readonly keyring: StreamKeyring;
  readonly log: LogStore;
  readonly queue: PushQueue;
  readonly clock: ServerClock;
  readonly presence: AttemptPresence;
  readonly refresh: () => Promise<void>;
  readonly writer: Pick<ServerWriter, 'noteEpoch'>;
  /**
   * Returns the news of the attempt (what its devices must know, such as status, extensions and reopenings), or null if `seen` is their newest
   * version.
   */
  readonly newsAfter: (attemptId: string, seen: number) => AttemptNews | null;
}

const codes: Readonly<Record<PushRefusal, ErrorName>> = {
  ticket: 'forbidden',
  attempt: 'forbidden',
  secret: 'refused',
  unknownStream: 'conflict',
  gap: 'conflict',
  chain: 'refused',
  fork: 'conflict',
};

/** Result of taking a batch, the same for pushes, answer files, QR codes and relays. `refusedAtDoor`: refused before the batch reached the commit. */
export type PushOutcome = { readonly kind: 'refusedAtDoor'; readonly reason: PushRefusal } | LogAppendOutcome;

/**
 * Creates the function that takes a batch: it checks token, header and secret, then the chain within the commit (SY6, SY7, SY7a). `isFromPc`:
 * true if the PC itself sent the request.
 */
export function createPushTaker(deps: PushDeps): (input: PushInput, isFromPc: boolean) => Promise<PushOutcome> {
  const allowance = new PushRateLimiter();
  /** Epochs of spare PCs (PCs that replaced another one without a network) whose grant this process has written or found in the log. They are few. */
  const recordedEpochs = new Set<string>();
  return async (input, isFromPc) => {
    const { stream } = input;
    const ticket = deps.tickets.check(input.ticket);
    if (!ticket) return { kind: 'refusedAtDoor', reason: 'ticket' };
    if (stream.attemptId !== ticket.attemptId || stream.epoch !== ticket.epoch || stream.actor !== ticket.actor)
      return { kind: 'refusedAtDoor', reason: 'attempt' };
    if (isFromPc) deps.presence.recordContact(ticket, deps.clock.nowMs());

    const newHeader = { ...stream, wrapped: stream.wrapped ?? '', author: getAuthor(ticket) };
    // This server may lack the stream because another server stored its first batch.
    if (stream.wrapped === undefined && !deps.log.stream(stream.streamId)) await deps.refresh();
    const knownHeader = deps.log.stream(stream.streamId);
    const matchingHeader = knownHeader && isSameStream(knownHeader, newHeader) ? knownHeader : undefined;
    if (!matchingHeader && stream.wrapped === undefined) return { kind: 'refusedAtDoor', reason: 'unknownStream' };
    if (allowance.isUsedUp(ticket.attemptId, deps.clock.nowMs())) return { kind: 'busy' };
    // Two PCs cloned from one image may draw the same stream id. The second one must continue under another id.
    if (knownHeader && !matchingHeader) {
      const { fromSeq, prevHash, headHash, ops } = input;
      return deps.queue.keepUnchecked('chain', { header: newHeader, fromSeq, prevHash, headHash, ops }, estimateBytes(input));
    }
    const header = matchingHeader ?? newHeader;
    const outcome = await store(deps, header, input);
    // Record the epoch before the reply. A server that stops after the reply would never record it.
    const epochKey = `${ticket.attemptId}/${ticket.epoch}`;
    if (ticket.spare && outcome.kind === 'stored' && !recordedEpochs.has(epochKey)) {
      await deps.writer.noteEpoch(ticket.attemptId, ticket.actor, ticket.epoch, stream.streamId);
      recordedEpochs.add(epochKey);
    }
    // Charge only new ops that the owner's keys have proven, so that neither repeats nor a stolen token use up the allowance.
    if ('added' in outcome && outcome.added.ops > 0)
      allowance.spend(ticket.attemptId, input.ops.slice(-outcome.added.ops), deps.clock.nowMs(), outcome.added.stream);
    return outcome;
  };
}

/** Handles a push. The reply is sent when the batch is on disk. */
export function createPushHandler(deps: PushDeps): Handlers<'sync'>['push'] {
  const { serverEpoch } = deps.log;
  const take = createPushTaker(deps);
  const refusePush = (reason: PushRefusal, streamId: string, head: LogStreamHead | null, kept: boolean, beside?: true): never => {
    const data: PushRefusalData = { reason, head: head && { streamId, ...head }, kept, ...(beside && { beside }), serverEpoch };
    refuse(codes[reason], pushMessages[reason], { data });
  };

  return async (input) => {
    const { streamId, attemptId } = input.stream;
    const outcome = await take(input, true);
    switch (outcome.kind) {
      case 'refusedAtDoor':
        return refusePush(outcome.reason, streamId, null, false);
      case 'busy':
        return refuse('tooMany', syncMessages.busy());
      case 'failed':
        return refuse('unavailable', syncMessages.failed());
      case 'refused':
        return refusePush(outcome.reason, streamId, outcome.head, outcome.isQuarantined, outcome.isBuiltOnFork);
      case 'stored':
        return {
          serverEpoch,
          ackedThrough: outcome.head.seq,
          headHash: outcome.head.hash,
          serverNow: deps.clock.nowMs(),
          news: deps.newsAfter(attemptId, input.newsSeen),
        };
    }
  };
}

const estimateBytes = ({ ops }: PushInput): number => ops.reduce((sum, op) => sum + op[5].length + 100, 500);

function store(deps: PushDeps, header: StreamHeader, input: PushInput): Promise<LogAppendOutcome> {
  const { fromSeq, prevHash, headHash, ops, aside = false, written } = input;
  const batch = { header, fromSeq, prevHash, headHash, ops, isRetiredTail: aside, ...(written !== undefined && { written }) };
  const bytes = estimateBytes(input);
  const keys = deps.keyring.ready(header);
  if (keys) return deps.queue.append({ ...batch, keys }, bytes);
  return deps.keyring.open(header).then(
    (opened) => deps.queue.append({ ...batch, keys: opened }, bytes),
    () => deps.queue.keepUnchecked('secret', { header, fromSeq, prevHash, headHash, ops }, bytes),
  );
}

/** Returns who may write the stream by the upload token, so that no push can turn an examinee's stream into one of an invigilator's tablet. */
const getAuthor = ({ room }: UploadToken): 'examinee' | 'tablet' => (room ? 'tablet' : 'examinee');

const isSameStream = (storedHeader: StreamHeader, newHeader: StreamHeader): boolean =>
  storedHeader.author === newHeader.author &&
  storedHeader.attemptId === newHeader.attemptId &&
  storedHeader.epoch === newHeader.epoch &&
  storedHeader.actor === newHeader.actor &&
  storedHeader.documentId === newHeader.documentId;
