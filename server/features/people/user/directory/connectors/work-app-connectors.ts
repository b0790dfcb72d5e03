import { z } from 'zod';
import { directoryMessages as messages } from '../directory-messages.ts';
import { type DirectoryAccess, DirectoryFault, type RedirectConnector } from './connector.ts';
import { describeConnectionFault } from './connection-fault.ts';
import type { DirectoryFetch } from './directory-fetch.ts';
import { requireState } from './redirect-answer.ts';

/** A request to the programming interface of WeCom or DingTalk. */
interface ApiRequest {
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and returns its JSON. Throws a `DirectoryFault` for an error of the connection or of the service. */
async function askApi<T>(ask: DirectoryFetch, { url, query = {}, body, headers }: ApiRequest, schema: z.ZodType<T>): Promise<T> {
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
  const failed = apiFailure.safeParse(json).data;
  // Both services number or name their errors; the success of the older calls is the number 0.
  const code = failed?.errcode ?? failed?.code ?? 0;
  if (code !== 0) throw new DirectoryFault(messages.serviceError(`${code} ${failed?.errmsg ?? failed?.message ?? ''}`.trim()));
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new DirectoryFault(messages.unexpected(parsed.error.issues.map(({ path }) => path.join('.')).join(', ')));
  return parsed.data;
}
const apiFailure = z.object({
  errcode: z.number().optional(),
  errmsg: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

/** Reaches WeCom (企业微信): its sign-in page for the browser. The number is the member's `userid`. */
export function createWecomConnector({ address, account, agent, secret }: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const getToken = async (): Promise<string> => {
    const query = { corpid: account, corpsecret: secret };
    return (await askApi(ask, { url: `${address}/cgi-bin/gettoken`, query }, z.object({ access_token: z.string() }))).access_token;
  };
  return {
    way: 'redirect',
    async begin({ state }, returnAddress) {
      const query = { login_type: 'CorpApp', appid: account, agentid: agent, redirect_uri: returnAddress, state };
      return `https://login.work.weixin.qq.com/wwlogin/sso/login?${new URLSearchParams(query).toString()}`;
    },
    async finish(answer, { state }) {
      const code = requireState(answer, state).get('code');
      if (code === null) return null;
      const query = { access_token: await getToken(), code };
      // People outside of the company have an `openid` or `external_userid` instead.
      const { userid } = await askApi(
        ask,
        { url: `${address}/cgi-bin/auth/getuserinfo`, query },
        z.object({ userid: z.string().optional() }),
      );
      if (userid === undefined) throw new DirectoryFault(messages.numberMissing('userid', []));
      return { number: userid };
    },
    async test(returnAddress, report) {
      await getToken();
      report(messages.connected(new URL(address).host));
      report(messages.clientAccepted());
      report(messages.returnAddress(returnAddress));
    },
  };
}

const dingtalkOldApi = 'https://oapi.dingtalk.com';

/** Reaches DingTalk (钉钉): its sign-in page for the browser. The number is the member's `job_number` (工号). */
export function createDingtalkConnector({ address, account, secret }: DirectoryAccess, ask: DirectoryFetch): RedirectConnector {
  const getAppToken = async (): Promise<string> => {
    const body = { appKey: account, appSecret: secret };
    return (await askApi(ask, { url: `${address}/v1.0/oauth2/accessToken`, body }, z.object({ accessToken: z.string() }))).accessToken;
  };
  /** Returns the id of the person who has just signed in; it is the same in all companies. */
  const getUnionId = async (code: string): Promise<string> => {
    const body = { clientId: account, clientSecret: secret, code, grantType: 'authorization_code' };
    const { accessToken } = await askApi(
      ask,
      { url: `${address}/v1.0/oauth2/userAccessToken`, body },
      z.object({ accessToken: z.string() }),
    );
    const headers = { 'x-acs-dingtalk-access-token': accessToken };
    return (await askApi(ask, { url: `${address}/v1.0/contact/users/me`, headers }, z.object({ unionId: z.string() }))).unionId;
  };
  const dingtalkMember = z.object({ result: z.object({ contact_type: z.number(), userid: z.string() }) });
  const dingtalkUser = z.object({ result: z.object({ job_number: z.string().optional() }) });
  return {
    way: 'redirect',
    async begin({ state }, returnAddress) {
      const query = { redirect_uri: returnAddress, response_type: 'code', client_id: account, scope: 'openid', state, prompt: 'consent' };
      return `https://login.dingtalk.com/oauth2/auth?${new URLSearchParams(query).toString()}`;
    },
    async finish(answer, { state }) {
      const query = requireState(answer, state);
      const code = query.get('authCode') ?? query.get('code');
      if (code === null) return null;
      const unionid = await getUnionId(code);
      const access = { query: { access_token: await getAppToken() } };
      const member = { url: `${dingtalkOldApi}/topapi/user/getbyunionid`, ...access, body: { unionid } };
      const { result } = await askApi(ask, member, dingtalkMember);
      // 1 is an external contact of the company, not a member.
      if (result.contact_type !== 0) throw new DirectoryFault(messages.numberMissing('job_number', []));
      const detail = { url: `${dingtalkOldApi}/topapi/v2/user/get`, ...access, body: { userid: result.userid } };
      const number = (await askApi(ask, detail, dingtalkUser)).result.job_number?.trim() ?? '';
      if (number === '') throw new DirectoryFault(messages.numberMissing('job_number', []));
      return { number };
    },
    async test(returnAddress, report) {
      await getAppToken();
      report(messages.connected(new URL(address).host));
      report(messages.clientAccepted());
      report(messages.returnAddress(returnAddress));
    },
  };
}
