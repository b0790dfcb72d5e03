import { FileDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { type AnswerExport, saveAnswerFile } from '../../../../platform/transfer/answer-export.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { LazyAnswerCodesButton, loadAnswerCodesButton } from './answer-codes-part.ts';

// This module is preloaded when the page is idle, and preloads the QR codes in turn.
void loadAnswerCodesButton().catch(() => undefined);

/** Saves this attempt as an answer file for the invigilator (SY16). It only reads, so it may be repeated. */
export function ExportAnswersButton({ attemptId, facts, small }: { attemptId: string; facts: SittingFacts; small?: true }) {
  const { t } = useTranslation('examSitting');
  const [attemptIds] = useState([attemptId]);
  const [state, setState] = useState<AnswerExport | 'running' | 'failed' | null>(null);
  const save = async () => {
    setState('running');
    const owner = { exam: facts.examName, seat: facts.seatLabel, name: facts.personName, ticketNo: facts.ticketNo };
    setState(await saveAnswerFile([attemptId], owner).catch(() => 'failed' as const));
  };
  const done = typeof state === 'object' ? state : null;
  return (
    <span className="flex items-center gap-2.5">
      <span
        role="status"
        className={`text-[13px] ${state === 'failed' || (done && done.unread > 0) ? 'text-seal' : 'text-muted-foreground'}`}
      >
        {state === 'failed' && t('export.failed')}
        {done &&
          (done.unread > 0 ? t('export.unread', { count: done.unread }) : t('export.done', { name: done.name, count: done.records }))}
      </span>
      <Button {...(small && { size: 'sm' })} busy={state === 'running'} onClick={() => void save()}>
        <FileDown aria-hidden />
        {t('export.do')}
      </Button>
      <Suspense>
        <LazyAnswerCodesButton attemptIds={attemptIds} {...(small && { small })} />
      </Suspense>
    </span>
  );
}
