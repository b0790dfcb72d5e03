import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { z } from 'zod';
import { isConnectionLost, isUnstorable, isWriteRefused } from '../db/postgres/connection-faults.ts';
import { requestKeyHeader, type CallSpec } from '../../sync/contract/call.ts';
import { apiContract } from '../../sync/contract/index.ts';
import type { Logger, ServerRandom } from '../ports.ts';
import type { CallWatch } from '../watch/call-watch.ts';
import { admitCaller, type AuthenticateToken, identifyCaller } from './access.ts';
import { type CallReply, createRefusalResponse, createResponse, createSuccessResponse, formatRefusal, formatSuccess } from './response.ts';
import { noAudit } from './audit/audit.ts';
import type { AuditPort } from './audit/audit-port.ts';
import { drainBody, readBody } from './input/body.ts';
import { proveConnection } from './limits/connection-limits.ts';
import { runInZone } from './input/call-zone.ts';
import { CallAudit } from './audit/call-audit.ts';
import {
  type CallRequest,
  type GetClientAddress,
  CallContext,
  getRequestLanguage,
  WaitingCalls,
  type HttpContext,
} from './call-context.ts';
import { DeviceMark } from './device-mark.ts';
import { toFieldErrors } from './field-errors.ts';
import { type AllHandlers, type Caller, catchRefusal, refuse, Refusal, type RequestContext } from './handler.ts';
import { httpMessages } from './http-messages.ts';
import { parseJson } from './input/json-body.ts';
import { isPushRequest } from './limits/push-request.ts';
import type { ResponseStore } from './response-store.ts';
import type { IdempotencyGuard } from './idempotency-guard.ts';
import { createLengthCheck } from './limits/input-size.ts';
import { createRichTextCleaner } from './input/rich-text-input.ts';
import type { CheckAccountLimits } from './limits/account-limits.ts';
import type { CheckRowAccess } from './limits/row-access.ts';

export interface MountDeps {
  readonly handlers: AllHandlers;
  /** Finds the caller of a session token. */
  readonly authenticate: AuthenticateToken;
  /** Finds the caller of an API token. */
  readonly authenticateApi: AuthenticateToken;
  readonly rows: CheckRowAccess;
  readonly kept: CheckAccountLimits;
  readonly addressOf: GetClientAddress;
  readonly audit: AuditPort;
  readonly logger: Logger;
  readonly chance: ServerRandom;
  readonly once: IdempotencyGuard;
  readonly calls: CallWatch;
  /** The attempt that an upload token opens; undefined if this server did not sign it. */
  readonly attemptOf: (token: string) => string | undefined;
  /** Aborts when the server stops, to end long polls. */
  readonly stopping: AbortSignal;
}

type Mounted = CallSpec & { readonly path: string };
type AnyHandler = (input: unknown, context: RequestContext & { caller?: Caller }) => unknown;
interface MountedCall {
  readonly spec: Mounted;
  readonly handler: AnyHandler;
}
interface InputChecks {
  readonly findTooLong: ReturnType<typeof createLengthCheck>;
  readonly clean: ReturnType<typeof createRichTextCleaner>;
}
const inputChecks = new WeakMap<CallSpec, InputChecks>();
/** Returns the checks that follow from a call's input schema. The first request to the call builds them, so that a server starts sooner. */
function getInputChecks(spec: CallSpec): InputChecks {
  const built = inputChecks.get(spec) ?? { findTooLong: createLengthCheck(spec.input), clean: createRichTextCleaner(spec.input) };
  inputChecks.set(spec, built);
  return built;
}
/**
 * Fast checks for calls that come thousands of times a second. True only if the call's schema would accept the input unchanged, so that the schema
 * need not run.
 */
const looks = new Map<CallSpec, (json: unknown) => boolean>([[apiContract.sync.push, isPushRequest]]);
const defaultMaxBytes = 1024 * 1024;

