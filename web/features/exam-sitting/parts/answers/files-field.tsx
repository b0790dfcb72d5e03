import { Camera, Paperclip, FileText, Trash2 } from 'lucide-react';
import { useRef, useState, useSyncExternalStore, useEffect } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { PictureMark } from '../../../../../sync/contract/marking/picture-mark.ts';
import type { AttachmentManager, AttachOutcome, AttachmentState } from '../../../../../sync/engine/outbox/attached-files.ts';
import { isHeic } from '../../../../../sync/domain/heic.ts';
import { attachmentLimits } from '../../../../../sync/engine/ops/attachment.ts';
import { formatBytes } from '../../../../lib/format-number.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { FileInput } from '../../../../ui/form/file-input.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { acceptedFiles, detectMimeType } from '../../model/file-kind.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { shrinkPhoto } from '../../../../lib/files/smaller-photo.ts';
import { useSittingValue } from '../use-sitting-value.ts';
import { MarkedPicture } from '../../../../ui/entity/marked-picture.tsx';
import { ChipMark } from '../../../../ui/primitives/chip.tsx';

const none: readonly AttachmentState[] = [];
type AttachFailure = Exclude<AttachOutcome, 'saved'> | 'kind' | 'heic';

interface FilesFieldProps {
  item: SittingItem;
  controller: SittingController;
  /** The teacher's notes on the photos, if the homework was returned. */
  pictureMarks: readonly PictureMark[] | undefined;
}

/** Shows the photos and documents on an answer. Each is stored on this PC first and then sent in chunks, with its own progress. */
export function FilesField({ item, controller, pictureMarks }: FilesFieldProps) {
  const ready = useSittingValue(controller, () => controller.files !== undefined);
  return ready && controller.files ? <Files item={item} files={controller.files} pictureMarks={pictureMarks} /> : null;
}

function Files({ item, files, pictureMarks }: Omit<FilesFieldProps, 'controller'> & { files: AttachmentManager }) {
  const { t } = useTranslation('examSitting');
  const views = useSyncExternalStore(files.subscribe, () => files.views().get(item.id) ?? none);
  const [troubles, setTroubles] = useState<readonly { name: string; why: AttachFailure }[]>([]);
  const [taking, setTaking] = useState(0);
  const photo = useRef<HTMLInputElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const remainingCount = item.files - views.length;

  const take = async (chosenFiles: readonly File[]): Promise<void> => {
    setTroubles([]);
    setTaking((n) => n + chosenFiles.length);
    for (const file of chosenFiles) {
      const why = await attach(files, item, file).catch((): AttachFailure => 'failed');
      if (why !== 'saved') setTroubles((all) => [...all, { name: file.name, why }]);
      setTaking((n) => n - 1);
    }
  };
  return (
    <section aria-label={t('files.title')} className="mt-5">
      <h3 className="mb-2 flex items-baseline justify-between gap-3 text-[15px] font-semibold">
        <span>
          {t('files.title')} <span className="num">{views.length}</span>
        </span>
        <span className="text-[13px] font-normal text-muted-foreground">{t('files.left', { count: Math.max(0, remainingCount) })}</span>
      </h3>
      {pictureMarks && <PhotoComments marks={pictureMarks} files={files} views={views} />}
      <ul className="flex flex-col gap-2.5">
        {views.map((view) => (
          <AttachmentRow key={view.itemId} files={files} view={view} onTakeBack={({ itemId }) => void files.removeFile(itemId)} />
        ))}
      </ul>
      {remainingCount > 0 && (
        <div className="mt-2.5 flex flex-wrap gap-2.5">
          <FileInput ref={photo} accept="image/*" aria-label={t('files.photo')} onFiles={(chosen) => void take(chosen)} />
          <FileInput ref={any} multiple accept={acceptedFiles} aria-label={t('files.choose')} onFiles={(chosen) => void take(chosen)} />
          <Button size="lg" busy={taking > 0} onClick={() => photo.current?.click()}>
            <Camera aria-hidden />
            {t('files.photo')}
          </Button>
          <Button size="lg" busy={taking > 0} onClick={() => any.current?.click()}>
            <Paperclip aria-hidden />
            {t('files.choose')}
          </Button>
        </div>
      )}
      {views.some(({ chunks, received }) => received < chunks) && <p className="mt-2 text-[13px] text-kept-ink">{t('files.ways')}</p>}
      <p className="mt-2 text-[13px] text-muted-foreground">
        {t('files.limits', { size: formatBytes(attachmentLimits.fileBytes), count: item.files })}
      </p>
      <div role="alert" className="mt-2 space-y-1.5 empty:hidden">
        {troubles.map(({ name, why }) => (
          <Strip key={name} tone="seal">
            {t(`files.trouble.${why}`, { name, size: formatBytes(attachmentLimits.fileBytes), count: item.files })}
          </Strip>
        ))}
      </div>
    </section>
  );
}

