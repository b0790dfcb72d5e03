import type { UploadFamily, UploadResult } from '../../../sync/contract/platform/upload.ts';

/** Fields of an uploaded file that a form stores, so that it can show the file again. */
export type UploadedFile = Pick<UploadResult, 'url' | 'name'> & Partial<UploadResult>;

export interface UploadOptions {
  /** Accepted kinds of files; pictures by default. */
  readonly accept?: readonly UploadFamily[];
  /** Called with the share of sent bytes, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Uploads one file. Rejects with an `UploadFailure`, or with the reason of an aborted signal. */
export interface Upload {
  (file: File, options?: UploadOptions): Promise<UploadResult>;
  /** True if a repeated call with the same file resumes, so that the upload can be paused. */
  readonly resumes?: true;
}

/** Reason why an upload failed. `web/ui/form/use-uploads.ts` has the text of each (spec section 5). */
export type UploadFailureReason =
  | { readonly kind: 'network' }
  | { readonly kind: 'http'; readonly status: number; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string };

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly fault: UploadFailureReason;
  /** Field `code` of the server's reply, or null if the server sent none. */
  readonly code: number | null;
  constructor(fault: UploadFailureReason, code: number | null = null) {
    super(fault.kind);
    this.fault = fault;
    this.code = code;
  }
}

const shownTextLength = 300;

/** Reads the server's reply to an upload. Only JSON with code 0 and an address is a success (spec section 5). */
export function readUploadReply(status: number, body: string): UploadResult | UploadFailure {
  const reply = parse(body);
  const code = typeof reply?.code === 'number' ? reply.code : null;
  const words = typeof reply?.msg === 'string' && reply.msg !== '' ? reply.msg : null;
  if (status < 200 || status > 299) return new UploadFailure({ kind: 'http', status, text: words ?? '' }, code);
  const { url, name, sizeBytes, type } = reply?.data ?? {};
  if (code === 0 && typeof url === 'string' && url !== '') {
    return { url, name: toText(name), sizeBytes: typeof sizeBytes === 'number' ? sizeBytes : 0, type: toText(type) };
  }
  return new UploadFailure({ kind: 'refused', text: words ?? body.slice(0, shownTextLength) }, code);
}

interface Reply {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly data?: Readonly<Record<string, unknown>> | null;
}

function parse(body: string): Reply | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