/** Mounts every call as POST /api/<module>/<verb>. Any other path under /api is answered as an unknown call. */
export function mountContract(app: Hono<{ Bindings: Partial<HttpBindings> }>, deps: MountDeps): AnswerTicketCall {
  // One route for all calls: the first request would otherwise wait until Hono has compiled hundreds of paths.
  const mounted = new Map<string, MountedCall>();
  const waiting = new WaitingCalls(deps.stopping);
  for (const [module, calls] of Object.entries(apiContract)) {
    const handlers = deps.handlers[module as keyof AllHandlers] as unknown as Record<string, AnyHandler>;
    for (const [verb, spec] of Object.entries(calls as Record<string, Mounted>)) {
      const handler = handlers[verb];
      if (!handler) throw new Error(`the call ${spec.path} has no handler`);
      mounted.set(`/api${spec.path}`, { spec, handler });
    }
  }
  app.all('/api/*', async (c) => {
    const call = mounted.get(c.req.path);
    if (call?.spec.access === 'ticket' && c.req.method === 'POST')
      return createResponse(await answerTicketCall(c, call, deps, waiting, (maxBytes) => readBody(c.req.raw, maxBytes)));
    if (call && c.req.method === 'POST') return answerCall(c, call, deps, waiting);
    await drainBody(c.req.raw);
    const message = call ? httpMessages.postOnly(c.req.path) : httpMessages.unknownCall(c.req.path);
    return createRefusalResponse(new Refusal('unknownCall', message), getRequestLanguage(c));
  });
  return (path, c, read) => {
    const call = mounted.get(path);
    return call?.spec.access === 'ticket' ? answerTicketCall(c, call, deps, waiting, read) : undefined;
  };
}

/** Answers a call with an upload token. Returns undefined if `path` is that of no such call. `read`: see `readBody`. */
export type AnswerTicketCall = (path: string, c: CallRequest, read: ReadText) => Promise<CallReply> | undefined;
type ReadText = (maxBytes: number) => ReturnType<typeof readBody>;

/**
 * The hot path. It makes no audit entry, because the op log itself records these calls, and is not timed, because it makes no query to the modules'
 * database. It passes no output schema, because it returns objects that it just built. Thousands of its calls wait at once, so nothing else is
 * held for them.
 */
async function answerTicketCall(
  c: CallRequest,
  { spec, handler }: MountedCall,
  deps: MountDeps,
  waiting: WaitingCalls,
  read: ReadText,
): Promise<CallReply> {
  try {
    const input = await readInput(spec, read);
    const attempt = deps.attemptOf((input as { ticket?: string }).ticket ?? '');
    if (attempt !== undefined) proveConnection(c.env?.incoming?.socket, attempt);
    const context = new CallContext(c, { waiting, addressOf: deps.addressOf }, null, noAudit);
    return formatSuccess(await context.run(() => handler(input, context as RequestContext)));
  } catch (error) {
    return formatRefusal(error instanceof Refusal ? error : describeFailure(error, c, deps), getRequestLanguage(c));
  }
}

async function answerCall(c: HttpContext, call: MountedCall, deps: MountDeps, waiting: WaitingCalls): Promise<Response> {
  const { spec } = call;
  const audit = new CallAudit(deps.audit, spec, { ip: deps.addressOf(c), agent: c.req.header('user-agent') ?? '' });
  const device = spec.access === 'public' ? new DeviceMark(c) : undefined;
  try {
    const result = await runCall(c, call, deps, waiting, { audit, device });
    await audit.succeeded();
    return device ? device.onto(createSuccessResponse(result)) : createSuccessResponse(result);
  } catch (error) {
    if (error instanceof Refusal) {
      audit.refused(error.error);
      return createRefusalResponse(error, getRequestLanguage(c));
    }
    const refusal = describeFailure(error, c, deps);
    await audit.failed();
    return createRefusalResponse(refusal, getRequestLanguage(c));
  }
}

/** Logs an exception that is no refusal, and returns the one to answer with. */
function describeFailure(error: unknown, c: CallRequest, deps: MountDeps): Refusal {
  const requestId = deps.chance.uuid();
  const { path } = c.req;
  // A call aborted because its client disconnected is no fault.
  const left = error instanceof DOMException && error.name === 'AbortError';
  if (left) deps.logger.info({ requestId, path, err: error }, 'call left');
  else deps.logger.error({ requestId, path, err: error }, 'call failed');
  if (isUnstorable(error)) return new Refusal('invalid', httpMessages.unstorable());
  if (isConnectionLost(error)) return new Refusal('unavailable', httpMessages.databaseAway());
  if (isWriteRefused(error)) return new Refusal('unavailable', httpMessages.databaseUnwritable());
  return new Refusal('internal', httpMessages.internal(requestId));
}

