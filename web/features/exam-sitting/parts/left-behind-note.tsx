import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LeftBehind } from '../../../../sync/engine/attempt-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { leftBehindLines } from '../model/left-behind-list.ts';
import type { SittingPaper } from '../model/paper-order.ts';
import { answerIn, type SittingDesk } from '../model/sitting-desk.ts';
import { useDesk } from './use-desk.ts';

// Precached like everything here, and read by those few who came back to this PC.
const LeftBehindDialog = lazy(async () => ({ default: (await import('./left-behind-dialog.tsx')).LeftBehindDialog }));
const nothing: readonly LeftBehind[] = [];

/** SY15: back at a PC whose answers did not all count, the examinee is told so, and may say them again while the exam runs. */
export const LeftBehindNote = memo(function LeftBehindNote({ desk, paper }: { desk: SittingDesk; paper: SittingPaper }) {
  const { t } = useTranslation('examSitting');
  const [left, setLeft] = useState(nothing);
  const [shown, setShown] = useState(false);
  const [seen, setSeen] = useState(false);
  const waiting = useDesk(desk, ({ view: { news, phase } }) => (phase === 'open' ? (news?.waiting ?? 0) : 0));
  useEffect(() => {
    let ended = false;
    // A disk that can't be read hides nothing else: the next news ask again.
    const read = waiting > 0 ? desk.leftBehind().catch(() => nothing) : Promise.resolve(nothing);
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
        <Suspense>
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
        </Suspense>
      )}
    </div>
  );
});
