import type { Page } from '@playwright/test';
import type { ApiCall, CallInput, CallOutput, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { schoolCalls } from '../../../sync/contract/people/school.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';

/** Makes API calls (declared in `sync/contract`) from a page, because only a browser on a simulated PC reaches the server. */
export class PageCalls {
  readonly #page: Page;
  #token = '';

  constructor(page: Page) {
    this.#page = page;
  }

  /** Signs in at the school with the website code `website`. If `ownPassword` differs from `password`, first replaces that initial password by it. */
  async signIn(website: string, loginName: string, password: string, ownPassword = password): Promise<this> {
    const { id } = await this.call(schoolCalls.getByWebsite, { website });
    const enter = async (given: string): Promise<void> => {
      this.#token = '';
      this.#token = (await this.call(userCalls.login, { login_name: loginName, login_pwd: given, school_id: id })).token;
    };
    await enter(password);
    if (ownPassword === password) return this;
    await this.call(userCalls.changePassword, { old_password: password, new_password: ownPassword });
    await enter(ownPassword);
    return this;
  }

  /** Makes a call and returns its output. If the server refuses it, throws an error with the code and message of the refusal. */
  async call<C extends ApiCall>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const sent = { path: `/api${call.path}`, token: this.#token, body: JSON.stringify(input) };
    const answer = await this.#page.evaluate(async ({ path, token, body }) => {
      const headers = { 'content-type': 'application/json', ...(token !== '' && { 'X-Token': token }) };
      return (await (await fetch(path, { method: 'POST', headers, body })).json()) as ResponseEnvelope;
    }, sent);
    if (answer.code !== 0) throw new Error(`${call.path} answered ${answer.code}: ${answer.msg} ${JSON.stringify(answer.data ?? '')}`);
    return call.output.parse(answer.data) as CallOutput<C>;
  }
}
