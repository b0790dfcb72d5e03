import { Camera, Paperclip } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { PictureMark } from '../../../../../sync/contract/marking/picture-mark.ts';
import type { AttachmentManager, AttachOutcome, AttachmentState } from '../../../../../sync/engine/outbox/attached-files.ts';
import { isHeic } from '../../../../../sync/domain/heic.ts';
import { attachmentLimits } from '../../../../../sync/engine/outbox/attachment.ts';
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { FileInput } from '../../../../ui/form/file-input.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { acceptedFiles, detectMimeType } from '../../model/file-kind.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { AttachmentRow, useAttachmentPicture } from './attachment-row.tsx';
import { shrinkPhoto } from '../../../../lib/files/smaller-photo.ts';
import { useSittingValue } from '../player/use-sitting-value.ts';
import { MarkedPicture } from '../../../../ui/entity/marked-picture.tsx';

const none: readonly AttachmentState[] = [];
type Trouble = Exclude<AttachOutcome, 'saved'> | 'kind' | 'heic';

interface FilesFieldProps {
  item: SittingItem;
  desk: SittingController;
  /** The teacher's notes on the photos, if the homework was returned. */
  said: readonly PictureMark[] | undefined;
}

/** Shows the photos and documents on an answer. Each is stored on this PC first and then sent in chunks, with its own progress. */
export function FilesField({ item, desk, said }: FilesFieldProps) {
  const ready = useSittingValue(desk, () => desk.files !== undefined);
  return ready && desk.files ? <Files item={item} files={desk.files} said={said} /> : null;
}

function Files({ item, files, said }: Omit<FilesFieldProps, 'desk'> & { files: AttachmentManager }) {
  const { t } = useTranslation('examSitting');
  const views = useSyncExternalStore(files.subscribe, () => files.views().get(item.id) ?? none);
  const [troubles, setTroubles] = useState<readonly { name: string; why: Trouble }[]>([]);
  const [taking, setTaking] = useState(0);
  const photo = useRef<HTMLInputElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const left = item.files - views.length;

  const take = async (chosen: readonly File[]): Promise<void> => {
    setTroubles([]);
    setTaking((n) => n + chosen.length);
    for (const file of chosen) {
      const why = await attach(files, item, file).catch((): Trouble => 'failed');
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
        <span className="text-[13px] font-normal text-muted-foreground">{t('files.left', { count: Math.max(0, left) })}</span>
      </h3>
      {said && <PhotoComments marks={said} files={files} views={views} />}
      <ul className="flex flex-col gap-2.5">
        {views.map((view) => (
          <AttachmentRow key={view.itemId} files={files} view={view} onTakeBack={({ itemId }) => void files.takeBack(itemId)} />
        ))}
      </ul>
      {left > 0 && (
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
      {views.some(({ pieces, received }) => received < pieces) && <p className="mt-2 text-[13px] text-kept-ink">{t('files.ways')}</p>}
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

async function attach(files: AttachmentManager, item: SittingItem, file: File): Promise<'saved' | Trouble> {
  // Check the size before reading, so that a video that is too large is refused at once.
  if (file.size === 0 || file.size > 4 * attachmentLimits.fileBytes) return 'tooLarge';
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = detectMimeType(bytes);
  if (type === undefined) return isHeic(bytes) ? 'heic' : 'kind';
  const smaller = await shrinkPhoto(bytes, type);
  return files.attach(item.id, file.name, smaller.type, smaller.bytes, item.files);
}

interface PhotoWordsProps {
  marks: readonly PictureMark[];
  files: AttachmentManager;
  views: readonly AttachmentState[];
}

/** Shows the teacher's notes on places of returned photos: on the photo if it is stored here, otherwise as text. */
function PhotoComments({ marks, files, views }: PhotoWordsProps) {
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
