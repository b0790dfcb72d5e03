import { Check } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { addLabel, joinWords } from '../../../lib/punctuation.ts';
import { Link } from 'react-router-dom';
import type { PlanCheck, PlanCheckKind } from '../../../../sync/contract/exams/exam-seating.ts';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { useChecklist } from '../seating-queries.ts';

interface PlanCheckPanelProps {
  plan: { readonly id: number; readonly paperId: number };
}

/** Returns the path of the page where a failed check can be fixed. */
function getFixPath(kind: PlanCheckKind, { id, paperId }: PlanCheckPanelProps['plan']): string {
  switch (kind) {
    case 'paper':
    case 'practised':
      return `/teacher/exam/paper-form/${paperId}`;
    case 'openTasks':
      return `/teacher/exam/exam-plan/item/${id}#open-work`;
    case 'unseated':
    case 'sameVariant':
    case 'sameClass':
      return `/teacher/exam/exam-plan/seating/${id}`;
    case 'overlaps':
    case 'photos':
    case 'idNumbers':
      return `/teacher/exam/exam-user?plan=${id}`;
    case 'staffShort':
    case 'staffTwice':
    case 'staffRelated':
    case 'staffUnconfirmed':
      return `/teacher/exam/invigilator?plan=${id}`;
    default:
      return `/teacher/exam/exam-plan/create/${id}`;
  }
}

/** Lists the open checks before publishing: each with the people concerned and a link to the page that fixes it. */
export function PlanCheckPanel({ plan }: PlanCheckPanelProps) {
  const { t } = useTranslation('seating');
  const { data } = useChecklist(plan.id);
  if (data === undefined) return <Skeleton className="h-40 rounded-xl" />;
  const musts = data.items.filter((check) => check.state === 'must');
  const hints = data.items.filter((check) => check.state === 'hint');
  const passedCount = data.items.length - musts.length - hints.length;
  const renderGroup = (checks: readonly PlanCheck[], title: string, note: string) =>
    checks.length > 0 && (
      <>
        <h3 className="border-b bg-muted px-3.5 py-1.5 text-[13px] font-semibold">
          {title} <span className="font-normal text-muted-foreground">{note}</span>
        </h3>
        <ul>
          {checks.map(({ kind, state, count, names }) => (
            <li key={kind} className="flex items-start gap-2.5 border-b px-3.5 py-2">
              <ChipMark
                shape={state === 'must' ? 'square' : 'ring'}
                className={state === 'must' ? 'mt-1.5 text-kept-ink' : 'mt-1.5 text-muted-foreground'}
              />
              <span className="min-w-0 grow">
                <span className="num block font-medium">{t(`check_${kind}`, { n: count })}</span>
                {names.length > 0 && (
                  <span className="block truncate text-[12.5px] text-muted-foreground">
                    {joinWords(names)}
                    {names.length < count && ' …'}
                  </span>
                )}
              </span>
              <Link
                to={getFixPath(kind, plan)}
                className="shrink-0 rounded-sm text-[13px] text-primary hover:underline underline-offset-4"
                aria-label={addLabel(t('go'), t(`check_${kind}`, { n: count }))}
              >
                {t('go')}
              </Link>
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <Panel
      title={t('checks')}
      aside={
        musts.length > 0 ? (
          <Chip tone="kept" mark="square" className="num">
            {t('checksLeft', { n: musts.length })}
          </Chip>
        ) : (
          <Chip tone="delivered" mark="dot">
            {t('checksGood')}
          </Chip>
        )
      }
    >
      {renderGroup(musts, t('musts'), t('mustsNote'))}
      {renderGroup(hints, t('hints'), t('hintsNote'))}
      <p className="num flex items-center gap-2 px-3.5 py-2 text-[13px] text-delivered">
        <Check aria-hidden className="size-4" />
        {t('checksMet', { n: passedCount })}
      </p>
    </Panel>
  );
}
