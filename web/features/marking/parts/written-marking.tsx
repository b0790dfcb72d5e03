import { useAtomValue } from 'jotai';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { debounce } from '../../../lib/debounce.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { type MarkingInput, toMarkingInput, listMaxPoints, toMarkerPoints } from '../marking-input.ts';
import { storeSheetDraft } from '../marks-cache.ts';
import { type MarkStorage, useMarkStorage } from '../use-marks.ts';
import { type ScriptCardState, useScriptQueue } from '../use-script-queue.ts';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { MarkSheet } from './mark-sheet.tsx';
import { MarksSaveIndicator } from './marks-save-indicator.tsx';
import type { PointNote } from '../../../../sync/contract/marking/marking.ts';
import { NoteEditor } from '../../../ui/entity/note-editor.tsx';
import { AttachmentLinks } from '../../../ui/form/attachment-links.tsx';
import { formatScriptCode, type MarkingScript, type MarkingTask, type MarkingTaskPlace, toMarkedQuestion } from '../marking-queries.ts';
import { cn } from '../../../lib/cn.ts';
import { formatTime } from '../../../lib/format-time.ts';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

interface WrittenMarkingProps {
  place: MarkingTaskPlace;
  task: MarkingTask;
  selection: number | 'next' | 'all';
}

/** Marks a written question script after script. The next script is rendered in advance. */
export function WrittenMarking({ place, task, selection: which }: WrittenMarkingProps) {
  const { t } = useTranslation('marking');
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const marks = useMarkStorage(userId);
  const queue = useScriptQueue({ userId, place, marks }, which, task.released);
  const emptyKey = which === 'all' ? 'pick' : task.quotaLeft === 0 ? 'quotaDone' : 'allDone';
  const cards = [queue.shown, queue.ahead].filter((card) => card !== null);
  return (
    <div className="flex flex-col gap-3.5">
      <MarkingHead task={task} />
      <MarksSaveIndicator marks={marks} ready={queue.ahead !== null} />
      <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)_360px] lg:grid-rows-[auto_1fr]">
        <ScriptList
          task={task}
          current={queue.shown?.script.code}
          disabled={queue.busy || task.released}
          onChoose={queue.choose}
          className="max-lg:order-last lg:row-span-2"
        />
        <MarkedQuestionText task={task} />
        {cards.map((card) => (
          <ScriptCard
            key={`${card.script.code} ${card.script.basis}`}
            card={card}
            active={card === queue.shown}
            context={{ userId, place, task, marks }}
            // Pass a constant to the hidden card, so that it does not render again.
            busy={card === queue.shown && queue.busy}
            onNext={queue.next}
            onReturn={queue.giveBack}
          />
        ))}
        {queue.shown === null && (
          <div className="lg:col-start-2">
            {queue.waitsForNetwork ? (
              <Strip tone="kept" live>
                {t('nextWaits')}
              </Strip>
            ) : queue.failure !== null ? (
              <Panel>
                <QueryFailure error={queue.failure} onRetry={queue.retry} />
              </Panel>
            ) : (
              !queue.taking && (
                <Panel>
                  <EmptyState title={t(emptyKey)}>{emptyKey === 'pick' ? undefined : t(`${emptyKey}Text`)}</EmptyState>
                </Panel>
              )
            )}
          </div>
        )}
      </div>
    </div>
  );
}

const MarkingHead = memo(function MarkingHead({ task }: { task: MarkingTask }) {
  const { t } = useTranslation('marking');
  return (
    <>
      <PageHeader
        title={task.name}
        description={
          <span className="num">
            {task.figures.section} · {t('points', { count: task.figures.points })} ·{' '}
            {t('progress', { marked: task.figures.marked, scripts: task.figures.scripts })}
            {task.twice && ` · ${t('twiceChip')}`}
            {task.quotaLeft !== null && ` · ${t('quotaLeft', { count: task.quotaLeft })}`}
          </span>
        }
        actions={<LinkButton to="/marker/exam/index">{t('back')}</LinkButton>}
      />
      {task.released && <Strip tone="neutral">{t('released')}</Strip>}
    </>
  );
});

