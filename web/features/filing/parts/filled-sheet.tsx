import { useAtomValue } from 'jotai';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { FormAnswers, FormDesign } from '../../../../sync/contract/form-design.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { PrintLayout } from '../../../ui/print-layout.tsx';
import { FilledView } from './filled-view.tsx';

interface FilledSheetProps {
  title: string;
  subtitle: string;
  design: FormDesign;
  answers: FormAnswers;
  onBack?: () => void;
}

/** A filled form on A4. */
export function FilledSheet({ title, subtitle, design, answers, onBack }: FilledSheetProps) {
  const { t } = useTranslation('filing');
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
    </PrintLayout>
  );
}
