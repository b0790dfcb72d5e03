import { openAsBlob } from 'node:fs';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { refuse } from '../http/handler.ts';
import { httpMessages } from '../http/http-messages.ts';
import type { Logger } from '../ports.ts';
import type { S3Settings } from '../settings.ts';
import { getObjectPath, type ObjectStore } from './object-store.ts';

/** Longest time (ms) until the bucket answers a request without content. */
const longestAnswerMs = 10_000;
/** Slowest accepted speed of an upload into the bucket. */
const slowestBytesPerMs = 1000;

interface S3Request {
  readonly body?: Blob | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** Stores objects in a bucket of an S3 server. Requests name the bucket in the path (path style), not in the host name. */
export function createS3Store(
  { endpoint, bucket, ...access }: S3Settings,
  logger: Pick<Logger, 'error'>,
  answerMs = longestAnswerMs,
): ObjectStore {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 });

  /** Resolves with a successful response, or null if there is no such object. */
  const send = async (method: string, path: string, { body, headers }: S3Request = {}): Promise<Response | null> => {
    const controller = new AbortController();
    const bytes = body instanceof Blob ? body.size : (body?.length ?? 0);
    const timer = setTimeout(() => controller.abort(new Error('no response within the time limit')), answerMs + bytes / slowestBytesPerMs);
    try {
      const init = { method, signal: controller.signal, ...(body && { body }), ...(headers && { headers }) };
      const response = await client.fetch(`${endpoint}/${bucket}${path}`, init);
      if (response.ok) return response;
      const reason = await response.text();
      if (response.status === 404 && !reason.includes('NoSuchBucket')) return null;
      throw new Error(`${response.status} ${/<Code>(\w+)/.exec(reason)?.[1] ?? ''}`);
    } catch (err) {
      logger.error({ err, method, path, bucket, endpoint }, 'a request to the bucket of uploaded files failed');
      return refuse('unavailable', httpMessages.filesAway());
    } finally {
      clearTimeout(timer);
    }
  };
  const sendBriefly = async (method: string, name: string, request?: S3Request): Promise<Headers | null> => {
    const response = await send(method, `/${getObjectPath(name)}`, request);
    await response?.body?.cancel();
    return response && response.headers;
  };

  return {
    async put(name, content) {
      const body = content instanceof Uint8Array ? new Uint8Array(content) : await openAsBlob(content.path);
      if (!(await sendBriefly('PUT', name, { body }))) throw new Error('the bucket refused a test object');
    },
    async get(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.join('-')}` } : {};
      return ((await send('GET', `/${getObjectPath(name)}`, { headers }))?.body as ReadableStream<Uint8Array> | undefined) ?? null;
    },
    async head(name) {
      const headers = await sendBriefly('HEAD', name);
      return headers && Number(headers.get('content-length'));
    },
    async delete(name) {
      await sendBriefly('DELETE', name);
    },
    async *list() {
      let last = '';
      for (;;) {
        const response = await send('GET', `?list-type=2&start-after=${encodeURIComponent(last)}`);
        const paths = [...((await response?.text()) ?? '').matchAll(/<Key>([^<]+)<\/Key>/g)].flatMap(([, path]) => path ?? []);
        for (const path of paths) if (/^[\da-f]{2}\//.test(path)) yield path.slice(3);
        if (paths.length === 0) return;
        last = paths.at(-1) ?? '';
      }
    },
  };
}
