import { useEffect, useState, useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { UndeliveredAnswer } from '../../../../../sync/engine/client/attempt-session.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PlayerStrip } from '../player-strip.tsx';
import { listUndeliveredLines, formatAnswerText, type UndeliveredAnswerLine } from '../../model/gate/undelivered-answer-list.ts';
import type { SittingPaper } from '../../model/paper-order.ts';
import { getCurrentAnswer, type SittingController } from '../../model/sitting-controller.ts';
import { useSittingValue, useSittingSnapshot } from '../use-sitting-value.ts';
import { PlayerDialog } from '../player-dialog.tsx';

interface UndeliveredAnswersDialogProps {
  controller: SittingController;
  paper: SittingPaper;
  undeliveredAnswers: readonly UndeliveredAnswer[];
  onClose: () => void;
  /** Called when every question is decided; this page does not offer these answers again. */
  onDone: () => void;
}

/** Shows, for each question, the undelivered answer of this PC and the current one, and lets the examinee choose. */
function UndeliveredAnswersDialog({ controller, paper, undeliveredAnswers, onClose, onDone }: UndeliveredAnswersDialogProps) {
  const { t } = useTranslation('examSitting');
  const id = useId();
  const snapshot = useSittingSnapshot(controller);
  const [keptItemIds, setKeptItemIds] = useState<ReadonlySet<string>>(new Set());
  const lines = listUndeliveredLines(undeliveredAnswers, paper, (itemId) => getCurrentAnswer(snapshot, itemId)).filter(
    ({ item }) => !keptItemIds.has(item.id),
  );
  const plain = lines.filter((line) => !line.answeredSince);
  const resubmitValues = ({ item, value }: UndeliveredAnswerLine) => controller.choose(item.id, value);
  return (
    <PlayerDialog
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      onClose={onClose}
      className="w-[min(44rem,94vw)] rounded-xl border shadow-pop"
    >
      <div className="border-b px-5 py-4">
        <h2 id={`${id}-title`} className="text-base font-semibold">
          {t('left.title')}
        </h2>
        <p id={`${id}-text`} className="mt-0.5 text-[13px] leading-relaxed text-muted-foreground">
          {t('left.lead')}
        </p>
      </div>
      <ul className="scroll-slim max-h-[56dvh] min-h-0 grow overflow-y-auto px-5">
        {lines.map((line) => (
          <li key={line.item.id} className="grid grid-cols-[5.5rem_1fr_auto] items-center gap-x-4 gap-y-1 border-b py-3 last:border-b-0">
            <strong className="num font-semibold">{t('player.question', { number: line.item.number })}</strong>
            <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-[15px]">
              <dt className="text-muted-foreground">{t('left.here')}</dt>
              <dd className="break-words">{formatAnswerText(line.item, line.value, t('left.none'))}</dd>
              <dt className="text-muted-foreground">{t('left.now')}</dt>
              <dd className="break-words">
                {formatAnswerText(line.item, line.now, t('left.none'))}
                {line.answeredSince && <span className="ml-2 text-[13px] text-kept-ink">{t('left.since')}</span>}
              </dd>
            </dl>
            <span className="flex gap-2">
              <Button aria-label={t('left.useOf', { number: line.item.number })} onClick={() => resubmitValues(line)}>
                {t('left.use')}
              </Button>
              <Button
                variant="ghost"
                aria-label={t('left.keepOf', { number: line.item.number })}
                onClick={() => setKeptItemIds(new Set(keptItemIds).add(line.item.id))}
              >
                {t('left.keep')}
              </Button>
            </span>
          </li>
        ))}
        {lines.length === 0 && <li className="py-6 text-center text-muted-foreground">{t('left.through')}</li>}
      </ul>
      <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        {plain.length > 0 && (
          <Button size="lg" variant="primary" onClick={() => plain.forEach(resubmitValues)}>
            {t('left.useAll', { count: plain.length })}
          </Button>
        )}
        <Button size="lg" onClick={lines.length === 0 ? onDone : onClose}>
          {t(lines.length === 0 ? 'left.done' : 'left.later')}
        </Button>
      </div>
    </PlayerDialog>
  );
}

const nothing: readonly UndeliveredAnswer[] = [];

interface UndeliveredAnswersNoteProps {
  controller: SittingController;
  paper: SittingPaper;
  /** Number of the attempt's answers, written on any PC, that wait for a staff decision. */
  undecidedCount: number;
}

/**
 * Tells an examinee who returns to this PC that some answers written on it did not count, and lets the examinee resubmit them during the exam (SY15).
 */
export function UndeliveredAnswersNote({ controller, paper, undecidedCount }: UndeliveredAnswersNoteProps) {
  const { t } = useTranslation('examSitting');
  const [undelivered, setUndelivered] = useState(nothing);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    let ended = false;
    // If the disk cannot be read, show nothing; a change of `undecidedCount` reads again.
    const read = controller.listUndeliveredAnswers().catch(() => nothing);
    void read.then((found) => ended || setUndelivered(found));
    return () => {
      ended = true;
    };
  }, [controller, undecidedCount]);
  const count = useSittingValue(controller, (snapshot) =>
    undelivered.length === 0 ? 0 : listUndeliveredLines(undelivered, paper, (itemId) => getCurrentAnswer(snapshot, itemId)).length,
  );
  return (
    <div role="status" className="flex-none">
      {count > 0 && !isDismissed && (
        <PlayerStrip
          tone="kept"
          action={
            <Button size="sm" onClick={() => setIsDialogOpen(true)}>
              {t('left.look')}
            </Button>
          }
        >
          {t('left.note', { count })}
        </PlayerStrip>
      )}
      {isDialogOpen && (
        <UndeliveredAnswersDialog
          controller={controller}
          paper={paper}
          undeliveredAnswers={undelivered}
          onClose={() => setIsDialogOpen(false)}
          onDone={() => {
            setIsDialogOpen(false);
            setIsDismissed(true);
          }}
        />
      )}
    </div>
  );
}
