import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinSentences } from '../../../lib/punctuation.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { QuestionView } from '../../../entities/question/question-view.tsx';
import { AnnotatedAnswer, NoteList } from '../../../ui/entity/noted-answer.tsx';
import { AttachmentLinks } from '../../../ui/form/attachment-links.tsx';
import { formatScriptCode, type ScriptForLeader, type MarkingTaskPlace, useScriptForLeader } from '../marking-queries.ts';
import type { MarkerPoints } from '../../../../sync/contract/marking/marking.ts';
import { parseScorePoint, getSignatureState } from '../../../../sync/domain/marking/score-sheet.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { SignaturePicture } from '../../../ui/form/signature.tsx';
import { splitByNewText } from '../../../lib/text-difference.ts';

interface DecisionDialogProps {
  scriptPlace: MarkingTaskPlace & { code: number };
  onClose: () => void;
}

/**
 * Shows all marks of one script side by side, each with the answer that it was given for. The marking leader sets the points or requests a new mark.
 */
export function DecisionDialog({ scriptPlace, onClose }: DecisionDialogProps) {
  const { t } = useTranslation(['marking', 'words']);
  const query = useScriptForLeader(scriptPlace);
  const [points, setPoints] = useState('');
  const [reason, setReason] = useState('');
  const shared = {
    title: t('code', { code: formatScriptCode(scriptPlace.code) }),
    className: 'w-[min(56rem,calc(100vw-2rem))]',
    onClose,
  };
  const script = query.data;
  if (script === undefined)
    return (
      <ActionDialog {...shared}>
        <LoadingState query={query} className="h-72 rounded-xl" />
      </ActionDialog>
    );
  const marks = <MarksOfScript script={script} onTake={setPoints} />;
  if (script.released) return <ActionDialog {...shared}>{marks}</ActionDialog>;
  const number = Number(points);
  const isGood = points !== '' && number >= 0 && number <= script.points;
  const reasonMissing = reason.trim() === '';
  return (
    <ActionDialog
      {...shared}
      confirm={t('decide')}
      disabled={reasonMissing || !isGood}
      other={{ confirm: t('markAnew'), disabled: reasonMissing }}
      run={(quiet, anew) =>
        makeCall(
          '/marking/arbitrate',
          { ...scriptPlace, basis: script.basis, points: anew ? null : Math.round(number * 100) / 100, reason },
          quiet,
        )
      }
      invalidates={['/marking']}
      doneText={({ total }) => t(total === null ? 'reopenedToast' : 'decidedToast')}
    >
      {marks}
      <div className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        <Field label={`${t('finalPoints')} ${t('total', { count: script.points })}`} required>
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              max={script.points}
              step={0.5}
              value={points}
              onChange={(event) => setPoints(event.target.value)}
              className="num"
            />
          )}
        </Field>
        <Field label={t('words:reason')} required>
          {(control) => <Input {...control} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </div>
    </ActionDialog>
  );
}

const oldLook = 'border-l-2 border-kept pl-2.5 leading-relaxed';

