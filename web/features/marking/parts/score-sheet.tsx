import { Minus, Plus, Camera, ImageOff, X } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { ScoreSheetRow } from '../../../../sync/contract/marking/marking.ts';
import { sumDeductedPoints } from '../../../../sync/domain/marking/score-sheet.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { type MarkingInput, listSheetRows, replaceSheetRow, type StoredEvidencePhoto } from '../marking-input.ts';
import type { MarkingTask } from '../marking-queries.ts';
import { VetoBoxes } from './veto-boxes.tsx';
import { useEffect, useRef, useState } from 'react';
import { useAtomValue } from 'jotai';
import { heicMessage } from '../../../../sync/domain/heic-message.ts';
import { isHeic } from '../../../../sync/domain/heic.ts';
import { shrinkPhoto } from '../../../lib/files/smaller-photo.ts';
import { browserRandom } from '../../../platform/browser-ports.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLabelText } from '../../../ui/form/use-label-text.ts';
import { storePhoto, readStoredPhoto } from '../marks-cache.ts';
import { describeStoreFailure } from './marks-save-indicator.tsx';

interface AssessorScoreSheetProps {
  task: MarkingTask;
  markingInput: MarkingInput;
  disabled: boolean;
  onInputChange: (giving: MarkingInput) => void;
}

const columns = 'xl:grid-cols-[2rem_minmax(7rem,1fr)_minmax(9rem,1.4fr)_3rem_8.5rem_3.5rem_minmax(9rem,1fr)]';

/** Renders the score sheet with the columns of the printed one: 序号, 考核内容, 考核要求, 配分, 评分标准, 扣分, 得分, 备注. */
export function AssessorScoreSheet({ task, markingInput, disabled, onInputChange }: AssessorScoreSheetProps) {
  const { t } = useTranslation('marking');
  const points = listSheetRows(task, t('wholeQuestion'));
  const emptyRow: ScoreSheetRow = { times: [], other: 0, remark: '' };
  return (
    <div className="overflow-hidden rounded-xl border bg-card">
      <div aria-hidden className={cn('hidden gap-x-3 border-b bg-muted px-3.5 py-2 text-[13px] text-muted-foreground xl:grid', columns)}>
        {(['sheetNo', 'sheetContent', 'sheetCriteria', 'sheetMost', 'sheetOff', 'sheetLeft', 'sheetRemark'] as const).map((key) => (
          <span key={key} className={cn((key === 'sheetMost' || key === 'sheetLeft') && 'text-right')}>
            {t(key)}
          </span>
        ))}
      </div>
      <ol className="divide-y">
        {points.map((point, at) => {
          const row = markingInput.sheet?.[at] ?? emptyRow;
          const off = sumDeductedPoints(point, row);
          const give = (next: Partial<ScoreSheetRow>) => onInputChange(replaceSheetRow(task, markingInput, at, { ...row, ...next }));
          const name = point.content === '' ? t('sheetRow', { row: at + 1, message: '' }) : point.content;
          return (
            <li
              key={at}
              className={cn(
                'grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 px-3.5 py-3 text-sm',
                columns,
                off > 0 && 'bg-primary-soft/50',
              )}
            >
              <span className="num text-muted-foreground">{at + 1}</span>
              <div className="min-w-0">
                <p className="font-semibold">{name}</p>
                {point.requirement !== '' && <p className="text-[13px] text-muted-foreground">{point.requirement}</p>}
              </div>
              <div className="flex flex-wrap gap-2 max-xl:order-4 max-xl:col-span-3 max-xl:col-start-1">
                {point.deductions.map((deduction, which) => {
                  const times = row.times[which] ?? 0;
                  const set = (next: number) =>
                    give({ times: point.deductions.map((_, index) => (index === which ? next : (row.times[index] ?? 0))) });
                  return <DeductionCounter key={which} deduction={deduction} times={times} disabled={disabled} onChange={set} />;
                })}
              </div>
              <span className="num text-right max-xl:hidden">{point.most}</span>
              <DeductedPoints
                name={name}
                off={off}
                most={point.most}
                other={row.other}
                disabled={disabled}
                onChange={(other) => give({ other })}
              />
              <output aria-label={t('leftOf', { name })} className="num text-right text-lg font-bold max-xl:col-start-3 max-xl:row-start-1">
                {markingInput.points[at]}
                <span className="text-sm font-normal text-muted-foreground xl:hidden"> / {point.most}</span>
              </output>
              <div className="flex min-w-0 gap-1.5 max-xl:order-6 max-xl:col-span-3 xl:flex-col">
                <Input
                  aria-label={t('remarkOf', { name })}
                  placeholder={t('sheetRemark')}
                  value={row.remark}
                  maxLength={200}
                  disabled={disabled}
                  onChange={({ target }) => give({ remark: target.value })}
                  className="h-9"
                />
                <EvidenceField row={at} name={name} markingInput={markingInput} disabled={disabled} onInputChange={onInputChange} />
              </div>
            </li>
          );
        })}
      </ol>
      {task.veto.length > 0 && (
        <fieldset disabled={disabled} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-3.5 py-3">
          <legend className="sr-only">{t('vetoes')}</legend>
          <p aria-hidden className="text-sm font-semibold">
            {t('vetoShort')}
            <span className="block text-[13px] font-normal text-muted-foreground">{t('vetoShortHint')}</span>
          </p>
          <VetoBoxes
            {...{ task, markingInput, disabled, onInputChange }}
            className="flex min-h-11 min-w-56 grow items-center gap-2.5 rounded-lg border-2 px-3 py-1.5 text-sm"
            checkedClassName="border-seal bg-seal-soft text-seal"
          />
        </fieldset>
      )}
    </div>
  );
}

