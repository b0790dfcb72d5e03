import { type Ref, useState, type KeyboardEvent, type MouseEvent, useId } from 'react';
import { isPictureName, AttachmentLinks } from '../../../ui/form/attachment-links.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { MarkedPicture, MarkNumber, pictureMarkClass, PictureFrame, getMarkPosition } from '../../../ui/entity/marked-picture.tsx';
import { NoteEditor } from '../../../ui/entity/note-editor.tsx';
import { AnnotatedAnswer, NoteList } from '../../../ui/entity/noted-answer.tsx';
import { useTranslation } from '../../../lib/i18n.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import type { TeacherMark, TeacherMarks } from '../teacher-marks.ts';
import type { AssignmentWork } from '../assignment-queries.ts';
import { Trash2 } from 'lucide-react';
import { maxPictureMarks, type PictureMark } from '../../../../sync/contract/marking/picture-mark.ts';
import { cn } from '../../../lib/cn.ts';

type Item = AssignmentWork['items'][number];

/** True if the mark can be saved: its points are in range, and every mark on a photo has a text. */
export const isValidMark = ({ points, pictures }: TeacherMark, max: number): boolean =>
  (points === null || (points >= 0 && points <= max)) && pictures.every(({ text }) => text.trim() !== '');

/** Sums the points of all questions: the teacher's, or else the automatic ones. Returns null if a question has no points yet. */
export function sumMarks(work: AssignmentWork, marks: TeacherMarks): number | null {
  let cents = 0;
  for (const item of work.items) {
    const points = marks.get(item.itemId)?.points ?? item.autoPoints;
    if (points === null) return null;
    cents += Math.round(points * 100);
  }
  return cents / 100;
}

interface MarkItemProps {
  item: Item;
  mark: TeacherMark | undefined;
  open: boolean;
  onChange: (mark: TeacherMark) => void;
  /** Ref to the field for the points, so that the page can focus it. */
  pointsRef?: Ref<HTMLInputElement>;
}

/** Shows one answer next to its key, with fields for points and comment. */
export function MarkItem({
  item,
  mark = { points: null, comment: '', pictures: [], notes: [] },
  open,
  onChange,
  pointsRef,
}: MarkItemProps) {
  const { t } = useTranslation('assignment');
  const isInvalid = mark.points !== null && !(mark.points >= 0 && mark.points <= item.max);
  return (
    <li className="grid gap-x-5 gap-y-3 rounded-xl border bg-card px-5 py-4 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="min-w-0 text-[15px] leading-relaxed">
        <p className="mb-1.5 flex items-center gap-2.5 text-[13px]">
          <b className="num text-base">{item.itemId}</b>
          <span className="text-muted-foreground">{item.section}</span>
          {item.right !== null && (
            <Chip tone={item.right ? 'delivered' : 'seal'} mark={item.right ? 'dot' : 'square'}>
              {t(item.right ? 'right' : 'wrong')}
            </Chip>
          )}
        </p>
        <QuestionView question={item} chosen={item.answer} chosenText="✓">
          {item.options.length > 0 ? null : item.type > 4 && item.answer.length > 0 ? (
            <WrittenAnswer answer={item.answer.join('')} mark={mark} open={open} onChange={onChange} />
          ) : (
            <p className={answerLook}>
              {item.answer.length === 0 ? <span className="text-muted-foreground">{t('noAnswer')}</span> : item.answer.join(' / ')}
            </p>
          )}
          <AttachmentLinks files={item.files} />
          <Photos item={item} mark={mark} open={open} onChange={onChange} />
        </QuestionView>
      </div>
      <div className="flex flex-col gap-2">
        <label className="text-[13px] text-muted-foreground">
          {t('pointsFor', { n: item.itemId })}
          <span className="mt-1 flex items-center gap-2">
            <Input
              ref={pointsRef}
              type="number"
              inputMode="decimal"
              min={0}
              max={item.max}
              step={0.5}
              disabled={!open}
              aria-invalid={isInvalid || undefined}
              className="num w-24"
              placeholder={item.autoPoints === null ? '' : String(item.autoPoints)}
              value={mark.points ?? ''}
              onChange={(event) =>
                onChange({ ...mark, points: Number.isNaN(event.target.valueAsNumber) ? null : event.target.valueAsNumber })
              }
            />
            <span className="num">{`/ ${item.max}`}</span>
          </span>
        </label>
        {item.autoPoints !== null && (
          <p className="num text-[13px] text-muted-foreground">{t('autoPoints', { points: item.autoPoints, max: item.max })}</p>
        )}
        <label className="flex grow flex-col gap-1 text-[13px] text-muted-foreground">
          {t('commentFor', { n: item.itemId })}
          <Textarea
            rows={2}
            maxLength={2000}
            disabled={!open}
            placeholder={t('commentHint')}
            value={mark.comment}
            onChange={(event) => onChange({ ...mark, comment: event.target.value })}
          />
        </label>
      </div>
    </li>
  );
}

