import { CircleCheck } from 'lucide-react';
import { cn } from '../lib/cn.ts';
import { useTranslation } from '../lib/i18n.ts';
import { Panel } from './primitives/panel.tsx';
import { LinkButton } from './primitives/link-button.tsx';

export interface FirstStep {
  readonly title: string;
  /** Says what to do or, once the step is done, what has been set up. */
  readonly text: string;
  readonly isDone: boolean;
  readonly to: string;
  /** Text of the button that opens the page `to`. */
  readonly linkText: string;
}

/** Guides the first user of a new installation through its steps; hidden once all are done. Only the next step is a primary button. */
export function FirstSteps({ note, steps }: { note: string; steps: readonly FirstStep[] }) {
  const { t } = useTranslation('firstSteps');
  const next = steps.find(({ isDone }) => !isDone);
  if (next === undefined) return null;
  return (
    <Panel title={t('title')} aside={<span className="text-[13px] text-muted-foreground">{note}</span>}>
      <ol className="grid md:grid-cols-2 xl:auto-cols-fr xl:grid-flow-col">
        {steps.map((step, at) => (
          <li key={step.to} className="-mt-px -ml-px flex items-start gap-3 border-t border-l px-4 py-3">
            {step.isDone ? (
              <CircleCheck role="img" aria-label={t('done')} className="mt-0.5 size-5 shrink-0 text-delivered" />
            ) : (
              <span
                aria-hidden
                className={cn(
                  'num mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border text-[12px]',
                  step === next && 'border-primary font-semibold text-primary',
                )}
              >
                {at + 1}
              </span>
            )}
            <span className="min-w-0 grow">
              <span className={cn('block font-medium', step.isDone && 'text-muted-foreground')}>{step.title}</span>
              <span className="num block text-[13px] text-muted-foreground">{step.text}</span>
              {!step.isDone && (
                <LinkButton size="sm" variant={step === next ? 'primary' : 'outline'} className="mt-2" to={step.to}>
                  {step.linkText}
                </LinkButton>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
