import type { ApiCall, CallInput, CallOutput, ResponseEnvelope } from '../../../sync/contract/call.ts';
import { uploadCall, type UploadResult } from '../../../sync/contract/platform/upload.ts';
import { uploadCalls } from '../../../sync/contract/platform/upload-calls.ts';
import type { App, AppDeps } from '../../context.ts';
import { createSchoolStore } from '../../features/people/school/school-store.ts';
import { createSystemReads } from '../../features/platform/system/system-reads.ts';
import { createUserStore } from '../../features/people/user/user-store.ts';
import { hashSessionToken } from '../../features/people/user/sign-in/authenticator.ts';
import { createSessionStore } from '../../features/people/user/sign-in/session-store.ts';
import { demoSchools } from '../demo-people.ts';

/** The server's application, and the dependencies with which it was made. */
export interface DemoServer {
  readonly deps: Pick<AppDeps, 'db' | 'clock' | 'chance'>;
  readonly app: App;
}

/** Makes calls in the name of a demo account. They pass the same checks, limits and audit log as the calls of a browser. */
export class DemoClient {
  readonly #app: App;
  readonly #token: string;
  readonly userId: number;
  readonly schoolId: number;

  private constructor(app: App, token: string, user: { readonly id: number; readonly school_id: number }) {
    this.#app = app;
    this.#token = token;
    this.userId = user.id;
    this.schoolId = user.school_id;
  }

  /** Opens a session of an account of the first demo school. Throws if the school or the account does not exist. */
  static async open({ deps, app }: DemoServer, loginName: string): Promise<DemoClient> {
    const { db, clock, chance } = deps;
    const school = await createSchoolStore(db).byWebsite(demoSchools[0].website);
    const user = school && (await createUserStore(db).byLoginName(school.id, loginName));
    if (!user) throw new Error(`the demo school has no account ${loginName}`);
    const token = chance.bytes(32).toString('base64url');
    const limits = await createSystemReads(db).sessionLimits();
    await createSessionStore(db).add({ userId: user.id, tokenHash: hashSessionToken(token), nowMs: clock.nowMs(), limits, ip: '' });
    return new DemoClient(app, token, user);
  }

  /** Returns the output of a call. Throws with code and message if the server refuses it. */
  async call<C extends ApiCall>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const { code, msg, data } = await this.send(call.path, input);
    if (code !== 0) throw new Error(`${call.path} answered ${code}: ${msg} ${JSON.stringify(data ?? '')}`);
    return call.output.parse(data) as CallOutput<C>;
  }

  async send(path: string, input: unknown, signal?: AbortSignal): Promise<ResponseEnvelope> {
    const headers = { 'content-type': 'application/json', 'X-Token': this.#token };
    const response = await this.#app.request(`/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
      signal: signal ?? null,
    });
    return (await response.json()) as ResponseEnvelope;
  }

  /** Uploads a picture that is then entered in an application form. */
  async uploadPicture(bytes: Buffer<ArrayBuffer>, name: string): Promise<UploadResult> {
    const body = new FormData();
    body.set('schoolId', String(this.schoolId));
    body.set('file', new Blob([bytes]), name);
    const response = await this.#app.request(`/api${uploadCall.path}`, { method: 'POST', headers: { 'X-Token': this.#token }, body });
    const { code, msg, data } = (await response.json()) as ResponseEnvelope;
    if (code !== 0) throw new Error(`the upload of ${name} answered ${code}: ${msg}`);
    return uploadCall.output.parse(data);
  }

  /** Uploads courseware in one part, by the protocol of the pages. */
  async upload(bytes: Buffer<ArrayBuffer>, name: string): Promise<CallOutput<typeof uploadCalls.takeFile>> {
    const headers = { 'X-Token': this.#token, 'Tus-Resumable': '1.0.0' };
    const creationResponse = await this.#app.request('/api/tus', {
      method: 'POST',
      headers: { ...headers, 'Upload-Length': String(bytes.length) },
    });
    const uploadPath = new URL(creationResponse.headers.get('location') ?? '', 'http://localhost').pathname;
    const type = { 'Upload-Offset': '0', 'content-type': 'application/offset+octet-stream' };
    const part = { ...headers, ...type, 'content-length': String(bytes.length) };
    const response = await this.#app.request(uploadPath, { method: 'PATCH', headers: part, body: bytes });
    if (!response.ok) throw new Error(`the upload of ${name} answered ${response.status}: ${await response.text()}`);
    return this.call(uploadCalls.takeFile, { upload: uploadPath.split('/').at(-1) ?? '', name });
  }

  /** Signs the account out. */
  async close(): Promise<void> {
    await this.send('/user/logout', {});
  }
}
