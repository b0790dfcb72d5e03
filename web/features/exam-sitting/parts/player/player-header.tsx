import { ArrowLeft } from 'lucide-react';
import { memo, useRef } from 'react';
import { formatDateTime } from '../../../../lib/format-time.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { useOpenPage } from '../../../../ui/page-link.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { WenkaoSeal } from '../../../../ui/print/wenkao-seal.tsx';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { formatTicketGroups } from '../../model/time-text.ts';
import { Countdown } from './countdown.tsx';
import { SaveIndicators } from './save-indicators.tsx';

interface PlayerHeaderProps {
  facts: SittingFacts;
  desk: SittingController;
  remainingMs: () => number;
}

/** Shows the header of homework: title, due time and a way back. It has no clock, variant or pass mark, because homework is no exam. */
function HomeworkHeader({ facts, desk, due }: Omit<PlayerHeaderProps, 'remainingMs'> & { due: NonNullable<SittingFacts['due']> }) {
  const { t } = useTranslation('examSitting');
  const openPage = useOpenPage();
  const isLeaving = useRef(false);
  /** Leaves the page only if every answer could be written; otherwise the strip shows the reason. The player has no query client, hence no `useAction`. */
  const leave = async (): Promise<void> => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    const isWritten = await desk.flush().finally(() => {
      isLeaving.current = false;
    });
    if (isWritten) openPage(facts.home);
  };
  return (
    <header className="flex flex-none flex-wrap items-center gap-x-3 border-b bg-card px-4 py-2 max-sm:px-2 lg:gap-x-5 lg:px-6">
      <Button
        variant="ghost"
        size="icon"
        className="size-11"
        aria-label={t('player.backToList')}
        repeats={false}
        onClick={() => void leave()}
      >
        <ArrowLeft aria-hidden className="size-5!" />
      </Button>
      <div className="min-w-0 grow basis-48">
        <h1 className="truncate font-serif text-[17px] leading-[1.3] font-semibold">{facts.examName}</h1>
        <p className="num truncate text-[13px] text-muted-foreground">
          {t(due.isCorrection ? 'player.correctionDue' : 'player.homeworkDue', { when: formatDateTime(due.atMs) })}
        </p>
      </div>
      <strong className="hidden flex-none text-[15px] font-semibold md:block">{facts.personName}</strong>
      <SaveIndicators
        desk={desk}
        className="min-w-[172px] flex-none max-sm:mt-2 max-sm:-mr-2 max-sm:-mb-2 max-sm:-ml-2 max-sm:basis-[calc(100%+1rem)] max-sm:flex-row max-sm:justify-between max-sm:border-t max-sm:px-4 max-sm:py-1.5"
      />
    </header>
  );
}

export const PlayerHeader = memo(function PlayerHeader({ facts, desk, remainingMs }: PlayerHeaderProps) {
  const { t } = useTranslation('examSitting');
  if (facts.due !== null) return <HomeworkHeader facts={facts} desk={desk} due={facts.due} />;
  return (
    <header className="flex h-16 flex-none items-center gap-3 border-b bg-card px-4 contain-strict max-sm:justify-between max-sm:px-3 lg:gap-5 lg:px-6">
      <WenkaoSeal className="max-sm:hidden size-[34px] rounded-md text-[13px] leading-[1.05]" />
      {/* On a phone, the space belongs to save indicators and clock; screen readers still get the title. */}
      <div className="min-w-0 shrink grow max-sm:sr-only">
        <h1 className="truncate font-serif text-[17px] leading-[1.3] font-semibold">
          {facts.schoolTitle} · {facts.examName}
        </h1>
        <p className="truncate text-[13px] text-muted-foreground">
          {facts.variant !== '' && `${t('player.variant', { variant: facts.variant })} · `}
          {t('player.paperLine', { count: facts.questionCount, points: facts.totalPoints, pass: facts.passPoints })}
        </p>
      </div>
      <div className="hidden flex-none text-right text-[13px] leading-[1.55] text-muted-foreground md:block">
        <p>
          <strong className="text-[15px] font-semibold text-foreground">{facts.personName}</strong>
          <span className="ml-3">{facts.seatLabel}</span>
        </p>
        {facts.ticketNo !== '' && <p className="num">{t('player.ticket', { ticket: formatTicketGroups(facts.ticketNo) })}</p>}
      </div>
      <SaveIndicators desk={desk} className="min-w-[172px] flex-none max-sm:min-w-0 max-sm:shrink" />
      <Countdown
        remainingMs={remainingMs}
        label={t('player.remaining')}
        className="min-w-[128px] flex-none border-l pl-4 max-sm:min-w-0 max-sm:pl-3 lg:pl-5"
      />
    </header>
  );
});
