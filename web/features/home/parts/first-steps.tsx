import { useTranslation } from '../../../lib/i18n.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { FirstSteps } from '../../../ui/first-steps.tsx';
import { useFirstSteps } from '../home-queries.ts';

const steps = [
  { key: 'people', to: '/teacher/student/index/import?type=7' },
  { key: 'questions', to: '/teacher/exam/questions/import' },
  { key: 'papers', to: '/teacher/exam/paper/create' },
  { key: 'plans', to: '/teacher/exam/exam-plan/create' },
] as const;

/** Guides an empty school to its first exam. */
export function SchoolFirstSteps() {
  const { t } = useTranslation('home');
  const data = useFirstSteps(useCanChangeData());
  if (data === undefined) return null;
  return (
    <FirstSteps
      note={t('firstStepsText')}
      steps={steps.map(({ key, to }) => {
        const done = data[key] > 0;
        const text = done ? t(`stepHas.${key}`, { n: formatCount(data[key]) }) : t(`stepText.${key}`);
        return { title: t(`step.${key}`), text, done, to, go: t(`stepGo.${key}`) };
      })}
    />
  );
}