interface DeductionCounterProps {
  deduction: { readonly text: string; readonly points: number };
  /** How often the deduction was made. */
  times: number;
  disabled: boolean;
  onChange: (times: number) => void;
}

/** Counts how often one listed deduction was made: a tap adds one, the minus takes one back. */
function DeductionCounter({ deduction, times, disabled, onChange }: DeductionCounterProps) {
  const { t } = useTranslation('marking');
  return (
    <span className={cn('flex min-h-11 overflow-hidden rounded-lg border-2', times > 0 ? 'border-primary' : 'border-input')}>
      <button
        type="button"
        data-press="again"
        disabled={disabled}
        onClick={() => onChange(Math.min(99, times + 1))}
        className="num flex items-center gap-2 px-2.5 py-1 text-left enabled:hover:bg-muted"
      >
        <span>
          {deduction.text}
          <span className="block text-[13px] text-muted-foreground">{t('eachTime', { points: deduction.points })}</span>
        </span>
        {times > 0 && <b className="rounded-md bg-primary px-1.5 text-[13px] text-primary-foreground">×{times}</b>}
      </button>
      {times > 0 && (
        <button
          type="button"
          data-press="again"
          disabled={disabled}
          aria-label={t('onceLess', { text: deduction.text })}
          onClick={() => onChange(times - 1)}
          className="grid min-w-9 place-items-center border-l enabled:hover:bg-muted"
        >
          <Minus aria-hidden className="size-4" />
        </button>
      )}
    </span>
  );
}

/** Manual deductions change in half points, the smallest unit of a deduction. */
const step = 0.5;

interface DeductedPointsProps {
  /** Name of the row, for the labels. */
  name: string;
  /** All points deducted in the row. */
  off: number;
  /** The most points that the row can lose. */
  most: number;
  /** Points deducted by hand. */
  other: number;
  disabled: boolean;
  onChange: (other: number) => void;
}

