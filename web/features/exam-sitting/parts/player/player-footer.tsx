import { ArrowLeft, ArrowRight, Flag, FlagOff } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { hasTextInput, isPlacedType } from '../../model/choice.ts';
import type { SittingItem } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';
import { TextSizeChoice, type TextSize } from './text-size.tsx';
import { useItemFlag } from '../use-sitting-value.ts';

interface PlayerFooterProps {
  item: SittingItem;
  total: number;
  controller: SittingController;
  onMove: (by: 1 | -1) => void;
  size: TextSize;
  onSize: (size: TextSize) => void;
}

interface MoveButtonProps {
  step: 1 | -1;
  atEnd: boolean;
  onMove: (by: 1 | -1) => void;
}

// Memoise the parts of the footer, because most stay the same when another question is shown.
const MoveButton = memo(function MoveButton({ step: by, atEnd, onMove }: MoveButtonProps) {
  const { t } = useTranslation('examSitting');
  return (
    <Button repeats size="lg" variant={by === 1 ? 'primary' : 'outline'} aria-disabled={atEnd || undefined} onClick={() => onMove(by)}>
      {by === -1 && <ArrowLeft aria-hidden />}
      {t(by === 1 ? 'player.next' : 'player.previous')}
      {by === 1 && <ArrowRight aria-hidden />}
    </Button>
  );
});

const Keys = memo(function Keys({ isText, last }: { isText: boolean; last: string }) {
  const { t } = useTranslation('examSitting');
  return (
    <p className="ml-auto hidden text-right text-[13px] text-muted-foreground min-[1100px]:block">
      {isText ? t('player.keysText') : t('player.keys', { last })}
    </p>
  );
});

const FlagButton = memo(function FlagButton({ itemId, controller }: { itemId: string; controller: SittingController }) {
  const { t } = useTranslation('examSitting');
  const flagged = useItemFlag(controller, itemId);
  return (
    <Button size="lg" className="min-w-[124px]" onClick={() => controller.flag(itemId, !flagged)}>
      {flagged ? <FlagOff aria-hidden className="text-seal" /> : <Flag aria-hidden />}
      {t(flagged ? 'player.unflag' : 'player.flag')}
    </Button>
  );
});

/** Shows the buttons to move and flag, the keyboard hint and the text size. */
export function PlayerFooter({ item, total, controller, onMove, size, onSize }: PlayerFooterProps) {
  const { t } = useTranslation('examSitting');
  return (
    <footer className="flex flex-none flex-wrap items-center gap-3 border-t py-4 max-sm:gap-y-2 max-sm:py-2.5">
      <div
        role="group"
        aria-label={t('player.navigation')}
        className="flex flex-none gap-3 max-sm:grow max-sm:gap-2 max-sm:[&>button]:min-w-0 max-sm:[&>button]:grow max-sm:[&>button]:px-2"
      >
        <MoveButton step={-1} atEnd={item.number === 1} onMove={onMove} />
        <FlagButton itemId={item.id} controller={controller} />
        <MoveButton step={1} atEnd={item.number === total} onMove={onMove} />
      </div>
      <Keys isText={hasTextInput(item.type) || isPlacedType(item.type)} last={item.options.at(-1)?.letter ?? ''} />
      <div className="flex-none max-[1099px]:ml-auto max-lg:ml-0">
        <TextSizeChoice size={size} onChange={onSize} />
      </div>
    </footer>
  );
}
