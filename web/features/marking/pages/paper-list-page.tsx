import { useTranslation } from '../../../lib/i18n.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { getCardScansPath } from '../card-queries.ts';
import { usePaperPlans } from '../marking-queries.ts';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';

/** /marker/examtest/index: exams whose points are entered from paper. */
export function PaperEntryListPage() {
  const { t } = useTranslation(['marking', 'words']);
  const plans = usePaperPlans();
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader description={t('onPaperHint')} />
      {plans.data === undefined ? (
        <LoadingState query={plans} className="h-48 rounded-xl" />
      ) : plans.data.length === 0 ? (
        <Panel>
          <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
        </Panel>
      ) : (
        <Panel>
          <ul className="divide-y">
            {plans.data.map((plan) => (
              <li key={plan.planId} className="flex flex-wrap items-center justify-between gap-3 px-3.5 py-3">
                <div className="min-w-0">
                  <p className="truncate font-medium">{plan.name}</p>
                  <p className="num mt-0.5 text-[13px] text-muted-foreground">
                    {formatDateTime(plan.startMs)} · {t('settledOf', { settled: plan.settled, people: plan.people })}
                  </p>
                </div>
                <span className="flex items-center gap-3">
                  {plan.differ > 0 && (
                    <Chip tone="kept" mark="ring">
                      {t('differCount', { count: plan.differ })}
                    </Chip>
                  )}
                  <LinkButton to={getCardScansPath(plan.planId)}>{t('cardScans')}</LinkButton>
                  <LinkButton
                    variant={plan.released || plan.settled === plan.people ? 'outline' : 'primary'}
                    to={`/marker/examtest/item/${plan.planId}`}
                  >
                    {t(plan.released ? 'words:view' : 'enterPoints')}
                  </LinkButton>
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