export const MarkedQuestionText = memo(
  function Question({ task }: { task: MarkingTask }) {
    return (
      <Panel bodyClassName="px-4 py-3" className="lg:col-start-2">
        <QuestionView question={toMarkedQuestion(task)} mode="mark" />
      </Panel>
    );
  },
  (before, after) => before.task.stem === after.task.stem && before.task.reference === after.task.reference,
);

const draftMs = 500;

/** Writes the newest input a moment after it was typed, and at once when the page is left. */
function createDraftWriter(write: (next: MarkingInput, when: 'leaving' | undefined) => Promise<void>) {
  let when: 'leaving' | undefined;
  const put = debounce((next: MarkingInput) => void write(next, when), draftMs);
  return {
    put,
    flush: put.flush,
    drop: put.drop,
    leave: () => {
      when = 'leaving';
      put.flush();
      when = undefined;
    },
  };
}

interface ScriptCardProps {
  card: ScriptCardState;
  /** True for the visible card. The other card is the next script, rendered hidden. */
  active: boolean;
  context: { readonly userId: number; readonly place: MarkingTaskPlace; readonly task: MarkingTask; readonly marks: MarkStorage };
  busy: boolean;
  onNext: () => void;
  onReturn: (code: number) => void;
}

/** Renders one script with its points. Input is stored on this PC as a draft before it is submitted. */
export function ScriptCard({ card, active, context: at, busy, onNext, onReturn }: ScriptCardProps) {
  const { script, draft: begun } = card;
  const { userId, place, task, marks } = at;
  const [giving, setGiving] = useState(() => begun ?? toMarkingInput(task, script.given));
  const [failed, setFailed] = useState<unknown>(null);
  /** True while the mark is being written: a second Enter must not submit again. */
  const keeping = useRef(false);
  /** The input that is on disk as a draft. */
  const [drafted, setDrafted] = useState<MarkingInput | null>(begun);
  const { heldIn, noteHeldIn } = marks;
  const draft = useMemo(
    () =>
      createDraftWriter(async (next, when) => {
        try {
          noteHeldIn(await storeSheetDraft(userId, { ...place, code: script.code }, script.basis, next, when));
          setDrafted(next);
          setFailed(null);
        } catch (failure) {
          setFailed(failure);
        }
      }),
    [userId, place, script.code, script.basis, noteHeldIn],
  );
  useEffect(() => {
    window.addEventListener('pagehide', draft.leave);
    return () => {
      window.removeEventListener('pagehide', draft.leave);
      draft.flush();
    };
  }, [draft]);
  const give = (next: MarkingInput) => {
    // Ignore input while the mark is being written: it is meant for the next script.
    if (keeping.current) return;
    setGiving(next);
    draft.put(next);
  };
  const submit = async (): Promise<void> => {
    const markerPoints = toMarkerPoints(task, giving);
    if (markerPoints === null || keeping.current) return;
    keeping.current = true;
    draft.drop();
    try {
      await marks.keep({ ...place, code: script.code, basis: script.basis, given: markerPoints }, null);
      setFailed(null);
      onNext();
    } catch (failure) {
      setFailed(failure);
    } finally {
      keeping.current = false;
    }
  };
  const points = listMaxPoints(task).length;
  const notes = useMemo(() => giving.notes ?? [], [giving.notes]);
  return (
    <div className={active ? 'contents' : 'hidden'}>
      <AnswerPanel
        script={script}
        active={active}
        notes={notes}
        points={points}
        onNotes={(next) => give({ ...giving, notes: next })}
        className="lg:col-start-2"
      />
      <MarkSheet
        task={task}
        active={active}
        isMarked={script.given !== null}
        markingInput={giving}
        failed={failed}
        drafted={drafted === giving ? heldIn : null}
        busy={busy}
        onInputChange={give}
        onSubmit={() => void submit()}
        onReturn={() => onReturn(script.code)}
      />
    </div>
  );
}

interface AnswerPanelProps {
  script: MarkingScript;
  active: boolean;
  notes: readonly PointNote[];
  /** Number of scoring points that a note can refer to. */
  points: number;
  onNotes: (notes: readonly PointNote[]) => void;
  className?: string;
}

