import type { UploadFamily, Uploaded } from '../../sync/contract/upload.ts';

/** What a form keeps of a file: enough to show it again. */
export type UploadedFile = Pick<Uploaded, 'url' | 'name'> & Partial<Uploaded>;

export interface UploadOptions {
  /** Pictures unless told. */
  readonly accept?: readonly UploadFamily[];
  /** 0 to 1, as the bytes leave. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Brings one file to the server. Rejects with an `UploadFailure`, or with the abort of the signal. */
export interface Upload {
  (file: File, options?: UploadOptions): Promise<Uploaded>;
  /** The same file sent again goes on where it was: it may be paused. */
  readonly resumes?: true;
}

/** Why an upload did not end in an address. What is said of each: `web/ui/upload-problem.ts` (spec section 5). */
export type UploadFault =
  | { readonly kind: 'network' }
  | { readonly kind: 'http'; readonly status: number; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string };

export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly fault: UploadFault;
  /** The envelope's code, where one came. */
  readonly code: number | null;
  constructor(fault: UploadFault, code: number | null = null) {
    super(fault.kind);
    this.fault = fault;
    this.code = code;
  }
}

const shownTextLength = 300;

/** Only a JSON answer with code 0 and an address is a success (spec section 5), whatever the status says. */
export function readUploadReply(status: number, body: string): Uploaded | UploadFailure {
  const reply = parse(body);
  const code = typeof reply?.code === 'number' ? reply.code : null;
  const words = typeof reply?.msg === 'string' && reply.msg !== '' ? reply.msg : null;
  if (status < 200 || status > 299) return new UploadFailure({ kind: 'http', status, text: words ?? '' }, code);
  const { url, name, sizeBytes, type } = reply?.data ?? {};
  if (code === 0 && typeof url === 'string' && url !== '') {
    return { url, name: asText(name), sizeBytes: typeof sizeBytes === 'number' ? sizeBytes : 0, type: asText(type) };
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

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
