import { useAtomValue } from 'jotai';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinSentences } from '../../../lib/punctuation.ts';
import { useNavigate } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { ChipMark } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';
import { type MarkingInput, listMaxPoints, computeTotal } from '../marking-input.ts';
import { type MarkingTask, getScoreSheetPath, type MarkingTaskPlace, toMarkedQuestion } from '../marking-queries.ts';
import { useMarkStorage } from '../use-marks.ts';
import { useScoreSheetDrafts } from '../use-score-sheet-drafts.ts';
import type { StoredSheetDraft } from '../marks-cache.ts';
import { describeStoreFailure, MarksSaveIndicator } from './marks-save-indicator.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { getSignatureState } from '../../../../sync/domain/marking/score-sheet.ts';
import { AssessorScoreSheet } from './score-sheet.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { SignaturePad, SignaturePicture } from '../../../ui/form/signature.tsx';

type Person = MarkingTask['scripts'][number];

interface PerformedMarkingProps {
  place: MarkingTaskPlace;
  task: MarkingTask;
  /** True if the data comes from this device's cache, because there was no network. */
  fromDevice: boolean;
  selection: number | 'next' | 'all';
}

/** Assessors' page on tablets: the list of examinees, and the score sheet of one. Works without a network. */
export function PerformedMarking({ place, task, fromDevice, selection: which }: PerformedMarkingProps) {
  const { t } = useTranslation('marking');
  const navigate = useNavigate();
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const marks = useMarkStorage(userId);
  const sheets = useScoreSheetDrafts({ userId, place, task, fromDevice }, marks);
  const person = task.scripts.find((script) => script.code === which);
  const waiting = new Set(
    marks.waiting.flatMap(({ mark }) => (mark.planId === place.planId && mark.questionId === place.questionId ? mark.code : [])),
  );
  const choose = (code: number) => void navigate(getScoreSheetPath(place, code), { replace: true });
  const next = findNextExaminee(task.scripts, person?.code, waiting);
  const photos = marks.waiting.reduce((sum, { mark }) => sum + (mark.photos?.length ?? 0), 0);
  return (
    <div className="flex flex-col gap-3">
      <PageHeader
        title={task.name}
        description={
          <span className="num">
            {task.figures.section} · {t('points', { count: task.figures.points })} ·{' '}
            {t('progress', { marked: task.figures.marked, scripts: task.figures.scripts })}
          </span>
        }
        actions={<LinkButton to="/marker/examOption/index">{t('back')}</LinkButton>}
      />
      {task.released && <Strip tone="neutral">{t('released')}</Strip>}
      {(fromDevice || marks.waiting.length > 0) && (
        <Strip tone="kept" live>
          {fromDevice && t('fromDevice')}
          {marks.waiting.length > 0 && t(photos > 0 ? 'waitsHerePhotos' : 'waitsHere', { count: marks.waiting.length, photos })}
        </Strip>
      )}
      {sheets.failed !== null && <Strip tone="seal">{t('notKept', { reason: describeStoreFailure(sheets.failed, t) })}</Strip>}
      <MarksSaveIndicator
        marks={marks}
        ready={false}
        unsaved={sheets.unsaved}
        withPhotos={photos > 0 || [...(sheets.storedSheets?.values() ?? [])].some(hasPhotosHere)}
        personOf={(code) => task.scripts.find((each) => each.code === code)?.person?.name}
      />
      <People
        people={task.scripts}
        current={person?.code}
        queuedCodes={waiting}
        hasDraft={(code) => sheets.storedSheets?.get(code)?.takenMs === null}
        onChoose={choose}
      />
      <Panel bodyClassName="px-4 py-3">
        <details open={person === undefined} className="text-sm">
          <summary className="cursor-pointer text-primary">{t('theTask')}</summary>
          <QuestionView question={toMarkedQuestion(task)} className="mt-2" />
        </details>
      </Panel>
      {person === undefined ? (
        <Panel>
          <EmptyState title={t(task.scripts.length === 0 ? 'nothingYet' : 'pickPerson')} />
        </Panel>
      ) : (
        sheets.storedSheets !== null && (
          <PerformedSheet
            key={person.code}
            task={task}
            person={person}
            markingInput={sheets.givingFor(person.code)}
            onInputChange={(giving) => sheets.change(person.code, giving)}
            onSubmit={(giving) => sheets.submit(person.code, giving)}
            onNext={next === undefined ? undefined : () => choose(next)}
          />
        )
      )}
    </div>
  );
}

const hasPhotosHere = ({ takenMs, giving }: StoredSheetDraft): boolean => takenMs === null && (giving.kept ?? []).length > 0;

/** Finds the next examinee whom this assessor has not marked. Falls back to the next one in the list. */
function findNextExaminee(people: readonly Person[], current: number | undefined, waiting: ReadonlySet<number>): number | undefined {
  const at = people.findIndex(({ code }) => code === current);
  const round = [...people.slice(at + 1), ...people.slice(0, Math.max(0, at))];
  return (round.find(({ code, total }) => total === null && !waiting.has(code)) ?? round[0])?.code;
}

