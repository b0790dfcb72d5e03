import { type Upload, type UploadOptions, UploadFailure } from '../../lib/files/upload.ts';
import { makeCall, CallFailure } from '../api/call.ts';
import { readToken } from '../api/token.ts';

const chunkBytes = 8 * 1024 * 1024;
/** Milliseconds before each retry after an interruption. Every chunk that arrives resets the sequence. */
const retryDelays = [0, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

/**
 * Uploads a file in chunks (tus). An interrupted upload resumes by itself. If the same file is chosen again after a reload, its upload resumes
 * too.
 */
export const uploadResumably: Upload = async (file, options = {}) => {
  const upload = await send(file, options);
  try {
    return await makeCall('/upload/takeFile', { upload, name: file.name }, { quiet: true });
  } catch (cause) {
    if (!(cause instanceof CallFailure)) throw cause;
    throw cause.network ? new UploadFailure({ kind: 'network' }) : new UploadFailure({ kind: 'refused', text: cause.message }, cause.code);
  }
};

/** Uploads the file and resolves with its name on the server. */
async function send(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const { Upload: Tus } = await import('tus-js-client');
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const upload = new Tus(file, {
      endpoint: '/api/tus',
      chunkSize: chunkBytes,
      retryDelays,
      metadata: { filename: file.name },
      removeFingerprintOnSuccess: true,
      onBeforeRequest: (request) => request.setHeader('X-Token', readToken() ?? ''),
      // Do not retry a refused file. Retry after a lost session, because the user may sign in again.
      onShouldRetry: (error) => ![403, 413, 429, 507].includes(error.originalResponse?.getStatus() ?? 0),
      onProgress: (sent, total) => onProgress?.(total === 0 ? 0 : sent / total),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => {
        const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
        reject(new UploadFailure(status === 0 ? { kind: 'network' } : { kind: 'http', status, text: '' }));
      },
    });
    signal?.addEventListener('abort', () => {
      void upload.abort();
      reject(signal.reason as Error);
    });
    void upload.findPreviousUploads().then(([before]) => {
      if (signal?.aborted === true) return;
      if (before !== undefined) upload.resumeFromPreviousUpload(before);
      upload.start();
    });
  });
}
