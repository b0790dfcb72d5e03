import { Check } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { isFormStep, planSteps, type PlanStep, type StepState, computeStepStates, getStepPath } from './plan-steps.ts';
import { useChecklist } from '../seating-queries.ts';

/** Shows the steps of a saved plan. Each names its open checks and links to the page that fixes them. */
export function PlanStepsBar({ planId, currentSteps: at }: { planId: number; currentSteps: readonly PlanStep[] }) {
  const { data } = useChecklist(planId);
  return <StepsBar planId={planId} currentSteps={at} states={data === undefined ? undefined : computeStepStates(data.items)} />;
}

/** Shows the steps of a plan that is not saved yet. */
export function NewPlanSteps() {
  return <StepsBar planId={null} currentSteps={['basics']} states={undefined} />;
}

interface StepsBarProps {
  planId: number | null;
  currentSteps: readonly PlanStep[];
  states: readonly StepState[] | undefined;
}

function StepsBar({ planId, currentSteps: at, states }: StepsBarProps) {
  const { t } = useTranslation('planPart');
  const labelOf = (step: PlanStep): { text: string; tone: 'done' | 'left' | 'look' | 'plain' } => {
    const state = states?.find((one) => one.step === step);
    if (state === undefined) return { text: planId === null ? t('notYet') : '…', tone: 'plain' };
    if (state.musts > 0) return { text: t('left', { n: state.musts }), tone: 'left' };
    if (state.hints > 0) return { text: t('look', { n: state.hints }), tone: 'look' };
    return { text: t(step === 'publish' ? 'ready' : 'done'), tone: step === 'publish' ? 'plain' : 'done' };
  };
  return (
    <nav aria-label={t('steps')} className="scroll-slim overflow-x-auto rounded-xl border bg-card print:hidden">
      <ol className="flex min-w-max">
        {planSteps.map((step, index) => {
          const { text, tone } = labelOf(step);
          const isHere = at.includes(step);
          const body = (
            <>
              <span
                className={cn(
                  'num grid size-6 shrink-0 place-items-center rounded-full text-[13px] font-semibold',
                  isHere && 'bg-primary text-primary-foreground',
                  !isHere && tone === 'done' && 'bg-primary-soft text-accent-foreground',
                  !isHere && (tone === 'left' || tone === 'look') && 'border-2 border-kept text-kept-ink',
                  !isHere && tone === 'plain' && 'bg-muted text-muted-foreground',
                )}
              >
                {tone === 'done' && !isHere ? <Check aria-hidden className="size-3.5" /> : index + 1}
              </span>
              <span className="min-w-0">
                <span className="block text-sm leading-tight font-semibold">{t(`step_${step}`)}</span>
                <span
                  className={cn('num block text-[12.5px]', tone === 'left' || tone === 'look' ? 'text-kept-ink' : 'text-muted-foreground')}
                >
                  {text}
                </span>
              </span>
            </>
          );
          const look = cn(
            'flex min-h-[54px] items-center gap-2.5 px-3.5 py-2',
            isHere && 'bg-primary-soft shadow-[inset_0_-3px_0_var(--primary)]',
          );
          return (
            <li key={step} className="grow border-l first:border-l-0">
              {planId === null && isFormStep(step) ? (
                <a href={`#${step}`} className={cn(look, 'hover:bg-muted/55 focus-visible:-outline-offset-3')}>
                  {body}
                </a>
              ) : planId === null ? (
                <span className={look}>{body}</span>
              ) : (
                <Link
                  to={getStepPath(step, planId)}
                  aria-current={isHere ? 'step' : undefined}
                  className={cn(look, 'hover:bg-muted/55 focus-visible:-outline-offset-3')}
                >
                  {body}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
