import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { UndeliveredAnswer } from '../../../../../sync/engine/client/attempt-session.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { listUndeliveredLines } from '../../model/gate/undelivered-answer-list.ts';
import type { SittingPaper } from '../../model/paper-order.ts';
import { getCurrentAnswer, type SittingController } from '../../model/sitting-controller.ts';
import { UndeliveredAnswersDialog } from './undelivered-answers-dialog.tsx';
import { useSittingValue } from '../player/use-sitting-value.ts';

const nothing: readonly UndeliveredAnswer[] = [];

interface LeftBehindNoteProps {
  desk: SittingController;
  paper: SittingPaper;
  /** Number of the attempt's answers that wait for a decision, written on any PC. */
  waiting: number;
}

/**
 * Tells an examinee who returns to this PC that some answers written here did not count, and lets the examinee resubmit them during the exam
 * (SY15).
 */
export function UndeliveredAnswersNote({ desk, paper, waiting }: LeftBehindNoteProps) {
  const { t } = useTranslation('examSitting');
  const [left, setLeft] = useState(nothing);
  const [shown, setShown] = useState(false);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let ended = false;
    // If the disk cannot be read, show nothing; a change of `waiting` reads again.
    const read = desk.leftBehind().catch(() => nothing);
    void read.then((found) => ended || setLeft(found));
    return () => {
      ended = true;
    };
  }, [desk, waiting]);
  const count = useSittingValue(desk, (at) =>
    left.length === 0 ? 0 : listUndeliveredLines(left, paper, (itemId) => getCurrentAnswer(at, itemId)).length,
  );
  return (
    <div role="status" className="flex-none">
      {count > 0 && !seen && (
        <Strip
          tone="kept"
          className="items-center rounded-none px-6 py-[7px] text-sm [&>i]:mt-0"
          action={
            <Button size="sm" onClick={() => setShown(true)}>
              {t('left.look')}
            </Button>
          }
        >
          {t('left.note', { count })}
        </Strip>
      )}
      {shown && (
        <UndeliveredAnswersDialog
          desk={desk}
          paper={paper}
          left={left}
          onClose={() => setShown(false)}
          onDone={() => {
            setShown(false);
            setSeen(true);
          }}
        />
      )}
    </div>
  );
}
