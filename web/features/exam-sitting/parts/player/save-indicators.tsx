import { memo } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { formatClock } from '../../../../lib/format-time.ts';
import { ChipMark, type MarkShape } from '../../../../ui/primitives/chip.tsx';
import type { SittingController } from '../../model/sitting-controller.ts';
import { getLocalSaveState } from '../../model/local-save-state.ts';
import { useSittingSnapshot } from './use-sitting-value.ts';

interface LampProps {
  name: 'here' | 'server';
  tone: 'delivered' | 'kept' | 'seal' | 'quiet';
  shape: MarkShape;
  text: string;
}

const tones = { delivered: 'text-delivered', kept: 'text-kept-ink', seal: 'font-semibold text-seal', quiet: 'text-muted-foreground' };

/** Shows one save indicator. It is not announced, because it changes with every answer; screen readers find it by its name. */
function Lamp({ name, tone, shape, text }: LampProps) {
  return (
    <p
      role="status"
      aria-live="off"
      aria-label={text}
      data-lamp={name}
      className={cn('flex items-center gap-[7px] whitespace-nowrap', tones[tone])}
    >
      <ChipMark shape={shape} />
      <span className="num">{text}</span>
    </p>
  );
}

const hereLooks = {
  saved: { tone: 'delivered', shape: 'dot', text: 'player.saved' },
  savedOnce: { tone: 'kept', shape: 'dot', text: 'player.savedOnce' },
  doubtful: { tone: 'seal', shape: 'square', text: 'player.savedDoubtful' },
  none: { tone: 'quiet', shape: 'ring', text: 'player.savedNone' },
  saving: { tone: 'kept', shape: 'ring', text: 'player.saving' },
  failed: { tone: 'seal', shape: 'square', text: 'player.notSaved' },
} as const;

/**
 * Shows the two save indicators, which are always visible (SY4). The first shows the time of the last commit on this PC,
 * the second how many ops the server is known to have.
 */
export const SaveIndicators = memo(function Lamps({ desk, className }: { desk: SittingController; className?: string }) {
  const { t } = useTranslation('examSitting');
  const at = useSittingSnapshot(desk);
  const { here, received, relayed, savedAtMs } = at.view.lamps;
  const whole = received >= here;
  // Translate only the current text: this component renders with every answer.
  const first = hereLooks[getLocalSaveState(at)];
  return (
    <div role="group" aria-label={t('player.lamps')} className={cn('flex flex-col gap-[3px] text-[13px] leading-normal', className)}>
      <Lamp name="here" tone={first.tone} shape={first.shape} text={t(first.text, { time: formatClock(savedAtMs ?? 0) })} />
      <Lamp
        name="server"
        tone={whole ? 'delivered' : 'kept'}
        shape={whole ? 'dot' : 'ring'}
        text={relayed > 0 && !whole ? t('player.relayed', { received, here, relayed }) : t('player.received', { received, here })}
      />
    </div>
  );
});