interface PeopleProps {
  people: readonly Person[];
  current: number | undefined;
  queuedCodes: ReadonlySet<number>;
  hasDraft: (code: number) => boolean;
  onChoose: (code: number) => void;
}

/** Lists the examinees with the state of their sheets, and names own sheets that are not signed. */
function People({ people, current, queuedCodes, hasDraft, onChoose }: PeopleProps) {
  const { t } = useTranslation(['marking', 'words']);
  const describeState = ({ code, state: is, total, mean }: Person) => {
    if (queuedCodes.has(code)) return { shape: 'ring', text: t('toBeSent'), look: 'border-kept text-kept-ink' } as const;
    if (hasDraft(code)) return { shape: 'dot', text: t('begun'), look: 'text-accent-foreground' } as const;
    if (is === 'spread')
      return { shape: null, text: t('spreadOf', { mean: mean ?? '–' }), look: 'border-kept bg-kept-soft text-kept-ink' } as const;
    if (mean !== null)
      return { shape: 'square', text: t('meanIs', { mean }), look: 'border-transparent bg-delivered-soft text-delivered' } as const;
    if (total !== null) return { shape: 'dot', text: t('mineIs', { total }), look: 'border-delivered text-delivered' } as const;
    return { shape: 'ring', text: t('notMarked'), look: 'text-muted-foreground' } as const;
  };
  const lacksSignature = ({ code, given }: Person) =>
    given !== null && !queuedCodes.has(code) && !hasDraft(code) && getSignatureState(given) !== 'current';
  return (
    <ul aria-label={t('words:planUsers')} className="flex gap-2 overflow-x-auto pb-1">
      {people.map((person) => {
        const { shape, text, look } = describeState(person);
        return (
          <li key={person.code} className="shrink-0">
            <button
              type="button"
              data-press="again"
              aria-current={person.code === current || undefined}
              onClick={() => onChoose(person.code)}
              className={cn(
                'num min-h-11 min-w-28 rounded-lg border-2 bg-card px-3 py-1.5 text-left text-sm',
                look,
                person.code === current && 'border-primary bg-primary-soft',
              )}
            >
              <b className="block font-semibold text-foreground">
                {person.person?.name} <span className="font-normal text-muted-foreground">{person.person?.ticketNo.slice(-4)}</span>
              </b>
              <span className="flex items-center gap-1.5 text-[13px]">
                {shape === null ? <TriangleAlert aria-hidden className="size-3.5" /> : <ChipMark shape={shape} />}
                {lacksSignature(person) ? `${text} · ${t('unsigned')}` : text}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface PerformedSheetProps {
  task: MarkingTask;
  person: Person;
  markingInput: MarkingInput;
  onInputChange: (giving: MarkingInput) => void;
  onSubmit: (giving: MarkingInput) => Promise<boolean>;
  onNext: (() => void) | undefined;
}

/** Shows the score sheet of one examinee. A sheet that must be signed is submitted only with a signature for its points. */
export function PerformedSheet({ task, person, markingInput, onInputChange, onSubmit, onNext }: PerformedSheetProps) {
  const { t } = useTranslation('marking');
  const [isAsking, setIsAsking] = useState(false);
  const signing = useRef<HTMLDivElement>(null);
  const [isSignatureSought, setSignatureSought] = useState(false);
  const total = computeTotal(task, markingInput) ?? 0;
  const off = listMaxPoints(task).reduce((sum, most, at) => sum + most - (markingInput.points[at] ?? most), 0);
  const untouched = markingInput.points.filter((points, at) => points === listMaxPoints(task)[at]).length;
  const signed = getSignatureState(markingInput);
  const needsReason = person.total !== null && person.total !== total;
  const reasonMissing = needsReason && markingInput.comment.trim() === '';
  const lacksSignature = task.signatureRequired && signed !== 'current';
  const ask = (): void => {
    setSignatureSought(lacksSignature);
    if (lacksSignature) signing.current?.scrollIntoView({ block: 'center' });
    else setIsAsking(true);
  };
  const submit = () =>
    onSubmit(markingInput).catch((failure: unknown) => {
      throw new Error(t('notKept', { reason: describeStoreFailure(failure, t) }));
    });
  return (
    <>
      <AssessorScoreSheet task={task} markingInput={markingInput} disabled={task.released} onInputChange={onInputChange} />
      <div ref={signing}>
        <SheetSignatureField
          task={task}
          markingInput={markingInput}
          isSought={isSignatureSought && lacksSignature}
          onInputChange={onInputChange}
        />
      </div>
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-t-xl border bg-card px-4 py-3 shadow-pop">
        <p className="num flex items-baseline gap-2">
          <output aria-label={t('sheetTotal')} className="text-4xl font-bold">
            {total}
          </output>
          <span className="text-muted-foreground">{t('total', { count: task.figures.points })}</span>
        </p>
        <p className="num grow text-sm text-muted-foreground">
          {markingInput.veto.length > 0 ? <span className="font-medium text-seal">{t('vetoed')}</span> : t('takenOffIn', { off })}
          {person.total !== null && ` · ${t('givenBefore', { total: person.total })}`}
          {signed === 'earlier' && <span className="text-kept-ink"> · {t('signatureOld')}</span>}
        </p>
        <div className="ml-auto flex gap-2.5">
          {onNext !== undefined && (
            <Button size="lg" repeats onClick={onNext}>
              {t('nextPerson')}
              <ArrowRight aria-hidden />
            </Button>
          )}
          {!task.released && (
            <Button size="lg" variant="primary" onClick={ask}>
              {t('submitOnly')}
            </Button>
          )}
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('submitTitle', { name: person.person?.name ?? '', total, count: task.figures.points })}
          cancel={t('lookAgain')}
          confirm={t('submitOnly')}
          ready={!reasonMissing}
          run={submit}
          onDone={(isStored) => {
            if (!isStored) return;
            setIsAsking(false);
            onNext?.();
          }}
          onClose={() => setIsAsking(false)}
        >
          {({ tried }) => (
            <>
              <p className="num">
                {markingInput.veto.length > 0
                  ? t('submitVeto', { veto: joinSentences(markingInput.veto.map((at) => task.veto[at] ?? '')) })
                  : t('submitWhat', { off, untouched })}
              </p>
              {signed !== 'current' && (
                <Strip tone="kept" className="mt-2">
                  {t(signed === 'unsigned' ? 'submitUnsigned' : 'submitEarlier')}
                </Strip>
              )}
              <Field
                label={t(needsReason ? 'reasonForChange' : 'comment')}
                required={needsReason}
                error={tried && reasonMissing ? t('reasonNeeded') : undefined}
                className="mt-3"
              >
                {(control) => (
                  <Textarea
                    {...control}
                    rows={2}
                    maxLength={1000}
                    value={markingInput.comment}
                    onChange={({ target }) => onInputChange({ ...markingInput, comment: target.value })}
                  />
                )}
              </Field>
            </>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}

interface SheetSignatureFieldProps {
  task: MarkingTask;
  markingInput: MarkingInput;
  /** True after the user tried to submit a sheet without the signature that it needs. */
  isSought?: boolean;
  onInputChange: (giving: MarkingInput) => void;
}

/** Takes the assessor's signature under a score sheet. If the scores change afterwards, says so and asks for a new one. */
export function SheetSignatureField({ task, markingInput, isSought = false, onInputChange }: SheetSignatureFieldProps) {
  const { t } = useTranslation('marking');
  const { signature } = markingInput;
  const state = getSignatureState(markingInput);
  const signAgainButton = signature !== undefined && !task.released && (
    <Button onClick={() => onInputChange({ ...markingInput, signature: undefined })}>{t('signAgain')}</Button>
  );
  return (
    <Panel title={t('assessorSignature')} aside={signAgainButton} bodyClassName="flex flex-col gap-2 px-4 py-3">
      {isSought && state === 'unsigned' && (
        <Strip tone="seal" live>
          {t('signatureNeeded')}
        </Strip>
      )}
      {state === 'earlier' && signature !== undefined ? (
        <>
          <Strip tone={isSought ? 'seal' : 'kept'} live>
            {t('signatureEarlier', {
              total: computeTotal(task, { ...markingInput, points: signature.points, veto: signature.veto }) ?? '–',
            })}
          </Strip>
          <SignaturePicture
            strokes={signature.strokes}
            label={t('earlierSignature')}
            className="aspect-[3/1] w-full max-w-[600px] rounded-lg border bg-white opacity-50"
          />
        </>
      ) : task.released ? (
        signature === undefined ? (
          <p className="text-sm text-muted-foreground">{t('unsigned')}</p>
        ) : (
          <SignaturePicture
            strokes={signature.strokes}
            label={t('assessorSignature')}
            className="aspect-[3/1] w-full max-w-[600px] rounded-lg border bg-white"
          />
        )
      ) : (
        <SignaturePad
          label={t('signHere')}
          value={signature?.strokes ?? []}
          onChange={(strokes) =>
            onInputChange({
              ...markingInput,
              signature: {
                strokes,
                signedMs: Date.now(),
                points: markingInput.points.map((points) => points ?? 0),
                veto: [...markingInput.veto],
              },
            })
          }
        />
      )}
      <p className="num text-[13px] text-muted-foreground">
        {signature === undefined ? !task.released && t('signHint') : t('signedAt', { time: formatDateTime(signature.signedMs) })}
      </p>
    </Panel>
  );
}
