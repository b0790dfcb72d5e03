import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { z } from 'zod';
import { isConnectionLost, isUnstorable, isWriteRefused } from '../db/postgres/database-faults.ts';
import { requestKeyHeader, type CallSpec } from '../../sync/contract/call.ts';
import { apiContract } from '../../sync/contract/index.ts';
import type { Logger, ServerRandom } from '../ports.ts';
import type { CallWatch } from '../watch/call-watch.ts';
import { admitCaller, type AuthenticateToken, identifyCaller } from './access.ts';
import { createRefusalResponse, createSuccessResponse } from './response.ts';
import { noAudit } from './audit.ts';
import type { AuditPort } from './audit-port.ts';
import { drainBody, readBody } from './input/body.ts';
import { proveConnection } from './limits/connection-limits.ts';
import { runInZone } from './input/call-zone.ts';
import { CallAudit } from './call-audit.ts';
import { type GetClientAddress, CallContext, getRequestLanguage, type HttpContext } from './call-context.ts';
import { DeviceMark } from './device-mark.ts';
import { toFieldErrors } from './field-errors.ts';
import {
  type AllHandlers,
  type Caller,
  catchRefusal,
  type Message,
  refuse,
  Refusal,
  type RequestContext,
  type ResponseStore,
} from './handler.ts';
import { httpMessages } from './http-messages.ts';
import { parseJson } from './input/json-body.ts';
import { isPushRequest } from './limits/push-request.ts';
import type { IdempotencyGuard } from './idempotency-guard.ts';
import { createLengthCheck } from './limits/input-size.ts';
import { createRichTextCleaner } from './input/rich-text-input.ts';
import type { CheckAccountLimits } from './limits/account-limits.ts';
import type { CheckRowAccess } from './limits/row-access.ts';

export interface MountDeps {
  readonly handlers: AllHandlers;
  /** Finds the user whom a session token belongs to. */
  readonly authenticate: AuthenticateToken;
  /** Finds the user whom an API token belongs to. */
  readonly authenticateApi: AuthenticateToken;
  readonly rows: CheckRowAccess;
  readonly checkLimits: CheckAccountLimits;
  readonly addressOf: GetClientAddress;
  readonly audit: AuditPort;
  readonly logger: Logger;
  readonly chance: ServerRandom;
  readonly once: IdempotencyGuard;
  readonly calls: CallWatch;
  /** Returns the attempt that an upload token belongs to; undefined if this server did not sign the token. */
  readonly attemptOf: (token: string) => string | undefined;
}

type MountedCall = CallSpec & { readonly path: string };
type AnyHandler = (input: unknown, context: RequestContext & { caller?: Caller }) => unknown;
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
 * Fast checks for calls that come thousands of times a second, by call. A check returns true only if the call's schema would accept the input
 * unchanged, so that the schema need not run.
 */
const looks = new Map<CallSpec, (json: unknown) => boolean>([[apiContract.sync.push, isPushRequest]]);
const defaultMaxBytes = 1024 * 1024;

/** Mounts every call as POST /api/<module>/<verb>. Any other path under /api is answered as an unknown call. */
export function mountContract(app: Hono<{ Bindings: Partial<HttpBindings> }>, deps: MountDeps): void {
  // Mount one route for all calls: with a route each, the first request would wait until Hono has compiled hundreds of paths.
  const mounted = new Map<string, { readonly spec: MountedCall; readonly handler: AnyHandler }>();
  for (const [module, calls] of Object.entries(apiContract)) {
    const handlers = deps.handlers[module as keyof AllHandlers] as unknown as Record<string, AnyHandler>;
    for (const [verb, spec] of Object.entries(calls as Record<string, MountedCall>)) {
      const handler = handlers[verb];
      if (!handler) throw new Error(`the call ${spec.path} has no handler`);
      mounted.set(`/api${spec.path}`, { spec, handler });
    }
  }
  app.all('/api/*', (c) => {
    const call = mounted.get(c.req.path);
    if (call && c.req.method === 'POST') return answerCall(c, call.spec, call.handler, deps);
    return refuseRequest(c, call ? httpMessages.postOnly(c.req.path) : httpMessages.unknownCall(c.req.path));
  });
}

async function refuseRequest(c: HttpContext, message: Message): Promise<Response> {
  await drainBody(c.req.raw);
  return createRefusalResponse(new Refusal('unknownCall', message), getRequestLanguage(c));
}

async function answerCall(c: HttpContext, spec: MountedCall, handler: AnyHandler, deps: MountDeps): Promise<Response> {
  // Calls with an upload token (`ticket`) have no audit entry, because the op log itself records them.
  const isHot = spec.access === 'ticket';
  const audit = isHot ? null : new CallAudit(deps.audit, spec, { ip: deps.addressOf(c), agent: c.req.header('user-agent') ?? '' });
  const device = spec.access === 'public' ? new DeviceMark(c) : undefined;
  try {
    const result = await (isHot ? runHotCall(c, spec, handler, deps) : runCall(c, spec, handler, deps, { audit, device }));
    await audit?.succeeded();
    return device ? device.applyTo(createSuccessResponse(result)) : createSuccessResponse(result);
  } catch (error) {
    if (error instanceof Refusal) {
      audit?.refused(error.error);
      return createRefusalResponse(error, getRequestLanguage(c));
    }
    const requestId = deps.chance.uuid();
    // A call aborted because its client disconnected is no fault.
    const isClientGone = error instanceof DOMException && error.name === 'AbortError';
    if (isClientGone) deps.logger.info({ requestId, path: c.req.path, err: error }, 'call left');
    else deps.logger.error({ requestId, path: c.req.path, err: error }, 'call failed');
    await audit?.failed();
    if (isUnstorable(error)) return createRefusalResponse(new Refusal('invalid', httpMessages.unstorable()), getRequestLanguage(c));
    if (isConnectionLost(error))
      return createRefusalResponse(new Refusal('unavailable', httpMessages.databaseAway()), getRequestLanguage(c));
    if (isWriteRefused(error))
      return createRefusalResponse(new Refusal('unavailable', httpMessages.databaseUnwritable()), getRequestLanguage(c));
    return createRefusalResponse(new Refusal('internal', httpMessages.internal(requestId)), getRequestLanguage(c));
  }
}

