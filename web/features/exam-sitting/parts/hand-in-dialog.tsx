import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { cardState, numberedTitle, openWork } from '../model/card-state.ts';
import type { SittingItem, SittingPaper } from '../model/paper-order.ts';
import { answerIn, flagsIn, type SittingDesk } from '../model/sitting-desk.ts';
import { hourText } from '../model/time-text.ts';
import { useSnapshot } from './use-desk.ts';
import { useHandInFrom } from './use-hand-in-from.ts';
import type { SittingTime } from '../model/sitting-time.ts';

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
              className="num h-[30px] min-w-[34px] rounded-md border border-input px-1.5 text-[13px] text-primary underline-offset-2 hover:bg-primary-soft hover:underline"
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
  desk: SittingDesk;
  time: SittingTime;
  onClose: () => void;
  onGo: (number: number) => void;
  onHandIn: () => Promise<boolean>;
}

/** What is still open, section by section, and one plain confirmation. */
export function HandInDialog({ paper, desk, time, onClose, onGo, onHandIn }: HandInDialogProps) {
  const { t } = useTranslation('examSitting');
  const at = useSnapshot(desk);
  const allowedFromMs = useHandInFrom(time);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const flags = flagsIn(at);
  const answerOf = (itemId: string) => answerIn(at, itemId);
  const work = openWork(paper, answerOf, flags);
  const { answered, total } = cardState(paper, answerOf, flags);
  const confirm = async () => {
    setBusy(true);
    setFailed(!(await onHandIn()));
    setBusy(false);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t('handIn.title')}
      description={work.length === 0 ? t('handIn.allAnswered', { total }) : t('handIn.intro', { answered, total })}
      className="w-[min(40rem,calc(100vw-2rem))]"
      footer={
        <>
          {allowedFromMs === null && <p className="min-w-0 flex-1 basis-40 self-center text-sm text-seal">{t('handIn.warning')}</p>}
          <Button size="lg" onClick={onClose} disabled={busy}>
            {t('handIn.back')}
          </Button>
          {allowedFromMs === null && (
            <Button size="lg" variant="sealSolid" busy={busy} onClick={() => void confirm()}>
              {t(busy ? 'handIn.busy' : 'handIn.confirm')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        {allowedFromMs !== null && <Strip tone="kept">{t('handIn.tooEarly', { time: hourText(allowedFromMs) })}</Strip>}
        {work.map((section) => (
          <section key={section.index} aria-label={numberedTitle(section.title, section.index)}>
            <h3 className="text-sm font-semibold">{numberedTitle(section.title, section.index)}</h3>
            <Numbers label={t('handIn.unanswered', { count: section.unanswered.length })} items={section.unanswered} onGo={onGo} />
            <Numbers label={t('handIn.partial', { count: section.partial.length })} items={section.partial} onGo={onGo} />
            <Numbers label={t('handIn.flagged', { count: section.flagged.length })} items={section.flagged} flag onGo={onGo} />
          </section>
        ))}
        {allowedFromMs === null && !at.view.lamps.reachable && <Strip tone="kept">{t('handIn.offline')}</Strip>}
        <div role="alert" className="empty:hidden">
          {failed && <Strip tone="seal">{t('handIn.failed')}</Strip>}
        </div>
      </div>
    </Dialog>
  );
}
