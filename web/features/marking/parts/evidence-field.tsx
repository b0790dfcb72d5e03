import { Camera, ImageOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAtomValue } from 'jotai';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { isHeic } from '../../../../sync/domain/heic.ts';
import { shrinkPhoto } from '../../../lib/files/smaller-photo.ts';
import { browserRandom } from '../../../platform/exam-device/browser-ports.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import type { MarkingInput, StoredEvidencePhoto } from '../marking-input.ts';
import { storePhoto, readStoredPhoto } from '../marks-cache.ts';
import { describeStoreFailure } from '../store-failure.ts';

const mostPhotos = 30;

interface EvidenceFieldProps {
  row: number;
  name: string;
  giving: MarkingInput;
  disabled: boolean;
  onGive: (giving: MarkingInput) => void;
}

/** Takes photos of a performance with the tablet's camera. A photo is stored on this device at once, and sent together with its score sheet. */
export function EvidenceField({ row, name, giving, disabled, onGive }: EvidenceFieldProps) {
  const { t } = useTranslation('marking');
  const words = useLabelText();
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const { photos = [], kept = [] } = giving;
  /** The latest sheet: shrinking and writing a photo takes seconds, and the assessor continues meanwhile. */
  const latest = useRef(giving);
  useEffect(() => {
    latest.current = giving;
  }, [giving]);
  const take = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    try {
      const taken: StoredEvidencePhoto[] = [];
      for (const file of files.slice(0, mostPhotos - photos.length - kept.length)) {
        const { bytes, type } = await shrinkPhoto(new Uint8Array(await file.arrayBuffer()), file.type);
        if (!/^image\/(jpeg|png|webp)$/.test(type)) {
          toast.error(isHeic(bytes) ? words(heicMessage) : t('noPhoto', { name: file.name }));
          continue;
        }
        const id = browserRandom.uuid();
        await storePhoto(userId, id, await dataUrl(new Blob([bytes], { type })));
        taken.push({ id, row, takenMs: Date.now() });
      }
      if (taken.length > 0) onGive({ ...latest.current, kept: [...(latest.current.kept ?? []), ...taken] });
    } catch (failure) {
      toast.error(t('notKept', { reason: describeStoreFailure(failure, t) }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {photos.map((photo) =>
        photo.row === row ? (
          <Photo
            key={photo.url}
            url={photo.url}
            name={name}
            onRemove={disabled ? undefined : () => onGive({ ...giving, photos: photos.filter((each) => each !== photo) })}
          />
        ) : null,
      )}
      {kept.map((photo) =>
        photo.row === row ? (
          <KeptPicture
            key={photo.id}
            id={photo.id}
            name={name}
            onRemove={disabled ? undefined : () => onGive({ ...giving, kept: kept.filter((each) => each !== photo) })}
          />
        ) : null,
      )}
      {!disabled && (
        <>
          <Button
            size="icon"
            className="border-dashed pointer-coarse:size-11"
            aria-label={t('takePhoto', { name })}
            busy={busy}
            disabled={photos.length + kept.length >= mostPhotos}
            onClick={() => input.current?.click()}
          >
            {!busy && <Camera aria-hidden />}
          </Button>
          <FileInput
            ref={input}
            aria-label={t('photoFile', { name })}
            accept="image/*"
            capture="environment"
            multiple
            onFiles={(files) => void take(files)}
          />
        </>
      )}
    </div>
  );
}

function KeptPicture({ id, name, onRemove }: { id: string; name: string; onRemove: (() => void) | undefined }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    void readStoredPhoto(id).then((found) => {
      if (wanted) setUrl(found);
    });
    return () => {
      wanted = false;
    };
  }, [id]);
  return <Photo url={url} name={name} here onRemove={onRemove} />;
}

interface PhotoProps {
  url: string | null;
  name: string;
  /** True for a photo that is only on this device; it is sent with the sheet. */
  here?: boolean;
  onRemove: (() => void) | undefined;
}

function Photo({ url, name, here = false, onRemove }: PhotoProps) {
  const { t } = useTranslation('marking');
  const [broken, setBroken] = useState(false);
  return (
    <span className="relative block h-11 w-14 overflow-hidden rounded-md border bg-muted">
      {url === null || broken ? (
        <ImageOff aria-label={t('photoNotHere')} className="m-auto mt-3 size-4 text-muted-foreground" />
      ) : (
        <img src={url} alt={t('photoOf', { name })} onError={() => setBroken(true)} className="size-full object-cover" />
      )}
      <span className="absolute right-0.5 bottom-0.5 rounded-full bg-card p-0.5">
        <ChipMark shape={here ? 'ring' : 'dot'} className={here ? 'text-kept' : 'text-delivered'} />
      </span>
      {onRemove !== undefined && (
        <button
          type="button"
          data-press="once"
          aria-label={t('photoRemove', { name })}
          onClick={onRemove}
          className="absolute top-0 right-0 grid size-5 place-items-center rounded-bl-md bg-card/90"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </span>
  );
}

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
