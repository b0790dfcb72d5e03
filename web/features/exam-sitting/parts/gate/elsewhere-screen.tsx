import { MonitorX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { OtherSeatState } from '../../../../../sync/contract/exams/sitting.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import type { ExamEntry } from '../../model/gate/exam-entry.ts';
import { ExamEntryMessage } from './exam-entry-message.tsx';
import { MoveFacts } from './move-facts.tsx';

/**
 * Tells the examinee that another PC holds the seat. Before the seat moves to this PC, they must confirm that the exam was not handed in on the other
 * one.
 */
export function ElsewhereScreen({ entry: gate, other }: { entry: ExamEntry; other: OtherSeatState | null }) {
  const { t } = useTranslation('examSitting');
  const [step, setStep] = useState<'facts' | 'asked' | 'handedIn' | 'moving'>('facts');
  const icon = <MonitorX aria-hidden className="text-kept-ink" />;
  const look = (
    <Button size="lg" onClick={() => gate.enter()}>
      {t('move.lookAgain')}
    </Button>
  );
  if (step === 'handedIn') {
    return (
      <ExamEntryMessage icon={icon} title={t('move.handedInTitle')} actions={look}>
        {t('move.handedIn')}
      </ExamEntryMessage>
    );
  }
  if (step === 'facts') {
    const ask = (
      <Button size="lg" variant="seal" onClick={() => setStep('asked')}>
        {t('gate.moveHere')}
      </Button>
    );
    return (
      <ExamEntryMessage
        key="facts"
        icon={icon}
        title={t('gate.elsewhereTitle')}
        actions={
          <>
            {look}
            {ask}
          </>
        }
      >
        <MoveFacts other={other} />
      </ExamEntryMessage>
    );
  }
  const move = () => {
    setStep('moving');
    gate.enter(true);
  };
  const answers = (
    <>
      <Button size="lg" disabled={step === 'moving'} onClick={() => setStep('handedIn')}>
        {t('move.didHandIn')}
      </Button>
      <Button size="lg" variant="seal" busy={step === 'moving'} onClick={move}>
        {t('move.didNot')}
      </Button>
    </>
  );
  return (
    <ExamEntryMessage key="asked" icon={icon} title={t('move.question')} actions={answers}>
      {t('move.questionWhy')}
    </ExamEntryMessage>
  );
}