/**
 * Runs a call with an upload token. The call is not timed, because it makes no query to the server's main database (everything except the answer
 * log). Its output is not checked against the schema, because the handler has just built it. Thousands of polls wait at once, so this function
 * returns the handler's promise without awaiting it, and keeps neither body nor input.
 */
async function runHotCall(c: HttpContext, spec: MountedCall, handler: AnyHandler, deps: MountDeps): Promise<unknown> {
  const { stored } = await readInput(c, spec, null);
  const attempt = deps.attemptOf((stored as { ticket?: string }).ticket ?? '');
  if (attempt !== undefined) proveConnection(c.env?.incoming?.socket, attempt);
  return handler(stored, new CallContext(c, deps.addressOf, null, noAudit) as RequestContext);
}

async function runCall(
  c: HttpContext,
  spec: MountedCall,
  handler: AnyHandler,
  deps: MountDeps,
  { audit, device }: { readonly audit: CallAudit | null; readonly device: DeviceMark | undefined },
): Promise<unknown> {
  const caller = spec.access === 'public' ? null : await admitSession(c, spec, deps, audit);
  const { body, stored } = await readInput(c, spec, audit);
  if (caller && spec.rows) await deps.rows(spec.rows, stored, caller);
  const context = new CallContext(c, deps.addressOf, caller, audit ?? noAudit, device);
  const runTimed = (work: () => Promise<unknown>) => deps.calls.run(spec.path, () => context.isLongPoll, work);
  // Check the account's limits inside the idempotency guard, so that a repeated call gets its first response even if a limit is reached by then.
  const work = async (answer?: ResponseStore) => {
    context.answer = answer;
    if (caller && spec.changes) await deps.checkLimits(spec, caller, body.length);
    return handler(stored, context as RequestContext & { caller?: Caller });
  };
  const run = () =>
    spec.once && caller ? runOnce(c, { spec, caller, body, audit }, deps.once, (answer) => runTimed(() => work(answer))) : runTimed(work);
  const result = caller?.zone === undefined ? await run() : await runInZone(caller.zone, run);
  // Parse the result by the output schema, so that a handler cannot leak a column that it forgot to omit.
  return spec.output.parse(result);
}

/** Reads, checks and cleans the input of a call. Returns `body`, the text as sent, and `stored`, the checked input that the handler gets. */
async function readInput(c: HttpContext, spec: MountedCall, audit: CallAudit | null): Promise<{ body: string; stored: unknown }> {
  const maxBytes = spec.maxBytes ?? defaultMaxBytes;
  const body = await readBody(c.req.raw, maxBytes);
  if (typeof body !== 'string')
    return body.fault === 'tooLarge' ? refuse('tooLarge', httpMessages.tooLarge(maxBytes)) : refuse('invalid', httpMessages.cutBody());
  const json = parseJson(body);
  const parsed = parseInput(spec, json);
  if (!parsed.success) {
    const fields = toFieldErrors(parsed.issues, json);
    refuse('invalid', httpMessages.invalid(fields.length), { fields });
  }
  const cleanInput = getInputChecks(spec).clean?.(parsed.data) ?? parsed.data;
  audit?.parsed(cleanInput);
  return { body, stored: cleanInput };
}

/** Returns the caller of a call that needs a session. If it is refused, reads the body to its end first. */
const admitSession = (c: HttpContext, spec: MountedCall, deps: MountDeps, audit: CallAudit | null): Promise<Caller> =>
  catchRefusal(
    async () => {
      const caller = await identifyRequest(c.req.raw.headers, deps);
      audit?.setCaller(caller);
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

type ParseResult =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

function parseInput(spec: MountedCall, json: unknown): ParseResult {
  if (looks.get(spec)?.(json) === true) return { success: true, data: json };
  const tooLong = getInputChecks(spec).findTooLong(json);
  if (tooLong) return { success: false, issues: [tooLong] };
  const parsed = spec.input.safeParse(json);
  return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
}

interface OnceCall {
  readonly spec: MountedCall;
  readonly caller: Caller;
  readonly body: string;
  readonly audit: CallAudit | null;
}

async function runOnce(
  c: HttpContext,
  { spec, caller, body, audit }: OnceCall,
  once: IdempotencyGuard,
  work: (answer?: ResponseStore) => Promise<unknown>,
): Promise<unknown> {
  const key = c.req.header(requestKeyHeader);
  const { result, repeated } = await once.run({ userId: caller.userId, path: spec.path, key, body }, work);
  if (repeated) audit?.dropNotes();
  return result;
}
