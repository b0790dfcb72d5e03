import { useAtomValue } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { FormAnswers, FormDesign } from '../../../../../sync/contract/applications/form-design.ts';
import { formatDateTime } from '../../../../lib/format-time.ts';
import type { ApplicationDetail } from '../../../../../sync/contract/applications/application.ts';
import { sessionUserAtom } from '../../../../platform/session/session-atoms.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { PrintLayout } from '../../../../ui/print/print-layout.tsx';
import { FilledView } from './filled-view.tsx';

interface FilledSheetProps {
  title: string;
  subtitle: string;
  design: FormDesign;
  answers: FormAnswers;
  onBack?: () => void;
  /** History of the application. If given, the sheet has space for the employer's statement and seal, and shows the last decision. */
  steps?: ApplicationDetail['steps'];
}

/** Prints a filled form on A4. */
export function FilledSheet({ title, subtitle, design, answers, onBack, steps }: FilledSheetProps) {
  const { t } = useTranslation('application');
  const user = useAtomValue(sessionUserAtom);
  return (
    <PrintLayout
      school={{ title: user?.school_title ?? '', logo: user?.school_logo ?? '' }}
      title={title}
      subtitle={subtitle}
      footer={user?.school_record ?? ''}
      actions={
        onBack && (
          <Button onClick={onBack}>
            <ArrowLeft aria-hidden />
            {t('backToForm')}
          </Button>
        )
      }
    >
      <div className="overflow-hidden border-x border-t border-current">
        <FilledView asPaper design={design} answers={answers} />
      </div>
      {steps && (
        <div className="grid break-inside-avoid grid-cols-2 divide-x divide-current border-x border-b border-current text-sm">
          <OpinionCell title={t('employerOpinion')} />
          <OpinionCell title={t('bodyOpinion')} step={steps.findLast(({ event }) => event === 'approve' || event === 'return')} />
        </div>
      )}
    </PrintLayout>
  );
}

function OpinionCell({ title, step }: { title: string; step?: ApplicationDetail['steps'][number] | undefined }) {
  const { t } = useTranslation('application');
  return (
    <section aria-label={title} className="flex min-h-28 flex-col gap-1 p-2">
      <h2 className="font-medium">{title}</h2>
      {step && (
        <p className="flex flex-wrap gap-x-3">
          <span>{t(`events.${step.event}`, { by: step.by })}</span>
          <span className="num">{formatDateTime(step.atMs)}</span>
        </p>
      )}
      <p className="mt-auto flex justify-between">
        <span>{t('sealHere')}</span>
        <span>{t('dateHere')}</span>
      </p>
    </section>
  );
}
