import { useTranslation } from '../../../lib/i18n.ts';
import { PlanList } from './plan-list.tsx';

/** /teacher/exam/exam-plan/user without a plan id: the list to choose a plan from. */
export function PlanUsersChoicePage() {
  const { t } = useTranslation('examPlan');
  return <PlanList leadsTo="user" title={t('people')} />;
}

/** /teacher/exam/exam-plan/score without a plan id: the list to choose a plan from. */
export function PlanScoresChoicePage() {
  const { t } = useTranslation('examPlan');
  return <PlanList leadsTo="score" title={t('scores')} />;
}
