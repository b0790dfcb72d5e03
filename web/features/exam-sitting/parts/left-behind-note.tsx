import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { LeftBehind } from '../../../../sync/engine/attempt-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { leftBehindLines } from '../model/left-behind-list.ts';
import type { SittingPaper } from '../model/paper-order.ts';
import { answerIn, type SittingDesk } from '../model/sitting-desk.ts';
import { LeftBehindDialog } from './left-behind-dialog.tsx';
import { useDesk } from './use-desk.ts';

const nothing: readonly LeftBehind[] = [];

interface LeftBehindNoteProps {
  desk: SittingDesk;
  paper: SittingPaper;
  /** Answers of the attempt that wait for a person, wherever they were written. */
  waiting: number;
}

/** SY15: back at a PC whose answers did not all count, the examinee is told so, and may say them again while the exam runs. */
export function LeftBehindNote({ desk, paper, waiting }: LeftBehindNoteProps) {
  const { t } = useTranslation('examSitting');
  const [left, setLeft] = useState(nothing);
  const [shown, setShown] = useState(false);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    let ended = false;
    // A disk that can't be read hides nothing else: the next news ask again.
    const read = desk.leftBehind().catch(() => nothing);
    void read.then((found) => ended || setLeft(found));
    return () => {
      ended = true;
    };
  }, [desk, waiting]);
  const count = useDesk(desk, (at) => (left.length === 0 ? 0 : leftBehindLines(left, paper, (itemId) => answerIn(at, itemId)).length));
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
        <LeftBehindDialog
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
