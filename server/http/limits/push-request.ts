import { type PushInput, pushLimits } from '../../../sync/contract/exams/sync.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const base64url = /^[A-Za-z0-9_-]*$/;
const chainHash = /^[A-Za-z0-9_-]{43}$/;
const opType = /^[a-z][A-Za-z]*\.[A-Za-z]+@[0-9]+$/;
const latestMs = 8_640_000_000_000_000;
const longestSealed = Math.ceil(((pushLimits.payloadBytes + 64) * 4) / 3);

const isCount = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least;
const isText = (value: unknown, pattern: RegExp, most: number): boolean =>
  typeof value === 'string' && value.length <= most && pattern.test(value);

function isOp(op: unknown): boolean {
  if (!Array.isArray(op) || op.length !== 6) return false;
  const [lamport, type, basis, wallMs, monoMs, sealed] = op as unknown[];
  return (
    isCount(lamport, 1) &&
    isText(type, opType, 40) &&
    isCount(basis, 0) &&
    isCount(wallMs, 0) &&
    (wallMs as number) <= latestMs &&
    Number.isFinite(monoMs) &&
    (monoMs as number) >= 0 &&
    isText(sealed, base64url, longestSealed)
  );
}

function hasOnly(value: object, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return false;
  return true;
}
const streamNames = new Set(['streamId', 'attemptId', 'epoch', 'actor', 'documentId', 'keyId', 'wrapped']);
const pushNames = new Set(['ticket', 'stream', 'fromSeq', 'prevHash', 'ops', 'headHash', 'newsSeen', 'aside', 'written']);

function isStream(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !hasOnly(value, streamNames)) return false;
  const { streamId, attemptId, epoch, actor, documentId, keyId, wrapped } = value as Record<string, unknown>;
  return (
    isText(streamId, uuid, 36) &&
    isText(attemptId, uuid, 36) &&
    isCount(epoch, 1) &&
    isCount(actor, 1) &&
    isText(documentId, uuid, 36) &&
    typeof keyId === 'string' &&
    keyId.length <= 40 &&
    (wrapped === undefined || isText(wrapped, base64url, 400))
  );
}

/**
 * Returns true only if `pushInput` would accept the value and return it unchanged. If it returns false, the schema must validate the value and name
 * the fault. Under many pushes, the schema would take a tenth of the processor time, and the garbage collection of its copies even more; this check
 * makes no copies. A test compares it with the schema.
 */
export function isPushRequest(json: unknown): json is PushInput {
  if (typeof json !== 'object' || json === null || !hasOnly(json, pushNames)) return false;
  const { ticket, stream, fromSeq, prevHash, ops, headHash, newsSeen, aside, written } = json as Record<string, unknown>;
  return (
    typeof ticket === 'string' &&
    ticket.length <= 1000 &&
    isCount(fromSeq, 1) &&
    isText(prevHash, chainHash, 43) &&
    isText(headHash, chainHash, 43) &&
    isCount(newsSeen, 0) &&
    (aside === undefined || typeof aside === 'boolean') &&
    (written === undefined || Number.isSafeInteger(written)) &&
    isStream(stream) &&
    Array.isArray(ops) &&
    ops.length <= pushLimits.ops &&
    ops.every(isOp)
  );
}
