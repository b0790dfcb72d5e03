import { memo } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { WenkaoSeal } from '../../../ui/wenkao-seal.tsx';
import type { SittingFacts } from '../model/sitting-facts.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';
import { ticketText } from '../model/time-text.ts';
import { Countdown } from './countdown.tsx';
import { Lamps } from './lamps.tsx';

interface PlayerHeaderProps {
  facts: SittingFacts;
  desk: SittingDesk;
  remainingMs: () => number;
}

export const PlayerHeader = memo(function PlayerHeader({ facts, desk, remainingMs }: PlayerHeaderProps) {
  const { t } = useTranslation('examSitting');
  return (
    <header className="flex h-16 flex-none items-center gap-3 border-b bg-card px-4 contain-strict max-sm:justify-between max-sm:px-3 lg:gap-5 lg:px-6">
      <WenkaoSeal className="max-sm:hidden size-[34px] rounded-md text-[13px] leading-[1.05]" />
      {/* On a phone lamps and clock have the room; the name is still said. */}
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
        {facts.ticketNo !== '' && <p className="num">{t('player.ticket', { ticket: ticketText(facts.ticketNo) })}</p>}
      </div>
      <Lamps desk={desk} className="min-w-[172px] flex-none max-sm:min-w-0 max-sm:shrink" />
      <Countdown
        remainingMs={remainingMs}
        label={t('player.remaining')}
        className="min-w-[128px] flex-none border-l pl-4 max-sm:min-w-0 max-sm:pl-3 lg:pl-5"
      />
    </header>
  );
});
