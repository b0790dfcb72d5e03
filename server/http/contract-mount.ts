import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { z } from 'zod';
import { isConnectionLost, isUnstorable } from '../db/postgres/connection-faults.ts';
import { requestKeyHeader, type CallSpec } from '../../sync/contract/call.ts';
import { contract } from '../../sync/contract/index.ts';
import type { Logger, ServerChance } from '../ports.ts';
import type { CallWatch } from '../watch/call-watch.ts';
import { admit, type Authenticate } from './access.ts';
import { answerRefusal, succeed } from './answer.ts';
import { unaudited } from './audit.ts';
import type { AuditPort } from './audit-port.ts';
import { drainBody, readBody } from './body.ts';
import { proveConnection } from './connection-limits.ts';
import { runInZone } from './call-zone.ts';
import { CallAudit } from './call-audit.ts';
import { type AddressOf, CallContext, languageIn, WaitingCalls, type HttpContext } from './call-context.ts';
import { DeviceMark } from './device-mark.ts';
import { faultsOf } from './fault-message.ts';
import { refuse, Refusal, type AllHandlers, type Caller, type RequestContext } from './handler.ts';
import { httpMessages } from './http-messages.ts';
import { parseJson } from './json-body.ts';
import { isSurelyPush } from './push-look.ts';
import type { AnswerKeeper } from './answer-keeper.ts';
import type { Once } from './once.ts';
import { lengthCheck } from './input-size.ts';
import { richTextCleaner } from './rich-text-input.ts';
import type { KeptGate } from './kept-gate.ts';
import type { RowGate } from './row-gate.ts';

export interface MountDeps {
  readonly handlers: AllHandlers;
  readonly authenticate: Authenticate;
  readonly rows: RowGate;
  readonly kept: KeptGate;
  readonly addressOf: AddressOf;
  readonly audit: AuditPort;
  readonly logger: Logger;
  readonly chance: ServerChance;
  readonly once: Once;
  readonly calls: CallWatch;
  /** The attempt that an upload token opens; undefined if this server did not sign it. */
  readonly attemptOf: (token: string) => string | undefined;
  /** Aborts when the server stops, to end long polls. */
  readonly stopping: AbortSignal;
}

type Mounted = CallSpec & { readonly path: string };
type AnyHandler = (input: unknown, context: RequestContext & { caller?: Caller }) => unknown;
/** One length check per call, built when the call is mounted. */
const lengthChecks = new WeakMap<CallSpec, ReturnType<typeof lengthCheck>>();
/** One rich text cleaner per call with rich text in its input, built when the call is mounted. */
const cleaners = new WeakMap<CallSpec, (input: unknown) => unknown>();
/**
 * Fast checks for calls that come thousands of times a second. True only if the call's schema would accept the input unchanged, so that the schema
 * need not run.
 */
const looks = new Map<CallSpec, (json: unknown) => boolean>([[contract.sync.push, isSurelyPush]]);
const defaultMaxBytes = 1024 * 1024;

/** Mounts every call as POST /api/<module>/<verb>. Any other path under /api is answered as an unknown call. */
export function mountContract(app: Hono<{ Bindings: Partial<HttpBindings> }>, deps: MountDeps): void {
  const paths = new Set<string>();
  const waiting = new WaitingCalls(deps.stopping);
  for (const [module, calls] of Object.entries(contract)) {
    const handlers = deps.handlers[module as keyof AllHandlers] as unknown as Record<string, AnyHandler>;
    for (const [verb, spec] of Object.entries(calls as Record<string, Mounted>)) {
      const handler = handlers[verb];
      if (!handler) throw new Error(`the call ${spec.path} has no handler`);
      paths.add(`/api${spec.path}`);
      lengthChecks.set(spec, lengthCheck(spec.input));
      const clean = richTextCleaner(spec.input);
      if (clean) cleaners.set(spec, clean);
      app.post(`/api${spec.path}`, (c) => answerCall(c, spec, handler, deps, waiting));
    }
  }
  app.all('/api/*', async (c) => {
    await drainBody(c.req.raw);
    const message = paths.has(c.req.path) ? httpMessages.postOnly(c.req.path) : httpMessages.unknownCall(c.req.path);
    return answerRefusal(refuse('unknownCall', message), languageIn(c));
  });
}

