import { z } from 'zod';
import type { Message } from '../../../../../http/handler.ts';
import { directoryMessages } from '../directory-messages.ts';
import { workAppMessages as messages } from '../work-app-messages.ts';
import { describeConnectionFault, DirectoryFault } from './connector.ts';
import type { DirectoryFetch } from './directory-fetch.ts';

/** A request to the programming interface of WeCom or DingTalk. */
interface ApiRequest {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that WeCom or DingTalk reports by a code. */
class ServiceFault extends DirectoryFault {
  readonly code: string;
  constructor(code: string, text: Message) {
    super(text);
    this.code = code;
  }
}

/**
 * Response of WeCom or DingTalk to a failed call, with a number or a name as code. DingTalk's older calls report most errors as 88, with the real
 * code in `sub_code`.
 */
const apiFailure = z.object({
  errcode: z.number().optional(),
  errmsg: z.string().optional(),
  sub_code: z.string().optional(),
  sub_msg: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** Messages for error codes of both services (WeCom: 全局错误码; DingTalk: 服务端 API 错误码). */
const explanations: readonly (readonly [codes: RegExp, explain: (reason: string) => Message])[] = [
  [/^(-1|45009|45033|90002|90005|90006|90018|90019)$|QpsLimit|Throttling/i, messages.limited],
  [/^(40001|40013|40089|40091|42004)$|invalidClientIdOrSecret/, messages.secretRefused],
  [/^(60020|60022|Forbidden\.AccessDenied\.IpNotInWhiteList)$/, messages.addressNotTrusted],
  [/^(48002|50002|50004|60011|60012)$|AccessTokenPermissionDenied/, messages.notPermitted],
  [/^(60003|60123)$/, messages.departmentMissing],
];

function readFailure(json: unknown): ServiceFault | null {
  const failure = apiFailure.safeParse(json).data ?? {};
  const code = String((failure.errcode === 88 ? failure.sub_code : undefined) ?? failure.errcode ?? failure.code ?? 0);
  if (code === '0') return null;
  const reason = `${code} ${failure.sub_msg ?? failure.errmsg ?? failure.message ?? ''}`.trim();
  const explain = explanations.find(([codes]) => codes.test(code))?.[1] ?? directoryMessages.serviceError;
  return new ServiceFault(code, explain(reason));
}

/** Sends a request and returns its JSON. Throws a `DirectoryFault` for an error of the connection or of the service. */
export async function askApi<T>(ask: DirectoryFetch, { url, query = {}, body, headers }: ApiRequest, schema: z.ZodType<T>): Promise<T> {
  const { host } = new URL(url);
  let json: unknown;
  try {
    const response = await ask(`${url}?${new URLSearchParams(query).toString()}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
    json = await response.json();
  } catch (error) {
    throw error instanceof DirectoryFault ? error : describeConnectionFault(error, host);
  }
  const failure = readFailure(json);
  if (failure) throw failure;
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.'));
  throw new DirectoryFault(directoryMessages.unexpected([...new Set(fields)].join(', ')));
}

/** Error codes which say that an access token has expired or was replaced. */
const expiredTokenCodes = /^(40014|42001)$/;

/**
 * Creates a function that runs work with a cached access token. If the service says that the token has expired, it repeats the work with a new token.
 */
export function createTokenRunner(getToken: () => Promise<string>) {
  let token: Promise<string> | undefined;
  return async <T>(work: (token: string) => Promise<T>): Promise<T> => {
    const used = (token ??= getToken());
    try {
      return await work(await used);
    } catch (error) {
      if (!(error instanceof ServiceFault) || !expiredTokenCodes.test(error.code)) throw error;
      // Another request may have replaced the expired token meanwhile.
      if (token === used) token = getToken();
      return work(await token);
    }
  };
}
