import { errorByCode } from '../../../sync/contract/errors.ts';
import { readUploadReply, type Upload, UploadFailure } from '../../lib/files/upload.ts';
import { CallFailure, reportFailure } from '../api/call.ts';
import { appStore, sessionUserAtom } from '../session/session-atoms.ts';
import { readToken } from '../api/token.ts';

/** Milliseconds without progress after which an upload is aborted. The whole upload may take longer. */
const stallMs = 60_000;

/**
 * Uploads a file by `POST /api/upload` (spec section 7). It uses XMLHttpRequest, because `fetch` does not report progress. A lost session opens
 * the dialog to sign in again, as with any call.
 */
export const uploadFile: Upload = (file, options = {}) => uploadToSchool(appStore.get(sessionUserAtom)?.school_id ?? 0, file, options);

/** Uploads a file for a school chosen on the page, for users who do not belong to a school. */
export const uploadToSchool = (schoolId: number, file: File, options: Parameters<Upload>[1] = {}): ReturnType<Upload> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const moved = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), stallMs);
    };
    const fail = (failure: unknown): void => {
      clearTimeout(stall);
      reject(failure);
    };
    request.upload.addEventListener('progress', (event) => {
      moved();
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => {
      clearTimeout(stall);
      const reply = readUploadReply(request.status, request.responseText);
      if (!(reply instanceof UploadFailure)) return resolve(reply);
      if (reply.code !== null && errorByCode.get(reply.code)?.client.startsWith('dialog') === true && reply.fault.kind !== 'network')
        reportFailure(new CallFailure(reply.code, reply.fault.text));
      fail(reply);
    });
    request.addEventListener('error', () => fail(new UploadFailure({ kind: 'network' })));
    request.addEventListener('abort', () =>
      fail(options.signal?.aborted === true ? options.signal.reason : new UploadFailure({ kind: 'network' })),
    );
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    form.append('schoolId', String(schoolId));
    form.append('accept', (options.accept ?? ['image']).join(','));
    form.append('file', file, file.name);
    request.open('POST', '/api/upload');
    request.setRequestHeader('X-Language', document.documentElement.lang);
    const token = readToken();
    if (token !== null) request.setRequestHeader('X-Token', token);
    moved();
    request.send(form);
  });
