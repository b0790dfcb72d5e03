import { Camera, ImageOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useAtomValue } from 'jotai';
import { heicWords } from '../../../../sync/machines/heic-words.ts';
import { isHeic } from '../../../../sync/machines/heic.ts';
import { smallerPhoto } from '../../../lib/smaller-photo.ts';
import { chance } from '../../../platform/browser-ports.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { Mark } from '../../../ui/chip.tsx';
import { FileInput } from '../../../ui/file-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { useWords } from '../../../ui/use-words.ts';
import type { Giving, KeptPhoto } from '../given-points.ts';
import { keepPhoto, photoHere } from '../marks-cache.ts';
import { whyNotKept } from '../why-not-kept.ts';

const mostPhotos = 30;

interface EvidenceFieldProps {
  row: number;
  name: string;
  giving: Giving;
  disabled: boolean;
  onGive: (giving: Giving) => void;
}

/** Takes photos of a performance with the tablet's camera. A photo is stored on this device at once, and sent together with its score sheet. */
export function EvidenceField({ row, name, giving, disabled, onGive }: EvidenceFieldProps) {
  const { t } = useTranslation('marking');
  const words = useWords();
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
      const taken: KeptPhoto[] = [];
      for (const file of files.slice(0, mostPhotos - photos.length - kept.length)) {
        const { bytes, type } = await smallerPhoto(new Uint8Array(await file.arrayBuffer()), file.type);
        if (!/^image\/(jpeg|png|webp)$/.test(type)) {
          toast.error(isHeic(bytes) ? words(heicWords) : t('noPhoto', { name: file.name }));
          continue;
        }
        const id = chance.uuid();
        await keepPhoto(userId, id, await dataUrl(new Blob([bytes], { type })));
        taken.push({ id, row, takenMs: Date.now() });
      }
      if (taken.length > 0) onGive({ ...latest.current, kept: [...(latest.current.kept ?? []), ...taken] });
    } catch (failure) {
      toast.error(t('notKept', { reason: whyNotKept(failure, t) }));
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
    void photoHere(id).then((found) => {
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
        <Mark shape={here ? 'ring' : 'dot'} className={here ? 'text-kept' : 'text-delivered'} />
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
