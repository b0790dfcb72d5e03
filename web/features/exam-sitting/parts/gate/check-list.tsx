import { CircleAlert, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Chip, type ChipTone } from '../../../../ui/primitives/chip.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';
import { askToPersist } from './check-probes.ts';
import {
  listFailedChecks,
  checkIds,
  summariseFindings,
  type CheckId,
  type CheckOutcome,
  type CheckFinding,
  type CheckFindings,
} from '../../model/gate/pre-check.ts';

const icons = { pass: CircleCheck, warn: CircleAlert, fail: CircleX };
const inks: Record<CheckOutcome, string> = { pass: 'text-delivered', warn: 'text-kept-ink', fail: 'text-seal' };
const tones: Record<CheckOutcome, ChipTone> = { pass: 'delivered', warn: 'kept', fail: 'seal' };

interface CheckLineProps {
  title: string;
  found: CheckFinding | undefined;
  action: { label: string; run: () => void } | null;
}

function CheckLine({ title, found, action }: CheckLineProps) {
  const { t } = useTranslation(['examAround', 'examSitting']);
  const Icon = found === undefined ? LoaderCircle : icons[found.outcome];
  return (
    <li className="flex items-start gap-3.5 border-t px-5 py-3 first:border-t-0">
      <Icon
        aria-hidden
        strokeWidth={1.8}
        className={cn('mt-px size-5 flex-none', found === undefined ? 'animate-spin text-muted-foreground' : inks[found.outcome])}
      />
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p className="text-[13px] text-muted-foreground">{found === undefined ? t('check.running') : found.say(t)}</p>
        {found?.details?.map((say, at) => (
          <p key={at} className="num text-[13px] text-muted-foreground">
            {say(t)}
          </p>
        ))}
      </div>
      {action !== null && (
        <Button size="sm" onClick={action.run}>
          {action.label}
        </Button>
      )}
      {found !== undefined && <Chip tone={tones[found.outcome]}>{t(`check.${found.outcome}`)}</Chip>}
    </li>
  );
}

interface CheckListProps {
  findings: CheckFindings;
  onAgain: () => void;
}

/** Lists the checks of this PC with their results, a summary, and actions that may fix a failed check. */
export function CheckList({ findings, onAgain }: CheckListProps) {
  const { t } = useTranslation(['examAround', 'examSitting']);
  const verdict = summariseFindings(findings);
  const failedChecks = listFailedChecks(findings);
  const actionOf = (id: CheckId) => {
    const outcome = findings[id]?.outcome;
    if ((id === 'worker' && outcome === 'fail') || (id === 'build' && outcome === 'warn'))
      return { label: t('check.reload'), run: () => location.reload() };
    if (id === 'persist' && outcome === 'fail' && 'Notification' in window)
      return { label: t('check.persist.ask'), run: () => void askToPersist().then(onAgain) };
    return null;
  };
  return (
    <section aria-label={t('check.title')} className="overflow-hidden rounded-xl border bg-card">
      <div role="status" className="border-b px-5 py-3">
        {verdict.outcome === 'running' ? (
          <p className="text-[13px] text-muted-foreground">{t('check.running')}</p>
        ) : (
          <Strip tone={({ pass: 'delivered', warn: 'kept', fail: 'seal' } as const)[verdict.outcome]} className="py-2">
            <p className="font-medium">
              {verdict.outcome === 'pass' && t('check.summaryPass')}
              {verdict.outcome === 'warn' && t('check.summaryWarn', { count: verdict.count })}
              {verdict.outcome === 'fail' && t('check.summaryFail', { count: verdict.count })}
            </p>
            {failedChecks.length > 0 && (
              <>
                <ul className="mt-1 list-disc space-y-0.5 pl-5 text-[13px]">
                  {failedChecks.map((id) => (
                    <li key={id} className={cn(findings[id]?.outcome === 'warn' && 'text-kept-ink')}>
                      <b className="font-semibold">
                        {verdict.outcome === 'fail' && findings[id]?.outcome === 'warn' && `${t('check.warn')} · `}
                        {t(`check.${id}.title`)}
                      </b>{' '}
                      {findings[id]?.say(t)}
                    </li>
                  ))}
                </ul>
                <p className="mt-1 text-[13px]">{t('check.amiss')}</p>
              </>
            )}
          </Strip>
        )}
      </div>
      <ul>
        {checkIds.map((id) => (
          <CheckLine key={id} title={t(`check.${id}.title`)} found={findings[id]} action={actionOf(id)} />
        ))}
      </ul>
      <div className="flex justify-end border-t px-5 py-3">
        <Button onClick={onAgain}>{t('check.run')}</Button>
      </div>
    </section>
  );
}
