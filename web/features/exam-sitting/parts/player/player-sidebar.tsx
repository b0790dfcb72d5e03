import { LayoutGrid } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { SittingPaper } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { formatHour } from '../../model/time-text.ts';
import { AnswerCard } from './answer-card.tsx';
import { cn } from '../../../../lib/cn.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import { useHandInStart } from '../hand-in/use-hand-in-start.ts';

interface PlayerAsideProps {
  paper: SittingPaper;
  desk: SittingController;
  current: number;
  onGo: (number: number) => void;
  time: SittingTime;
  onHandIn: () => void;
}

function HandInButton({ time, onHandIn }: Pick<PlayerAsideProps, 'time' | 'onHandIn'>) {
  const { t } = useTranslation('examSitting');
  const from = useHandInStart(time);
  return (
    <div className="flex-none border-t px-[18px] pt-3.5 pb-3">
      <Button size="lg" variant="seal" className="w-full" onClick={onHandIn}>
        {t('player.handIn')}
      </Button>
      {from !== null && (
        <p className="num mt-2 text-center text-xs text-muted-foreground">{t('player.earliest', { time: formatHour(from) })}</p>
      )}
    </div>
  );
}

/** Shows the answer card on the right; in a narrow window, as a bottom sheet with its own button. */
export function PlayerSidebar({ paper, desk, current, onGo, time, onHandIn }: PlayerAsideProps) {
  const { t } = useTranslation('examSitting');
  const [open, setOpen] = useState(false);
  const goAndClose = useCallback(
    (to: number) => {
      setOpen(false);
      onGo(to);
    },
    [onGo],
  );
  return (
    <>
      <Button
        size="lg"
        aria-expanded={open}
        className="fixed right-5 bottom-4 z-20 max-sm:bottom-2.5 lg:hidden"
        onClick={() => setOpen(!open)}
      >
        <LayoutGrid aria-hidden />
        {t(open ? 'player.closeCard' : 'player.openCard')}
      </Button>
      {open && <div aria-hidden onClick={() => setOpen(false)} className="fixed inset-0 z-20 bg-[oklch(0.2_0.02_262/.42)] lg:hidden" />}
      <aside
        aria-label={t('player.card')}
        className={cn(
          'flex min-h-0 flex-none flex-col bg-card',
          'lg:w-[264px] lg:border-l lg:contain-strict xl:w-[304px]',
          open
            ? 'max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[70dvh] max-lg:rounded-t-xl max-lg:border-t max-lg:shadow-pop'
            : 'max-lg:hidden',
        )}
      >
        <div className="scroll-slim min-h-0 grow contain-content overflow-y-auto p-[18px]">
          <AnswerCard paper={paper} desk={desk} current={current} onGo={goAndClose} />
        </div>
        <HandInButton time={time} onHandIn={onHandIn} />
      </aside>
    </>
  );
}