async function answerCall(c: HttpContext, spec: Mounted, handler: AnyHandler, deps: MountDeps, waiting: WaitingCalls): Promise<Response> {
  // Calls with an upload token (`ticket`) are recorded in the op log itself and are on the hot path: no audit entry.
  const audit =
    spec.access === 'ticket' ? null : new CallAudit(deps.audit, spec, { ip: deps.addressOf(c), agent: c.req.header('user-agent') ?? '' });
  const device = spec.access === 'public' ? new DeviceMark(c) : undefined;
  try {
    const result = await runCall(c, spec, handler, deps, waiting, { audit, device });
    if (!(result instanceof Refusal)) {
      await audit?.succeeded();
      return device ? device.onto(succeed(result)) : succeed(result);
    }
    audit?.refused(result.error);
    return answerRefusal(result, languageIn(c));
  } catch (error) {
    const requestId = deps.chance.uuid();
    // A call aborted because its client disconnected is no fault.
    const left = error instanceof DOMException && error.name === 'AbortError';
    if (left) deps.logger.info({ requestId, path: c.req.path, err: error }, 'call left');
    else deps.logger.error({ requestId, path: c.req.path, err: error }, 'call failed');
    await audit?.failed();
    if (isUnstorable(error)) return answerRefusal(refuse('invalid', httpMessages.unstorable()), languageIn(c));
    if (isConnectionLost(error)) return answerRefusal(refuse('unavailable', httpMessages.databaseAway()), languageIn(c));
    return answerRefusal(refuse('internal', httpMessages.internal(requestId)), languageIn(c));
  }
}

async function runCall(
  c: HttpContext,
  spec: Mounted,
  handler: AnyHandler,
  deps: MountDeps,
  waiting: WaitingCalls,
  { audit, device }: { readonly audit: CallAudit | null; readonly device: DeviceMark | undefined },
): Promise<unknown> {
  const needsSession = spec.access !== 'public' && spec.access !== 'ticket';
  const { caller, refusal } = needsSession
    ? await admit(spec, c.req.raw.headers.get('x-token'), deps.authenticate)
    : { caller: null, refusal: undefined };
  audit?.calledBy(caller);
  if (caller) proveConnection(c.env?.incoming?.socket, `account ${caller.userId}`);
  if (refusal) {
    await drainBody(c.req.raw);
    return refusal;
  }
  const maxBytes = spec.maxBytes ?? defaultMaxBytes;
  const body = await readBody(c.req.raw, maxBytes);
  if (typeof body !== 'string')
    return body.fault === 'tooLarge' ? refuse('tooLarge', httpMessages.tooLarge(maxBytes)) : refuse('invalid', httpMessages.cutBody());

  const json = parseJson(body);
  if (json instanceof Refusal) return json;
  const parsed = parseInput(spec, json);
  if (!parsed.success) {
    const fields = faultsOf(parsed.issues, json);
    return refuse('invalid', httpMessages.invalid(fields.length), { fields });
  }
  const stored = cleaners.get(spec)?.(parsed.data) ?? parsed.data;
  audit?.parsed(stored);
  if (spec.access === 'ticket') {
    const attempt = deps.attemptOf((stored as { ticket?: string }).ticket ?? '');
    if (attempt !== undefined) proveConnection(c.env?.incoming?.socket, attempt);
  }
  const notTheirs = caller && spec.rows ? await deps.rows(spec.rows, stored, caller) : undefined;
  if (notTheirs) return notTheirs;
  const context = new CallContext(c, { waiting, addressOf: deps.addressOf }, caller, audit ?? unaudited, device);
  // The hot path is not timed: it makes no query to the modules' database.
  const timed = (work: () => Promise<unknown>) =>
    spec.access === 'ticket' ? work() : deps.calls.run(spec.path, () => context.waits, work);
  // Inside `once`, so that a repeated call gets its first response even when a limit has been reached since.
  const work = async (answer?: AnswerKeeper) => {
    context.answer = answer;
    const tooMuch = caller && spec.changes ? await deps.kept(spec, caller, body.length) : undefined;
    return tooMuch ?? context.run(() => handler(stored, context as RequestContext & { caller?: Caller }));
  };
  const run = () =>
    spec.once && caller ? runOnce(c, { spec, caller, body, audit }, deps.once, (answer) => timed(() => work(answer))) : timed(work);
  const result = caller?.zone === undefined ? await run() : await runInZone(caller.zone, run);
  // Calls with an upload token are the hot path and return objects that they just built. All others pass through the output schema, so that a
  // handler cannot leak a column that it forgot to omit.
  return spec.access === 'ticket' || result instanceof Refusal ? result : spec.output.parse(result);
}

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

function parseInput(spec: Mounted, json: unknown): Parsed {
  if (looks.get(spec)?.(json) === true) return { success: true, data: json };
  const tooLong = lengthChecks.get(spec)?.(json);
  if (tooLong) return { success: false, issues: [tooLong] };
  const parsed = spec.input.safeParse(json);
  return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
}

interface OnceCall {
  readonly spec: Mounted;
  readonly caller: Caller;
  readonly body: string;
  readonly audit: CallAudit | null;
}

async function runOnce(
  c: HttpContext,
  { spec, caller, body, audit }: OnceCall,
  once: Once,
  work: (answer?: AnswerKeeper) => Promise<unknown>,
): Promise<unknown> {
  const key = c.req.header(requestKeyHeader);
  const { result, repeated } = await once.run({ userId: caller.userId, path: spec.path, key, body }, work);
  if (repeated) audit?.repeated();
  return result;
}