/** Shows the points deducted in a row, and lets the assessor deduct more or fewer by hand. */
function DeductedPoints({ name, off, most, other, disabled, onChange }: DeductedPointsProps) {
  const { t } = useTranslation('marking');
  return (
    <div
      className="num flex items-center rounded-lg border max-xl:order-5 max-xl:col-span-2 max-xl:col-start-1 max-xl:justify-self-start"
      role="group"
      aria-label={t('offOf', { name })}
    >
      <Button
        size="icon"
        variant="ghost"
        className="pointer-coarse:size-11"
        aria-label={t('offLess', { name })}
        disabled={disabled || other <= 0}
        onClick={() => onChange(Math.max(0, other - step))}
      >
        <Minus aria-hidden />
      </Button>
      <output className={cn('min-w-10 text-center text-base font-semibold', off === 0 && 'font-normal text-muted-foreground')}>
        {off}
      </output>
      <Button
        size="icon"
        variant="ghost"
        className="pointer-coarse:size-11"
        aria-label={t('offMore', { name })}
        disabled={disabled || off >= most}
        onClick={() => onChange(other + step)}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  );
}

const mostPhotos = 30;

interface EvidenceFieldProps {
  row: number;
  name: string;
  markingInput: MarkingInput;
  disabled: boolean;
  onInputChange: (giving: MarkingInput) => void;
}

/** Takes photos of a performance with the tablet's camera. A photo is stored on this device at once, and sent together with its score sheet. */
function EvidenceField({ row, name, markingInput, disabled, onInputChange }: EvidenceFieldProps) {
  const { t } = useTranslation('marking');
  const words = useLabelText();
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const { photos = [], kept = [] } = markingInput;
  /** The latest sheet: shrinking and writing a photo takes seconds, and the assessor continues meanwhile. */
  const latest = useRef(markingInput);
  useEffect(() => {
    latest.current = markingInput;
  }, [markingInput]);
  const take = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    try {
      const newPhotos: StoredEvidencePhoto[] = [];
      for (const file of files.slice(0, mostPhotos - photos.length - kept.length)) {
        const { bytes, type } = await shrinkPhoto(new Uint8Array(await file.arrayBuffer()), file.type);
        if (!/^image\/(jpeg|png|webp)$/.test(type)) {
          toast.error(isHeic(bytes) ? words(heicMessage) : t('noPhoto', { name: file.name }));
          continue;
        }
        const id = browserRandom.uuid();
        await storePhoto(userId, id, await readDataUrl(new Blob([bytes], { type })));
        newPhotos.push({ id, row, takenMs: Date.now() });
      }
      if (newPhotos.length > 0) onInputChange({ ...latest.current, kept: [...(latest.current.kept ?? []), ...newPhotos] });
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
            onRemove={disabled ? undefined : () => onInputChange({ ...markingInput, photos: photos.filter((each) => each !== photo) })}
          />
        ) : null,
      )}
      {kept.map((photo) =>
        photo.row === row ? (
          <KeptPicture
            key={photo.id}
            id={photo.id}
            name={name}
            onRemove={disabled ? undefined : () => onInputChange({ ...markingInput, kept: kept.filter((each) => each !== photo) })}
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
    let isActive = true;
    void readStoredPhoto(id).then((storedUrl) => {
      if (isActive) setUrl(storedUrl);
    });
    return () => {
      isActive = false;
    };
  }, [id]);
  return <Photo url={url} name={name} isOnlyLocal onRemove={onRemove} />;
}

interface PhotoProps {
  url: string | null;
  name: string;
  /** True for a photo that is only on this device; it is sent with the sheet. */
  isOnlyLocal?: boolean;
  onRemove: (() => void) | undefined;
}

function Photo({ url, name, isOnlyLocal = false, onRemove }: PhotoProps) {
  const { t } = useTranslation('marking');
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className="relative block h-11 w-14 overflow-hidden rounded-md border bg-muted">
      {url === null || isBroken ? (
        <ImageOff aria-label={t('photoNotHere')} className="m-auto mt-3 size-4 text-muted-foreground" />
      ) : (
        <img src={url} alt={t('photoOf', { name })} onError={() => setIsBroken(true)} className="size-full object-cover" />
      )}
      <span className="absolute right-0.5 bottom-0.5 rounded-full bg-card p-0.5">
        <ChipMark shape={isOnlyLocal ? 'ring' : 'dot'} className={isOnlyLocal ? 'text-kept' : 'text-delivered'} />
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

const readDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });
