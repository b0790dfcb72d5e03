import { useTranslation } from '../../../lib/i18n.ts';
import { PlanList } from './plan-list.tsx';

export function PlanListPage() {
  const { t } = useTranslation(['examPlan', 'app']);
  return <PlanList leadsTo="item" title={t('app:titles.plans')} />;
}
