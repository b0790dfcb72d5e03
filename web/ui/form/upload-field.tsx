import { formatBytes, formatPercent } from '../../lib/format-number.ts';
import { CircleAlert, CloudUpload, FileText, Pause, Play, RotateCw, X, ImagePlus, Paperclip } from 'lucide-react';
import { useState, type ClipboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { UploadedFile, Upload } from '../../lib/files/upload.ts';
import { Button } from '../primitives/button.tsx';
import { Progress } from '../primitives/progress.tsx';
import { type UploadJob, useUploads } from './use-uploads.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { listUploadKinds, type UploadFamily, uploadKinds } from '../../../sync/contract/platform/upload.ts';
import { cn } from '../../lib/cn.ts';
import type { FieldControl } from './field.tsx';
import { FileInput } from './file-input.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useLatest } from '../use-latest.ts';

const isImage = (type: string | undefined, name: string): boolean =>
  (type ?? '').startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(name);

const pickPicture = (file: File | null): File | null => (file !== null && isImage(file.type, file.name) ? file : null);

function Thumb({ src }: { src: string }) {
  // Address of a file that claims to be a picture but cannot be shown; it is then shown like any other file.
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

function UploadedRow({ file, onRemove }: { file: UploadedFile; onRemove: (() => void) | undefined }) {
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
  /** Pauses the upload; undefined if a pause would lose the bytes already sent. */
  onPause?: (() => void) | undefined;
  onRetry: () => void;
  onDrop: () => void;
}

export function UploadJobRow({ job, onPause, onRetry, onDrop }: UploadJobRowProps) {
  const { t } = useTranslation('ui');
  const { name } = job.file;
  const src = useObjectUrl(pickPicture(job.file));
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
  /** The file for its preview; null while it is being loaded, or if it is not on this device. */
  file: File | null;
  /** Says where the file is stored. */
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
      <Thumb src={useObjectUrl(pickPicture(file))} />
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

interface UploadFieldProps extends Partial<FieldControl> {
  value: readonly UploadedFile[];
  onChange: (files: readonly UploadedFile[]) => void;
  onBlur?: () => void;
  /** Uploads one file; pages pass a function from `web/platform/uploads/upload.ts`. */
  upload: Upload;
  /** Renders the row of a file that is not on the server yet. Returns null for a file that is. */
  row?: (file: UploadedFile, onRemove: () => void) => ReactNode;
  accept?: readonly UploadFamily[];
  max?: number;
  disabled?: boolean;
}

/** Renders a form field for files: chosen, dropped or pasted. Shows each file's progress, or the reason why it was refused. */
export function UploadField({
  value,
  onChange,
  upload,
  row,
  accept = ['image'],
  max = 1,
  disabled = false,
  onBlur,
  ...control
}: UploadFieldProps) {
  const { t } = useTranslation('ui');
  const input = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  // These attributes are invalid on a button. Instead, the frame shows the error and the label shows the required mark.
  const { 'aria-required': _required, 'aria-invalid': isInvalid, ...buttonProps } = control;
  // Use the latest value: several files may arrive between two renders.
  const valueRef = useLatest(value);
  const uploads = useUploads(upload, accept, (uploaded) => {
    const next = max === 1 ? [uploaded] : [...valueRef.current, uploaded].slice(0, max);
    valueRef.current = next;
    setAnnouncement(t('uploadDone', { name: uploaded.name }));
    onChange(next);
  });
  const kinds = listUploadKinds(accept);
  const room = max === 1 ? 1 : max - value.length - uploads.jobs.length;
  const take = (files: readonly File[]): void => {
    const chosen = files.slice(0, room);
    if (max === 1) for (const job of uploads.jobs) uploads.drop(job.key);
    if (!disabled && chosen.length > 0) uploads.start(chosen);
  };
  const { over, frame } = useFileDrop(disabled, take);
  const onlyImages = accept.every((family) => family === 'image');

  return (
    <div
      className="flex flex-col gap-2"
      onPaste={(event: ClipboardEvent) => {
        const files = [...event.clipboardData.files];
        if (files.length > 0) {
          event.preventDefault();
          take(files);
        }
      }}
    >
      <div
        {...frame}
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-dashed border-input bg-card px-3 py-2.5 transition-colors',
          over && 'border-primary bg-primary-soft',
          isInvalid === true && 'border-seal',
        )}
      >
        <Button {...buttonProps} size="sm" disabled={disabled || room < 1} onClick={() => input.current?.click()} onBlur={onBlur}>
          {onlyImages ? <ImagePlus aria-hidden /> : <Paperclip aria-hidden />}
          {t(onlyImages ? 'uploadChooseImage' : 'uploadChoose')}
        </Button>
        <span className="text-[13px] text-muted-foreground">
          {t(over ? 'uploadDropNow' : room < 1 ? 'uploadFull' : 'uploadDrop', { count: max })}
        </span>
        <span className="text-[13px] text-muted-foreground">
          {t('uploadTakes', { kinds: kinds.map((kind) => uploadKinds[kind].label).join(' · ') })}
        </span>
        <FileInput
          ref={input}
          multiple={max > 1}
          accept={kinds.flatMap((kind) => [uploadKinds[kind].mime, uploadKinds[kind].extension]).join(',')}
          onFiles={take}
        />
      </div>
      {(value.length > 0 || uploads.jobs.length > 0) && (
        <ul className="flex flex-col gap-1.5">
          {value.map((file) => (
            <FileRow
              key={file.url}
              file={file}
              row={row}
              disabled={disabled}
              onRemove={() => onChange(valueRef.current.filter((other) => other.url !== file.url))}
            />
          ))}
          {uploads.jobs.map((job) => (
            <UploadJobRow
              key={job.key}
              job={job}
              onPause={upload.resumes === true ? () => uploads.pause(job) : undefined}
              onRetry={() => uploads.retry(job)}
              onDrop={() => uploads.drop(job.key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

interface FileRowProps {
  file: UploadedFile;
  row: UploadFieldProps['row'];
  disabled: boolean;
  onRemove: () => void;
}

const FileRow = ({ file, row, disabled, onRemove }: FileRowProps): ReactNode =>
  row?.(file, onRemove) ?? <UploadedRow file={file} onRemove={disabled ? undefined : onRemove} />;
