import { formatBytes } from '../../lib/format-bytes.ts';
import { formatPercent } from '../../lib/format-number.ts';
import { CircleAlert, CloudUpload, FileText, Pause, Play, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { UploadedFile } from '../../lib/files/upload.ts';
import { Button } from '../primitives/button.tsx';
import { Progress } from '../primitives/progress.tsx';
import type { UploadJob } from './use-uploads.ts';
import { useObjectUrl } from '../use-object-url.ts';

const isImage = (type: string | undefined, name: string): boolean =>
  (type ?? '').startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(name);

const pictureOrNull = (file: File | null): File | null => (file !== null && isImage(file.type, file.name) ? file : null);

function Thumb({ src }: { src: string }) {
  // A file that is no real picture is shown like any other file.
  const [broken, setBroken] = useState('');
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-md border bg-muted text-muted-foreground">
      {src === '' || src === broken ? (
        <FileText aria-hidden className="size-5" />
      ) : (
        <img src={src} alt="" className="size-full object-contain" onError={() => setBroken(src)} />
      )}
    </span>
  );
}

const rowLook = 'flex min-w-0 items-center gap-3 rounded-lg border bg-card py-1.5 pr-1.5 pl-2';

export function UploadedRow({ file, onRemove }: { file: UploadedFile; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('ui');
  const name = file.name === '' ? file.url.replace(/^.*\//, '') : file.name;
  return (
    <li className={rowLook}>
      <Thumb src={isImage(file.type, file.url) ? file.url : ''} />
      <div className="min-w-0 grow text-[13px]">
        <a
          href={file.url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('uploadOpen', { name })}
          className="block truncate text-foreground underline-offset-4 hover:underline"
        >
          {name}
        </a>
        {file.sizeBytes !== undefined && file.sizeBytes > 0 && (
          <span className="num text-muted-foreground">{formatBytes(file.sizeBytes)}</span>
        )}
      </div>
      {onRemove && (
        <Button variant="ghost" size="iconSm" aria-label={t('uploadRemove', { name })} onClick={onRemove}>
          <X />
        </Button>
      )}
    </li>
  );
}

interface UploadJobRowProps {
  job: UploadJob;
  /** Undefined if a pause would lose the bytes already sent. */
  onPause?: (() => void) | undefined;
  onRetry: () => void;
  onDrop: () => void;
}

export function UploadJobRow({ job, onPause, onRetry, onDrop }: UploadJobRowProps) {
  const { t } = useTranslation('ui');
  const { name } = job.file;
  const src = useObjectUrl(pictureOrNull(job.file));
  return (
    <li className={rowLook}>
      <Thumb src={src} />
      <div className="flex min-w-0 grow flex-col gap-1 text-[13px]">
        <span className="flex justify-between gap-2">
          <span className="truncate">{name}</span>
          <span className="num shrink-0 text-muted-foreground">
            {job.paused && `${t('uploadPaused')} · `}
            {job.problem === null ? formatPercent(job.share) : formatBytes(job.file.size)}
          </span>
        </span>
        {job.problem === null ? (
          <Progress value={job.share} label={t('uploadProgress', { name })} className="h-1.5" />
        ) : (
          <span role="alert" className="flex items-start gap-1.5 break-words text-seal">
            <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
            {job.problem}
          </span>
        )}
      </div>
      {job.problem === null && onPause && (
        <Button
          variant="ghost"
          size="iconSm"
          aria-label={t(job.paused ? 'uploadGoOn' : 'uploadPause', { name })}
          onClick={job.paused ? onRetry : onPause}
        >
          {job.paused ? <Play /> : <Pause />}
        </Button>
      )}
      {job.problem !== null && (
        <Button variant="ghost" size="iconSm" aria-label={t('uploadRetry', { name })} onClick={onRetry}>
          <RotateCw />
        </Button>
      )}
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={t(job.problem === null ? 'uploadCancel' : 'uploadRemove', { name })}
        onClick={onDrop}
      >
        <X />
      </Button>
    </li>
  );
}

interface UploadWaitingRowProps {
  name: string;
  sizeBytes: number;
  /** Null: the file is being loaded, or is not on this device. */
  file: File | null;
  /** Location of the file, in words. */
  note: string;
  /** Reason why the file was refused; '' if there is none. */
  problem: string;
  onRetry: () => void;
  onRemove: () => void;
}

/** Shows a file that is saved on this device and not delivered yet. */
export function UploadWaitingRow({ name, sizeBytes, file, note, problem, onRetry, onRemove }: UploadWaitingRowProps) {
  const { t } = useTranslation('ui');
  return (
    <li className={rowLook}>
      <Thumb src={useObjectUrl(pictureOrNull(file))} />
      <div className="flex min-w-0 grow flex-col gap-0.5 text-[13px]">
        <span className="flex justify-between gap-2">
          <span className="truncate">{name}</span>
          <span className="num shrink-0 text-muted-foreground">{formatBytes(sizeBytes)}</span>
        </span>
        {problem === '' ? (
          <span role="status" className="flex items-center gap-1.5 text-kept-ink">
            <CloudUpload aria-hidden className="size-3.5 shrink-0" />
            {note}
          </span>
        ) : (
          <span role="alert" className="flex items-start gap-1.5 break-words text-seal">
            <CircleAlert aria-hidden className="mt-[3px] size-3.5 shrink-0" />
            {problem}
          </span>
        )}
      </div>
      {problem !== '' && (
        <Button variant="ghost" size="iconSm" aria-label={t('uploadRetry', { name })} onClick={onRetry}>
          <RotateCw />
        </Button>
      )}
      <Button variant="ghost" size="iconSm" aria-label={t('uploadRemove', { name })} onClick={onRemove}>
        <X />
      </Button>
    </li>
  );
}
