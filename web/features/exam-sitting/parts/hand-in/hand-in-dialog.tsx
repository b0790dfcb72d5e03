import { X } from 'lucide-react';
import { useId, useState, useEffect } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { computeCardState, formatNumberedTitle, listUnfinishedSections } from '../../model/card-state.ts';
import type { SittingItem, SittingPaper } from '../../model/paper-order.ts';
import { getQuestionAnswer, getCurrentFlags, type SittingController } from '../../model/sitting-controller.ts';
import type { SittingTime } from '../../model/sitting-time.ts';
import { formatHour } from '../../model/time-text.ts';
import { PlayerDialog } from '../player-dialog.tsx';
import { useSittingSnapshot } from '../use-sitting-value.ts';

interface NumbersProps {
  label: string;
  items: readonly SittingItem[];
  flag?: boolean;
  onGo: (number: number) => void;
}

function Numbers({ label, items, flag = false, onGo }: NumbersProps) {
  const { t } = useTranslation('examSitting');
  if (items.length === 0) return null;
  return (
    <div className="mt-1.5 flex gap-3">
      <p className={`w-[104px] flex-none pt-1 text-[13px] ${flag ? 'text-seal' : 'text-muted-foreground'}`}>{label}</p>
      <ul className="flex flex-wrap gap-1.5">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-label={t('handIn.goTo', { number: item.number })}
              onClick={() => onGo(item.number)}
              className="num h-[30px] min-w-[40px] rounded-md border border-input px-1.5 text-[13px] text-primary underline-offset-2 hover:bg-primary-soft hover:underline"
            >
              {item.number}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface HandInDialogProps {
  paper: SittingPaper;
  controller: SittingController;
  time: SittingTime;
  onClose: () => void;
  onGo: (number: number) => void;
  onHandIn: () => Promise<boolean>;
}

/** Returns the time from which handing in is allowed, or null once it is allowed. Checks every second. */
export function useHandInStart(time: SittingTime): number | null {
  const [from, setFrom] = useState(time.handInFromMs);
  useEffect(() => {
    const timer = setInterval(() => setFrom(time.handInFromMs()), 1000);
    return () => clearInterval(timer);
  }, [time]);
  return from;
}

/** Lists unanswered, partly answered and flagged questions by section, and asks for confirmation to hand in. */
export function HandInDialog({ paper, controller, time, onClose, onGo, onHandIn }: HandInDialogProps) {
  const { t } = useTranslation('examSitting');
  const { t: ui } = useTranslation('ui');
  const id = useId();
  const at = useSittingSnapshot(controller);
  const allowedFromMs = useHandInStart(time);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const flags = getCurrentFlags(at);
  const answerOf = (itemId: string) => getQuestionAnswer(at, itemId);
  const work = listUnfinishedSections(paper, answerOf, flags);
  const { answered, total } = computeCardState(paper, answerOf, flags);
  const confirm = async () => {
    setBusy(true);
    setFailed(!(await onHandIn()));
    setBusy(false);
  };
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <PlayerDialog
      labelledBy={`${id}-title`}
      describedBy={`${id}-intro`}
      onClose={close}
      className="max-h-[calc(100dvh-3rem)] w-[min(40rem,calc(100vw-2rem))] rounded-xl border shadow-pop backdrop:bg-[oklch(0.2_0.02_262/.42)]"
    >
      <div className="flex items-start gap-3 border-b px-5 py-3.5">
        <div className="min-w-0 grow">
          <h2 id={`${id}-title`} className="text-base font-semibold">
            {t('handIn.title')}
          </h2>
          <p id={`${id}-intro`} className="mt-0.5 text-[13px] text-muted-foreground">
            {work.length === 0 ? t('handIn.allAnswered', { total }) : t('handIn.intro', { answered, total })}
          </p>
        </div>
        <button
          type="button"
          aria-label={ui('close')}
          onClick={close}
          className="-mr-1.5 grid size-7 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted hover:text-foreground"
        >
          <X className="size-4" />
        </button>
      </div>
      <div className="scroll-slim min-h-0 grow space-y-4 overflow-y-auto px-5 py-4">
        {allowedFromMs !== null && <Strip tone="kept">{t('handIn.tooEarly', { time: formatHour(allowedFromMs) })}</Strip>}
        {work.map((section) => (
          <section key={section.index} aria-label={formatNumberedTitle(section.title, section.index)}>
            <h3 className="text-sm font-semibold">{formatNumberedTitle(section.title, section.index)}</h3>
            <Numbers label={t('handIn.unanswered', { count: section.unanswered.length })} items={section.unanswered} onGo={onGo} />
            <Numbers label={t('handIn.partial', { count: section.partial.length })} items={section.partial} onGo={onGo} />
            <Numbers label={t('handIn.flagged', { count: section.flagged.length })} items={section.flagged} flag onGo={onGo} />
          </section>
        ))}
        {allowedFromMs === null && !at.view.saveStatus.reachable && <Strip tone="kept">{t('handIn.offline')}</Strip>}
        <div role="alert" className="empty:hidden">
          {failed && <Strip tone="seal">{t('handIn.failed')}</Strip>}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        {allowedFromMs === null && <p className="min-w-0 flex-1 basis-40 self-center text-sm text-seal">{t('handIn.warning')}</p>}
        <Button size="lg" onClick={onClose} disabled={busy}>
          {t('handIn.back')}
        </Button>
        {allowedFromMs === null && (
          <Button size="lg" variant="sealSolid" busy={busy} onClick={() => void confirm()}>
            {t(busy ? 'handIn.busy' : 'handIn.confirm')}
          </Button>
        )}
      </div>
    </PlayerDialog>
  );
}
