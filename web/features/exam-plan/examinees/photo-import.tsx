import { ImagePlus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { planCallPrefixes } from '../exam-plan-queries.ts';
import { getPhotoKey, readPhotos } from '../../../lib/files/photo-files.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { useAction } from '../../../ui/use-action.ts';
import { matchPhotos } from './photo-match.ts';
import type { PlanSeatingView } from '../seating/seating-queries.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { hasHeicExtension } from '../../../../sync/domain/heic.ts';

/** The most photos that one call accepts. */
const atOnce = 50;
const shownNames = 5;
const idNumber = /^\d{17}[\dX]$/i;

/** Asks the server whose the ID numbers in the file names are, because the page never receives full ID numbers. */
async function peopleOfIds(names: readonly string[]): Promise<Map<string, number>> {
  const ids = names.map((name) => getPhotoKey(name).toUpperCase()).filter((key) => idNumber.test(key));
  if (ids.length === 0) return new Map();
  const { matched } = await makeCall(
    '/user/matchExamUsers',
    { rows: ids.map((id, at) => ({ row: at + 1, cells: { id_number: id } })) },
    { quiet: true },
  );
  return new Map(matched.map((one) => [ids[one.row - 1] ?? '', one.user.id]));
}

/**
 * Imports the photos of a whole exam from a zip file, named by ticket, student or ID number. Photos without a match are listed before anything is
 * sent.
 */
export function PhotoImport({ seating }: { seating: PlanSeatingView }) {
  const { t } = useTranslation('planPart');
  const words = useLabelText();
  const input = useRef<HTMLInputElement>(null);
  const invalidate = useInvalidate();
  const read = useAction({
    mutationFn: async (files: readonly File[]) => {
      const { photos, left } = await readPhotos(files);
      const match = matchPhotos(photos, seating.people, await peopleOfIds(photos.map((one) => one.name)));
      return { ...match, left: [...left, ...match.open.map((one) => one.name)] };
    },
  });
  const save = useAction({
    mutationFn: async () => {
      const found = read.data?.found ?? [];
      for (let at = 0; at < found.length; at += atOnce) {
        const items = [];
        for (const { userId, photo } of found.slice(at, at + atOnce)) {
          const { url } = await uploadFile(
            new File([photo.bytes], getPhotoKey(photo.name) + photo.name.slice(photo.name.lastIndexOf('.'))),
          );
          items.push({ userId, photo: url });
        }
        await makeCall('/exam/setPhotos', { planId: seating.id, items });
      }
      return found.length;
    },
    onSuccess: (n) => {
      toast.success(t('photosDone', { n }));
      read.reset();
    },
    onSettled: () => invalidate(...planCallPrefixes),
  });
  const left = read.data?.left ?? [];
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button busy={read.isPending} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden />
          {t('photos')}
        </Button>
        <FileInput
          ref={input}
          multiple
          accept=".zip,.jpg,.jpeg,.png,.webp"
          aria-label={t('photos')}
          onFiles={(files) => read.mutate(files)}
        />
        <span className="text-[13px] text-muted-foreground">{t('photosHint')}</span>
      </div>
      {(read.error ?? save.error) !== null && (
        <div role="alert">
          <Strip tone="seal">{read.error === null ? t('photosBroken') : t('photosUnreadable')}</Strip>
        </div>
      )}
      {read.data !== undefined && (
        <Strip
          tone={left.length > 0 ? 'kept' : 'neutral'}
          live
          action={
            read.data.found.length > 0 && (
              <Button size="sm" variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
                {t('photosTake', { n: read.data.found.length })}
              </Button>
            )
          }
        >
          <span className="num">
            {t('photosFound', { n: read.data.found.length, of: seating.people.length })}
            {left.length > 0 && ` ${t('photosLeft', { n: left.length, names: left.slice(0, shownNames).join('、') })}`}
            {left.some(hasHeicExtension) && ` ${words(heicMessage)}`}
          </span>
        </Strip>
      )}
    </div>
  );
}
