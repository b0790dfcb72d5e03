import type { ApiCall, CallInput, CallOutput, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { schoolCalls } from '../../../sync/contract/people/school.ts';
import { uploadCalls } from '../../../sync/contract/platform/upload-calls.ts';
import { userCalls } from '../../../sync/contract/people/user.ts';

/** Longest time until a killed server answers again. */
const patienceMs = 90_000;

/** Makes API calls (declared in `sync/contract`), with which tests prepare data and look up results. */
export class ApiClient {
  readonly #origin: string;
  readonly #patient: boolean;
  #token: string | undefined;

  constructor(origin: string, patient = false) {
    this.#origin = origin;
    this.#patient = patient;
  }

  static signIn(origin: string, loginName: string, password?: string, website?: string): Promise<ApiClient> {
    return ApiClient.#begin(new ApiClient(origin), loginName, password, website);
  }

  /**
   * Signs in to a server that may be killed at any moment and repeats every unanswered call. Use it only for calls that may be made
   * twice.
   */
  static patient(origin: string, loginName: string): Promise<ApiClient> {
    return ApiClient.#begin(new ApiClient(origin, true), loginName);
  }

  static async #begin(client: ApiClient, loginName: string, password = 'Wenkao-2026', website = 'demo'): Promise<ApiClient> {
    const school = await client.call(schoolCalls.getByWebsite, { website });
    const { token } = await client.call(userCalls.login, { login_name: loginName, login_pwd: password, school_id: school.id });
    client.#token = token;
    return client;
  }

  /** Session token, for requests that are not declared API calls. */
  get token(): string {
    return this.#token ?? '';
  }

  /** Makes a call and returns its output. If the server refuses it, throws an error with the code and message of the refusal. */
  async call<C extends ApiCall>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const answer = await this.send(call.path, input);
    if (answer.code !== 0) throw new Error(`${call.path} answered ${answer.code}: ${answer.msg} ${JSON.stringify(answer.data ?? '')}`);
    return call.output.parse(answer.data) as CallOutput<C>;
  }

  async send(path: string, input: unknown): Promise<ResponseEnvelope> {
    const deadlineMs = performance.now() + (this.#patient ? patienceMs : 0);
    for (;;) {
      try {
        return await this.#sendOnce(path, input);
      } catch (fault) {
        if (performance.now() > deadlineMs) throw fault;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** Uploads a whole file in one part, by the protocol that the pages use. */
  async upload(bytes: Buffer, name: string): Promise<{ url: string; name: string; sizeBytes: number }> {
    const headers = { 'X-Token': this.#token ?? '', 'Tus-Resumable': '1.0.0' };
    const begun = await fetch(`${this.#origin}/api/tus`, {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(bytes.length) },
    });
    const at = begun.headers.get('location') ?? '';
    const type = { 'Upload-Offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sent = await fetch(`${this.#origin}${at}`, { method: 'PATCH', headers: { ...headers, ...type }, body: new Uint8Array(bytes) });
    if (!sent.ok) throw new Error(`the upload answered ${sent.status}: ${await sent.text()}`);
    const file = await this.call(uploadCalls.takeFile, { upload: at.split('/').at(-1) ?? '', name });
    return { url: file.url, name: file.name, sizeBytes: file.sizeBytes };
  }

  /** Uploads a picture by the form that the rich-text editor uses, and returns its address. `accept: 'media'` also allows a recording. */
  async uploadByForm(bytes: Buffer, name: string, accept?: 'media'): Promise<string> {
    const form = new FormData();
    form.append('schoolId', '1');
    if (accept !== undefined) form.append('accept', accept);
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const reply = await fetch(`${this.#origin}/api/upload`, { method: 'POST', headers: { 'X-Token': this.token }, body: form });
    const { data } = (await reply.json()) as { data: { url: string } };
    return data.url;
  }

  async #sendOnce(path: string, input: unknown): Promise<ResponseEnvelope> {
    const reply = await fetch(`${this.#origin}/api${path}`, {
      method: 'POST',
      // Opens a new connection for each call: a reused one may have ended with the killed server, or while this process was busy.
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...(this.#token === undefined ? {} : { 'X-Token': this.#token }),
      },
      body: typeof input === 'string' ? input : JSON.stringify(input),
    });
    return (await reply.json()) as ResponseEnvelope;
  }
}

/** Makes a call whose input TypeScript cannot check, such as a shared draft, and returns its output. */
export async function makeUncheckedCall<C extends ApiCall>(api: ApiClient, call: C, input: object): Promise<CallOutput<C>> {
  return api.call(call, input as CallInput<C>);
}