async function attach(files: AttachmentManager, item: SittingItem, file: File): Promise<'saved' | AttachFailure> {
  // Check the size before reading, so that a video that is too large is refused at once.
  if (file.size === 0 || file.size > 4 * attachmentLimits.fileBytes) return 'tooLarge';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = detectMimeType(bytes);
  if (type === undefined) return isHeic(bytes) ? 'heic' : 'kind';
  const smaller = await shrinkPhoto(bytes, type);
  return files.attach(item.id, file.name, smaller.type, smaller.bytes, item.files);
}

interface PhotoCommentsProps {
  marks: readonly PictureMark[];
  files: AttachmentManager;
  views: readonly AttachmentState[];
}

/** Shows the teacher's notes on places of returned photos: on the photo if it is stored on this PC, otherwise as text. */
function PhotoComments({ marks, files, views }: PhotoCommentsProps) {
  const { t } = useTranslation('examSitting');
  const byFile = Map.groupBy(marks, ({ file }) => file);
  return (
    <div role="note" className="mb-3.5">
      {[...byFile].map(([file, its]) => {
        const view = views.find(({ itemId }) => itemId === file);
        return view ? (
          <Here key={file} files={files} view={view} marks={its} />
        ) : (
          <MarkedPicture key={file} src="" alt="" marks={its} label={t('player.teacherSays')} />
        );
      })}
    </div>
  );
}

function Here({ files, view, marks }: { files: AttachmentManager; view: AttachmentState; marks: readonly PictureMark[] }) {
  const { t } = useTranslation('examSitting');
  return <MarkedPicture src={useAttachmentPicture(files, view)} alt={view.file.name} marks={marks} label={t('player.teacherSays')} />;
}

/** Returns an address of the picture stored on this device; '' while it is being read, or if this device does not have it. */
function useAttachmentPicture(files: AttachmentManager, view: AttachmentState): string {
  const [src, setSrc] = useState('');
  const { itemId, file, localCount } = view;
  const isStoredPicture = file.type.startsWith('image/') && localCount > 0;
  useEffect(() => {
    if (!isStoredPicture) return undefined;
    let objectUrl = '';
    let isOver = false;
    files
      .content(view)
      .then((bytes) => {
        if (!bytes || isOver) return;
        objectUrl = URL.createObjectURL(new Blob([bytes], { type: file.type }));
        setSrc(objectUrl);
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      URL.revokeObjectURL(objectUrl);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a file never changes under its id; `view` only changes with its delivery
  }, [files, itemId, isStoredPicture]);
  return src;
}

interface AttachmentRowProps {
  files: AttachmentManager;
  view: AttachmentState;
  onTakeBack: (view: AttachmentState) => void;
}

/** Shows one attachment and the state of its delivery. */
function AttachmentRow({ files, view, onTakeBack }: AttachmentRowProps) {
  const { t } = useTranslation('examSitting');
  const src = useAttachmentPicture(files, view);
  const { file, chunks, localCount, received, isLost } = view;
  const isReceived = received >= chunks;
  const state = isLost
    ? t(localCount === 0 ? 'files.elsewhere' : 'files.lost')
    : isReceived
      ? t('files.received', { count: chunks })
      : received > 0
        ? t('files.sending', { received, chunks, next: received + 1 })
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
          aria-valuemax={chunks}
          aria-valuenow={received}
          aria-valuetext={state}
          className="mt-1.5 h-1.5 overflow-hidden rounded-full bg-kept-soft"
        >
          <div className="h-full origin-left rounded-full bg-delivered" style={{ transform: `scaleX(${received / chunks})` }} />
        </div>
        <p
          className={`mt-1 flex items-center gap-1.5 text-[13px] ${isLost ? 'text-seal' : isReceived ? 'text-delivered' : 'text-kept-ink'}`}
        >
          <ChipMark shape={isLost ? 'square' : isReceived ? 'dot' : 'ring'} />
          {state}
        </p>
      </div>
      <Button size="icon" variant="ghost" aria-label={t('files.remove', { name: file.name })} onClick={() => onTakeBack(view)}>
        <Trash2 />
      </Button>
    </li>
  );
}
