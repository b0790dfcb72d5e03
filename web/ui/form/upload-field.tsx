import { ImagePlus, Paperclip } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { listUploadKinds, type UploadFamily, uploadKinds } from '../../../sync/contract/platform/upload.ts';
import { cn } from '../../lib/cn.ts';
import type { Upload, UploadedFile } from '../../lib/files/upload.ts';
import { Button } from '../primitives/button.tsx';
import type { FieldControl } from './field.tsx';
import { FileInput } from './file-input.tsx';
import { UploadedRow, UploadJobRow } from './upload-rows.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useUploads } from './use-uploads.ts';
import { useLatest } from '../use-latest.ts';

interface UploadFieldProps extends Partial<FieldControl> {
  value: readonly UploadedFile[];
  onChange: (files: readonly UploadedFile[]) => void;
  onBlur?: () => void;
  /** From `web/platform/uploads/upload.ts`. */
  upload: Upload;
  /** Renders a file that is not on the server yet; null if it is. */
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
  const [said, setSaid] = useState('');
  // These attributes are invalid on a button: the frame shows the error, the label the required mark.
  const { 'aria-required': _required, 'aria-invalid': isInvalid, ...named } = control;
  // Use the latest value: several files may arrive between two renders.
  const valueRef = useLatest(value);
  const uploads = useUploads(upload, accept, (uploaded) => {
    const next = max === 1 ? [uploaded] : [...valueRef.current, uploaded].slice(0, max);
    valueRef.current = next;
    setSaid(t('uploadDone', { name: uploaded.name }));
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
        <Button {...named} size="sm" disabled={disabled || room < 1} onClick={() => input.current?.click()} onBlur={onBlur}>
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
        {said}
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
