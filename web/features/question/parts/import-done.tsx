import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';

interface ImportDoneProps {
  result: { readonly imported: number; readonly skipped: number };
  category: string;
  onRestart: () => void;
}

export function ImportDone({ result, category, onRestart }: ImportDoneProps) {
  const { t } = useTranslation('question');
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader title={t('importTitle')} />
      <Panel>
        <div role="status">
          <EmptyState
            icon={<CircleCheck className="text-delivered" strokeWidth={1.8} />}
            title={t('done', { count: result.imported })}
            action={
              <>
                <Button onClick={onRestart}>{t('importMore')}</Button>
                <Button asChild variant="primary">
                  <Link to={`/teacher/exam/questions?category=${encodeURIComponent(category)}`}>{t('viewBank')}</Link>
                </Button>
              </>
            }
          >
            {result.skipped > 0 ? t('doneSkipped', { count: result.skipped }) : t('doneAll')}
          </EmptyState>
        </div>
      </Panel>
    </div>
  );
}
