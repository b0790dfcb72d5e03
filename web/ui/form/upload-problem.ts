import { i18n } from '../../lib/i18n.ts';
import { UploadFailure } from '../../lib/files/upload.ts';

/** Returns the message for a failed upload (specification section 5); null if the user cancelled it. */
export function formatUploadProblem(error: unknown): string | null {
  const t = i18n.of('ui');
  if (!(error instanceof UploadFailure))
    return error instanceof DOMException && error.name === 'AbortError' ? null : t('uploadFailed', { text: '' });
  const { fault } = error;
  if (fault.kind === 'network') return t('uploadNoNetwork');
  if (fault.kind === 'refused') return t('uploadFailed', { text: fault.text });
  return fault.text === '' ? `HTTP Error ${fault.status}` : `HTTP Error ${fault.status}: ${fault.text}`;
}