async function runCall(
  c: HttpContext,
  { spec, handler }: MountedCall,
  deps: MountDeps,
  waiting: WaitingCalls,
  { audit, device }: { readonly audit: CallAudit; readonly device: DeviceMark | undefined },
): Promise<unknown> {
  const caller = spec.access === 'public' ? null : await admitSession(c, spec, deps, audit);
  const body = await readText(spec, (maxBytes) => readBody(c.req.raw, maxBytes));
  const stored = checkInput(spec, body);
  audit.parsed(stored);
  if (caller && spec.rows) await deps.rows(spec.rows, stored, caller);
  const context = new CallContext(c, { waiting, addressOf: deps.addressOf }, caller, audit, device);
  const timed = (work: () => Promise<unknown>) => deps.calls.run(spec.path, () => context.waits, work);
  // Inside `once`, so that a repeated call gets its first response even when a limit has been reached since.
  const work = async (answer?: ResponseStore) => {
    context.answer = answer;
    if (caller && spec.changes) await deps.kept(spec, caller, body.length);
    return context.run(() => handler(stored, context as RequestContext & { caller?: Caller }));
  };
  const run = () =>
    spec.once && caller ? runOnce(c, { spec, caller, body, audit }, deps.once, (answer) => timed(() => work(answer))) : timed(work);
  const result = caller?.zone === undefined ? await run() : await runInZone(caller.zone, run);
  // So that a handler cannot leak a column that it forgot to omit.
  return spec.output.parse(result);
}

/** Reads the text of a call's body. Refuses one that is too large or was cut. */
async function readText(spec: Mounted, read: ReadText): Promise<string> {
  const maxBytes = spec.maxBytes ?? defaultMaxBytes;
  const body = await read(maxBytes);
  if (typeof body === 'string') return body;
  return body.fault === 'tooLarge' ? refuse('tooLarge', httpMessages.tooLarge(maxBytes)) : refuse('invalid', httpMessages.cutBody());
}

/** Reads a call's input. A function of its own, so that a waiting poll does not hold the text. */
async function readInput(spec: Mounted, read: ReadText): Promise<unknown> {
  return checkInput(spec, await readText(spec, read));
}

/** Returns a call's input. Refuses a body that does not have its shape. */
function checkInput(spec: Mounted, body: string): unknown {
  const json = parseJson(body);
  const parsed = parseInput(spec, json);
  if (!parsed.success) {
    const fields = toFieldErrors(parsed.issues, json);
    refuse('invalid', httpMessages.invalid(fields.length), { fields });
  }
  return getInputChecks(spec).clean?.(parsed.data) ?? parsed.data;
}

/** Returns the caller of a call that needs a session. If it is refused, reads the body to its end first. */
const admitSession = (c: HttpContext, spec: Mounted, deps: MountDeps, audit: CallAudit): Promise<Caller> =>
  catchRefusal(
    async () => {
      const caller = await identifyRequest(c.req.raw.headers, deps);
      audit.calledBy(caller);
      proveConnection(c.env?.incoming?.socket, `account ${caller.userId}`);
      return admitCaller(spec, caller);
    },
    async (refusal) => {
      await drainBody(c.req.raw);
      throw refusal;
    },
  );

/** Finds the caller by the session token (`X-Token`) or, without one, by the API token (`Authorization: Bearer`). */
function identifyRequest(headers: Headers, { authenticate, authenticateApi }: MountDeps): Promise<Caller> {
  const session = headers.get('x-token');
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  return !session && bearer !== undefined ? identifyCaller(bearer, authenticateApi) : identifyCaller(session, authenticate);
}

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

function parseInput(spec: Mounted, json: unknown): Parsed {
  if (looks.get(spec)?.(json) === true) return { success: true, data: json };
  const tooLong = getInputChecks(spec).findTooLong(json);
  if (tooLong) return { success: false, issues: [tooLong] };
  const parsed = spec.input.safeParse(json);
  return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
}

interface OnceCall {
  readonly spec: Mounted;
  readonly caller: Caller;
  readonly body: string;
  readonly audit: CallAudit;
}

async function runOnce(
  c: HttpContext,
  { spec, caller, body, audit }: OnceCall,
  once: IdempotencyGuard,
  work: (answer?: ResponseStore) => Promise<unknown>,
): Promise<unknown> {
  const key = c.req.header(requestKeyHeader);
  const { result, repeated } = await once.run({ userId: caller.userId, path: spec.path, key, body }, work);
  if (repeated) audit.repeated();
  return result;
}
