import type { Call, CallInput, CallOutput, Envelope } from '../../../sync/contract/call.ts';
import { schoolCalls } from '../../../sync/contract/school.ts';
import { userCalls } from '../../../sync/contract/user.ts';

/** Speaks the contract, for setting up and for looking things up afterwards. */
export class ApiClient {
  #origin: string;
  #token: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  static async signIn(origin: string, loginName: string, password = 'Wenkao-2026', website = 'demo'): Promise<ApiClient> {
    const client = new ApiClient(origin);
    const school = await client.call(schoolCalls.getByWebsite, { website });
    const { token } = await client.call(userCalls.login, { login_name: loginName, login_pwd: password, school_id: school.id });
    client.#token = token;
    return client;
  }

  /** The output, or an error that carries the code and the message. */
  async call<C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const answer = await this.send(call.path, input);
    if (answer.code !== 0) throw new Error(`${call.path} answered ${answer.code}: ${answer.msg} ${JSON.stringify(answer.data ?? '')}`);
    return call.output.parse(answer.data) as CallOutput<C>;
  }

  async send(path: string, input: unknown): Promise<Envelope> {
    const reply = await fetch(`${this.#origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(this.#token === undefined ? {} : { 'X-Token': this.#token }) },
      body: typeof input === 'string' ? input : JSON.stringify(input),
    });
    return (await reply.json()) as Envelope;
  }
}