/** Shows the answer with the marker's notes. A note may refer to one scoring point. */
function AnswerPanel({ script, active, notes, points, onNotes, className }: AnswerPanelProps) {
  const { t } = useTranslation('marking');
  const isPicture = script.answer === '' && script.files.length > 0;
  return (
    <Panel
      title={<span className="num">{t('code', { code: formatScriptCode(script.code) })}</span>}
      aside={
        <span className="num text-[13px] text-muted-foreground">
          {!isPicture && t('chars', { count: [...script.answer.replace(/\s/g, '')].length })}
          {notes.length > 0 && ` · ${t('noteCount', { count: notes.length })}`}
        </span>
      }
      bodyClassName="px-4 py-4"
      {...(className !== undefined && { className })}
    >
      {/* A note belongs to a stretch of text; a picture has no text. */}
      {!isPicture && (
        <NoteEditor
          answer={script.answer}
          notes={notes}
          onNotes={onNotes}
          make={(note) => ({ ...note, point: null })}
          keys={active ? 'whole' : 'off'}
          more={(note, number, change) => (
            <select
              aria-label={t('notePointOf', { number })}
              value={note.point ?? ''}
              onChange={({ target }) => change({ point: target.value === '' ? null : Number(target.value) })}
              className="h-[30px] rounded-md border border-input bg-card px-1.5"
            >
              <option value="">{t('noPoint')}</option>
              {Array.from({ length: points }, (_, point) => (
                <option key={point} value={point}>
                  {t('notePoint', { number: point + 1 })}
                </option>
              ))}
            </select>
          )}
          className="text-base leading-[1.9]"
        />
      )}
      <AttachmentLinks files={script.files} isFullWidth={isPicture} />
    </Panel>
  );
}

type Row = MarkingTask['scripts'][number];

interface ScriptListProps {
  task: MarkingTask;
  current: number | undefined;
  /** True while no script can be opened. */
  disabled: boolean;
  onChoose: (code: number) => void;
  className?: string;
}

/** Lists the scripts that this marker has marked, newest first. */
const ScriptList = memo(function ScriptList({ task, current, disabled, onChoose, className }: ScriptListProps) {
  const { t } = useTranslation('marking');
  return (
    <Panel
      title={t('myScripts')}
      aside={<span className="num text-[13px] text-muted-foreground">{task.figures.mine}</span>}
      className={cn(className)}
    >
      {task.scripts.length === 0 && <p className="px-3.5 py-3 text-[13px] text-muted-foreground">{t('noneYet')}</p>}
      {/* Disable one fieldset instead of hundreds of buttons. */}
      <fieldset disabled={disabled} className="max-h-[60dvh] overflow-y-auto">
        <ul>
          {task.scripts.map((script) => (
            <Line key={script.code} script={script} isCurrent={script.code === current} onChoose={onChoose} />
          ))}
        </ul>
      </fieldset>
    </Panel>
  );
});

const Line = memo(function Line({ script, isCurrent, onChoose }: { script: Row; isCurrent: boolean; onChoose: (code: number) => void }) {
  const { t } = useTranslation('marking');
  const waits = script.state === 'difference' || script.state === 'late';
  return (
    <li>
      <button
        type="button"
        data-press="again"
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(script.code)}
        className={cn(
          'num flex w-full items-baseline justify-between gap-2 border-b px-3.5 py-2 text-left text-sm',
          isCurrent ? 'bg-primary-soft' : waits ? 'bg-kept-soft' : 'enabled:hover:bg-muted',
        )}
      >
        <span className="min-w-0">
          <b className="block truncate font-medium">{t('code', { code: formatScriptCode(script.code) })}</b>
          <span className={cn('flex items-center gap-1.5 text-[13px]', waits ? 'text-kept-ink' : 'text-muted-foreground')}>
            {(waits || script.state === 'waits') && <ChipMark shape="ring" />}
            {waits || script.state === 'waits' ? t(`state_${script.state}`) : script.markedMs === null ? '' : formatTime(script.markedMs)}
          </span>
        </span>
        <span className={cn(script.total === null && 'text-muted-foreground')}>{script.total ?? t('notMarked')}</span>
      </button>
    </li>
  );
});
