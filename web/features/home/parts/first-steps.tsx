import { CircleCheck } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { useMayChange } from '../../../platform/may-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useFirstSteps } from '../home-queries.ts';

const steps = [
  { key: 'people', to: '/teacher/student/index/import?type=7' },
  { key: 'questions', to: '/teacher/exam/questions/import' },
  { key: 'papers', to: '/teacher/exam/paper/create' },
  { key: 'plans', to: '/teacher/exam/exam-plan/create' },
] as const;

/** Guides an empty school to its first exam; hidden once all steps are done. Only the next step is a button. */
export function FirstSteps() {
  const { t } = useTranslation('home');
  const mayChange = useMayChange();
  const data = useFirstSteps(mayChange);
  if (data === undefined || steps.every(({ key }) => data[key] > 0)) return null;
  const next = steps.find(({ key }) => data[key] === 0)?.key;
  return (
    <Panel title={t('firstSteps')} aside={<span className="text-[13px] text-muted-foreground">{t('firstStepsText')}</span>}>
      <ol className="grid md:grid-cols-2 xl:grid-cols-4">
        {steps.map(({ key, to }, at) => {
          const done = data[key] > 0;
          return (
            <li key={key} className="-mt-px -ml-px flex items-start gap-3 border-t border-l px-4 py-3">
              {done ? (
                <CircleCheck role="img" aria-label={t('stepDone')} className="mt-0.5 size-5 shrink-0 text-delivered" />
              ) : (
                <span
                  aria-hidden
                  className={cn(
                    'num mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border text-[12px]',
                    key === next && 'border-primary font-semibold text-primary',
                  )}
                >
                  {at + 1}
                </span>
              )}
              <span className="min-w-0 grow">
                <span className={cn('block font-medium', done && 'text-muted-foreground')}>{t(`step.${key}`)}</span>
                <span className="num block text-[13px] text-muted-foreground">
                  {done ? t(`stepHas.${key}`, { n: formatCount(data[key]) }) : t(`stepText.${key}`)}
                </span>
                {!done && (
                  <Button asChild size="sm" variant={key === next ? 'primary' : 'outline'} className="mt-2">
                    <Link to={to}>{t(`stepGo.${key}`)}</Link>
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
