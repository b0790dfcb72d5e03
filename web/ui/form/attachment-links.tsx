import { FileText } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import type { AttachmentView } from '../../../sync/contract/exams/answer-file.ts';
import { cn } from '../../lib/cn.ts';
import { formatBytes } from '../../lib/format-number.ts';

/** Shows the files on an answer to staff; each opens in a new window. `isFullWidth`: pictures are the answer itself, and are shown over the whole width. */
export function AttachmentLinks({ files, isFullWidth = false }: { files: readonly AttachmentView[]; isFullWidth?: boolean }) {
  const { t } = useTranslation('ui');
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('answerFiles')} className="mt-3 flex flex-wrap gap-2.5">
      {files.map((file, at) => (
        <li
          key={`${at} ${file.name}`}
          className={cn(
            'overflow-hidden rounded-lg border bg-card text-[13px]',
            isFullWidth && isPictureName(file.name) ? 'w-full' : 'w-40',
          )}
        >
          {file.url === null ? (
            <p className="px-3 py-4 text-kept-ink">{t('answerFileMissing')}</p>
          ) : (
            <a href={file.url} target="_blank" rel="noreferrer" className="block focus-visible:outline-2">
              {isPictureName(file.name) ? (
                <img
                  src={file.url}
                  alt={file.name}
                  loading="lazy"
                  className={isFullWidth ? 'w-full bg-white' : 'h-28 w-full object-cover'}
                />
              ) : (
                <span className="grid h-28 place-items-center bg-muted">
                  <FileText aria-hidden className="size-7 text-muted-foreground" />
                </span>
              )}
            </a>
          )}
          <p className="truncate px-2.5 pt-1.5">{file.name}</p>
          <p className="num px-2.5 pb-1.5 text-muted-foreground">{formatBytes(file.bytes)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Tells by its extension whether a browser shows a file as a picture. */
export const isPictureName = (name: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(name);
