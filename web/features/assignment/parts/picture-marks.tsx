import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { maxPictureMarks, type PictureMark } from '../../../../sync/contract/marking/picture-mark.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { MarkNumber, pictureMarkClass, PictureFrame, getMarkPosition } from '../../../ui/entity/marked-picture.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface PictureMarksProps {
  file: { readonly itemId: string; readonly name: string; readonly url: string };
  /** Marks on all photos of the answer. */
  marks: readonly PictureMark[];
  onChange: (marks: PictureMark[]) => void;
}

/** Sets numbered marks on a photo: where it is clicked, or in the middle by the button. Arrow keys move a mark. */
export function PictureMarks({ file, marks, onChange }: PictureMarksProps) {
  const { t } = useTranslation('assignment');
  const id = useId();
  const mine = marks.flatMap((mark, at) => (mark.file === file.itemId ? [{ mark, at }] : []));
  const full = marks.length >= maxPictureMarks;
  const add = (x: number, y: number): void => {
    if (full) return;
    onChange([...marks, { file: file.itemId, x: share(x), y: share(y), text: '' }]);
    // The mark's field exists only after the next render.
    requestAnimationFrame(() => document.getElementById(`${id}-${mine.length}`)?.focus());
  };
  const onPicture = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    add((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const change = (at: number, next: Partial<PictureMark>) => onChange(marks.map((mark, n) => (n === at ? { ...mark, ...next } : mark)));
  const move = (event: KeyboardEvent, { mark, at }: (typeof mine)[number]): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? 0.05 : 0.01;
    change(at, { x: share(mark.x + step[0] * by), y: share(mark.y + step[1] * by) });
  };
  return (
    <section aria-label={t('marksOn', { name: file.name })} className="mt-3 space-y-2">
      <PictureFrame src={file.url} alt={file.name}>
        <button
          type="button"
          data-press="once"
          tabIndex={-1}
          aria-hidden
          className="absolute inset-0 size-full cursor-crosshair"
          onClick={onPicture}
        />
        {mine.map((each, n) => (
          <button
            key={each.at}
            type="button"
            data-press="again"
            aria-label={t('markPlace', { n: n + 1 })}
            className={cn(pictureMarkClass, 'cursor-pointer focus-visible:outline-3')}
            style={getMarkPosition(each.mark)}
            onClick={() => document.getElementById(`${id}-${n}`)?.focus()}
            onKeyDown={(event) => move(event, each)}
          >
            {n + 1}
          </button>
        ))}
      </PictureFrame>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px] text-muted-foreground">
        <Button size="sm" disabled={full} onClick={() => add(0.5, 0.5)}>
          {t('addMark')}
        </Button>
        {full ? t('marksFull', { count: maxPictureMarks }) : t('marksHelp')}
      </p>
      <ol className="space-y-1.5">
        {mine.map(({ mark, at }, n) => (
          <li key={at} className="flex items-center gap-2.5">
            <MarkNumber number={n + 1} />
            <Textarea
              id={`${id}-${n}`}
              rows={1}
              maxLength={200}
              aria-label={t('markWords', { n: n + 1 })}
              aria-invalid={mark.text.trim() === '' || undefined}
              placeholder={t('commentHint')}
              value={mark.text}
              onChange={(event) => change(at, { text: event.target.value })}
            />
            <Button
              size="icon"
              variant="ghost"
              aria-label={t('removeMark', { n: n + 1 })}
              onClick={() => onChange(marks.filter((_, each) => each !== at))}
            >
              <Trash2 />
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
