import { ArrowLeft, ArrowRight, Flag, FlagOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { isFillIn } from '../model/choice.ts';
import type { SittingItem } from '../model/paper-order.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';
import { TextSizeChoice, type TextSize } from './text-size.tsx';
import { useFlag } from './use-desk.ts';

interface PlayerFooterProps {
  item: SittingItem;
  total: number;
  desk: SittingDesk;
  onMove: (by: 1 | -1) => void;
  size: TextSize;
  onSize: (size: TextSize) => void;
}

export function PlayerFooter({ item, total, desk, onMove, size, onSize }: PlayerFooterProps) {
  const { t } = useTranslation('examSitting');
  const flagged = useFlag(desk, item.id);
  const last = item.options.at(-1)?.letter ?? '';
  return (
    <footer className="flex flex-none items-center gap-3 border-t py-4">
      <div role="group" aria-label={t('player.navigation')} className="flex flex-none gap-3">
        <Button size="lg" aria-disabled={item.number === 1 || undefined} onClick={() => onMove(-1)}>
          <ArrowLeft aria-hidden />
          {t('player.previous')}
        </Button>
        <Button size="lg" className="min-w-[115px]" onClick={() => desk.flag(item.id, !flagged)}>
          {flagged ? <FlagOff aria-hidden className="text-seal" /> : <Flag aria-hidden />}
          {t(flagged ? 'player.unflag' : 'player.flag')}
        </Button>
        <Button size="lg" variant="primary" aria-disabled={item.number === total || undefined} onClick={() => onMove(1)}>
          {t('player.next')}
          <ArrowRight aria-hidden />
        </Button>
      </div>
      <p className="ml-auto hidden text-right text-[13px] text-muted-foreground min-[1100px]:block">
        {isFillIn(item.type) ? t('player.keysText') : t('player.keys', { last })}
      </p>
      <div className="flex-none max-[1099px]:ml-auto max-lg:ml-0">
        <TextSizeChoice size={size} onChange={onSize} />
      </div>
    </footer>
  );
}