const answerLook = 'mt-2 rounded-md bg-muted px-3 py-2 whitespace-pre-line';

/** Shows the written answer with notes on its passages. */
function WrittenAnswer({ answer, mark, open, onChange }: { answer: string; mark: TeacherMark } & Pick<MarkItemProps, 'open' | 'onChange'>) {
  if (open)
    return (
      <NoteEditor
        answer={answer}
        notes={mark.notes}
        onNotes={(notes) => onChange({ ...mark, notes: [...notes] })}
        make={(note) => note}
        keys="chosen"
        className={answerLook}
      />
    );
  return (
    <>
      <AnnotatedAnswer answer={answer} notes={mark.notes} className={answerLook} />
      {mark.notes.length > 0 && <NoteList answer={answer} notes={mark.notes} className="mt-2" />}
    </>
  );
}

/** Shows the answer's photos with their marks. A photo without marks is collapsed until it is opened. */
function Photos({ item, mark, open, onChange }: Required<Pick<MarkItemProps, 'item' | 'open' | 'onChange'>> & { mark: TeacherMark }) {
  const { t } = useTranslation('assignment');
  const [opened, setOpened] = useState<readonly string[]>([]);
  return item.files.map(({ itemId, name, url }) => {
    if (url === null || !isPictureName(name)) return null;
    const fileMarks = mark.pictures.filter(({ file }) => file === itemId);
    if (!open) return fileMarks.length > 0 && <MarkedPicture key={itemId} src={url} alt={name} marks={fileMarks} label={t('marksOf')} />;
    if (fileMarks.length === 0 && !opened.includes(itemId))
      return (
        <Button key={itemId} size="sm" variant="ghost" className="mt-2 mr-2" onClick={() => setOpened((all) => [...all, itemId])}>
          {t('markPhoto', { name })}
        </Button>
      );
    return (
      <PictureMarks
        key={itemId}
        file={{ itemId, name, url }}
        marks={mark.pictures}
        onChange={(pictures) => {
          // Keep the photo open after its last mark was removed.
          setOpened((all) => (all.includes(itemId) ? all : [...all, itemId]));
          onChange({ ...mark, pictures });
        }}
      />
    );
  });
}

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

/** Edits numbered marks on a photo. A click sets one at that place, a button sets one in the middle, and arrow keys move a mark. */
function PictureMarks({ file, marks, onChange }: PictureMarksProps) {
  const { t } = useTranslation('assignment');
  const id = useId();
  const fileMarks = marks.flatMap((mark, at) => (mark.file === file.itemId ? [{ mark, at }] : []));
  const full = marks.length >= maxPictureMarks;
  const add = (x: number, y: number): void => {
    if (full) return;
    onChange([...marks, { file: file.itemId, x: share(x), y: share(y), text: '' }]);
    // Focuses the text field of the new mark, which exists only after the next render.
    requestAnimationFrame(() => document.getElementById(`${id}-${fileMarks.length}`)?.focus());
  };
  const onPicture = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    add((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const change = (index: number, patch: Partial<PictureMark>) =>
    onChange(marks.map((mark, n) => (n === index ? { ...mark, ...patch } : mark)));
  const move = (event: KeyboardEvent, { mark, at }: (typeof fileMarks)[number]): void => {
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
        {fileMarks.map((entry, n) => (
          <button
            key={entry.at}
            type="button"
            data-press="again"
            aria-label={t('markPlace', { n: n + 1 })}
            className={cn(pictureMarkClass, 'cursor-pointer focus-visible:outline-3')}
            style={getMarkPosition(entry.mark)}
            onClick={() => document.getElementById(`${id}-${n}`)?.focus()}
            onKeyDown={(event) => move(event, entry)}
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
        {fileMarks.map(({ mark, at }, n) => (
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