function MarksOfScript({ script, onTake }: { script: ScriptForLeader; onTake: (points: string) => void }) {
  const { t } = useTranslation('marking');
  const { decision } = script;
  const earlier = script.marks.find((mark) => !mark.isCurrent && mark.answer !== '')?.answer;
  return (
    <>
      <QuestionView question={{ stem: script.stem, options: [] }} className="text-sm" />
      {script.answer !== '' && (
        <section>
          <h3 className="mb-1 text-[13px] font-medium text-muted-foreground">
            {t('answerNow')}
            {earlier !== undefined && <span className="ml-2 font-normal text-kept-ink">{t('answerDiffers')}</span>}
          </h3>
          <ChangedAnswer
            answer={script.answer}
            other={earlier ?? script.answer}
            className="rounded-lg border bg-muted px-3.5 py-2.5 leading-relaxed"
          />
        </section>
      )}
      <AttachmentLinks files={script.files} isFullWidth={script.answer === ''} />
      <ul className="grid gap-2.5 sm:grid-cols-2">
        {script.marks.map((mark, index) => (
          <li key={index} className="flex flex-col gap-1.5 rounded-lg border px-3.5 py-2.5 text-sm">
            <p className="num flex items-baseline justify-between gap-2">
              <b className="font-medium">{mark.marker}</b>
              <span className="text-xl font-bold">{mark.total ?? '–'}</span>
            </p>
            <p className="num text-muted-foreground">{mark.given?.points.join(' + ')}</p>
            {mark.given !== null && mark.given.comment !== '' && <p>{mark.given.comment}</p>}
            {mark.given !== null && <AssessorSheetView script={script} points={mark.given} />}
            {mark.given?.notes !== undefined && (
              <NoteList
                answer={mark.answer}
                notes={mark.given.notes}
                about={({ point }) => (point === null ? undefined : t('notePoint', { number: point + 1 }))}
              />
            )}
            {script.answer !== '' && (
              <Chip tone={mark.isCurrent ? 'neutral' : 'kept'} className="self-start">
                {t(mark.isCurrent ? 'sameAnswer' : 'oldAnswer')}
              </Chip>
            )}
            {!mark.isCurrent &&
              mark.answer !== '' &&
              ((mark.given?.notes ?? []).length > 0 ? (
                <AnnotatedAnswer answer={mark.answer} notes={mark.given?.notes ?? []} className={oldLook} />
              ) : (
                <ChangedAnswer answer={mark.answer} other={script.answer} className={oldLook} />
              ))}
            {mark.total !== null && (
              <Button size="sm" data-press="again" onClick={() => onTake(String(mark.total))}>
                {t('takeThese', { total: mark.total })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {decision !== null && (
        <p className="num text-sm">
          {t('decidedBy', { name: decision.by, total: decision.total, reason: decision.reason })}
          {!decision.isCurrent && <span className="ml-2 text-kept-ink">{t('decisionOld')}</span>}
        </p>
      )}
    </>
  );
}

/** Shows an assessor's signature, and the score sheet's rows that have deductions, remarks or photos. */
function AssessorSheetView({ script, points: given }: { script: ScriptForLeader; points: MarkerPoints }) {
  const { t } = useTranslation('marking');
  const { sheet, photos = [], veto, signature } = given;
  const signed = getSignatureState(given);
  const rows = (sheet ?? []).flatMap((row, at) => {
    const point = parseScorePoint(script.items[at]?.text ?? t('wholeQuestion'));
    const lines = [
      ...point.deductions.flatMap(({ text, points }, which) => {
        const times = row.times[which] ?? 0;
        return times > 0 ? `${text} −${points} ×${times}` : [];
      }),
      ...(row.other > 0 ? [t('offByHand', { off: row.other })] : []),
      ...(row.remark === '' ? [] : [row.remark]),
    ];
    const rowPhotos = photos.filter((photo) => photo.row === at);
    return lines.length === 0 && rowPhotos.length === 0 ? [] : [{ at, content: point.content, lines, own: rowPhotos }];
  });
  return (
    <>
      {veto.map((at) => (
        <p key={at} className="font-medium text-seal">
          {addLabel(t('vetoShort'), script.veto[at] ?? '')}
        </p>
      ))}
      {signature !== undefined && (
        <figure className="flex items-center gap-2 text-[13px]">
          <SignaturePicture strokes={signature.strokes} label={t('assessorSignature')} className="h-10 w-30 rounded-md border bg-white" />
          <figcaption className={cn('num', signed === 'earlier' && 'text-kept-ink')}>
            {signed === 'earlier' ? t('signatureOld') : t('signedAt', { time: formatDateTime(signature.signedMs) })}
          </figcaption>
        </figure>
      )}
      {rows.length > 0 && (
        <ul className="num flex flex-col gap-1.5 text-[13px]">
          {rows.map(({ at, content, lines, own }) => (
            <li key={at}>
              <b className="font-medium">{content}</b> <span className="text-muted-foreground">{joinSentences(lines)}</span>
              {own.length > 0 && (
                <span className="mt-1 flex flex-wrap gap-1.5">
                  {own.map(({ url }) => (
                    <a key={url} href={url} target="_blank" rel="noreferrer">
                      <img
                        src={url}
                        alt={t('photoOf', { name: content })}
                        loading="lazy"
                        className="h-14 w-20 rounded-md border object-cover"
                      />
                    </a>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shows an answer and underlines the parts that the other version lacks. */
function ChangedAnswer({ answer, other, className }: { answer: string; other: string; className?: string }) {
  return (
    <p className={cn('break-words whitespace-pre-wrap', className)}>
      {splitByNewText(other, answer).map(({ text, isNew }, at) =>
        isNew ? (
          <mark key={at} className="border-b-2 border-primary bg-primary-soft text-inherit">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
