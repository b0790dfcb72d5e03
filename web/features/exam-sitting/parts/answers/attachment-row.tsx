import { FileText, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { AttachmentManager, AttachmentState } from '../../../../../sync/engine/outbox/attached-files.ts';
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { ChipMark } from '../../../../ui/primitives/chip.tsx';

/** Returns an address of the picture stored on this device; '' while it is being read, or if this device does not have it. */
export function useAttachmentPicture(files: AttachmentManager, view: AttachmentState): string {
  const [src, setSrc] = useState('');
  const { itemId, file, here } = view;
  const wanted = file.type.startsWith('image/') && here > 0;
  useEffect(() => {
    if (!wanted) return undefined;
    let made = '';
    let gone = false;
    files
      .content(view)
      .then((bytes) => {
        if (!bytes || gone) return;
        made = URL.createObjectURL(new Blob([bytes], { type: file.type }));
        setSrc(made);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      URL.revokeObjectURL(made);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a file never changes under its id; `view` only changes with its delivery
  }, [files, itemId, wanted]);
  return src;
}

interface FileRowProps {
  files: AttachmentManager;
  view: AttachmentState;
  onTakeBack: (view: AttachmentState) => void;
}

/** Shows one attachment and the state of its delivery. */
export function AttachmentRow({ files, view, onTakeBack }: FileRowProps) {
  const { t } = useTranslation('examSitting');
  const src = useAttachmentPicture(files, view);
  const { file, pieces, received, lost } = view;
  const whole = received >= pieces;
  const state = lost
    ? t('files.lost')
    : whole
      ? t('files.received', { count: pieces })
      : received > 0
        ? t('files.sending', { received, pieces, next: received + 1 })
        : t('files.waiting');
  return (
    <li className="flex items-center gap-3.5 rounded-xl border bg-card p-3">
      <span className="grid h-[68px] w-[92px] flex-none place-items-center overflow-hidden rounded-lg bg-muted text-muted-foreground">
        {src === '' ? (
          <FileText aria-hidden className="size-6" />
        ) : (
          <img src={src} alt={file.name} data-zoom className="size-full cursor-zoom-in object-cover" />
        )}
      </span>
      <div className="min-w-0 grow">
        <p className="truncate text-[15px] font-medium">{file.name}</p>
        <p className="num text-[13px] text-muted-foreground">{formatBytes(file.bytes)}</p>
        <div
          role="progressbar"
          aria-label={file.name}
          aria-valuemin={0}
          aria-valuemax={pieces}
          aria-valuenow={received}
          aria-valuetext={state}
          className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-kept-soft"
        >
          <div className="h-full origin-left rounded-full bg-delivered" style={{ transform: `scaleX(${received / pieces})` }} />
        </div>
        <p className={`mt-1 flex items-center gap-1.5 text-[13px] ${lost ? 'text-seal' : whole ? 'text-delivered' : 'text-kept-ink'}`}>
          <ChipMark shape={lost ? 'square' : whole ? 'dot' : 'ring'} />
          {state}
        </p>
      </div>
      <Button size="icon" variant="ghost" aria-label={t('files.remove', { name: file.name })} onClick={() => onTakeBack(view)}>
        <Trash2 />
      </Button>
    </li>
  );
}
