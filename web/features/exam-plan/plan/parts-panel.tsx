import { CircleAlert } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { examParts, type PlanPart } from '../../../../sync/contract/exams/exam-part.ts';
import { cn } from '../../../lib/cn.ts';
import { formatDate, formatTime } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { ExamStatusChip } from '../../../ui/entity/status-chip.tsx';
import type { ExamPlan } from '../exam-plan-queries.ts';

const heads = ['part', 'times', 'limits', 'paperOf', 'state'] as const;

/** Lists the parts of a plan. Each is opened, arranged and published separately. `canAdd`: parts may still be added. */
export function PartsPanel({ plan, canAdd }: { plan: ExamPlan; canAdd: boolean }) {
  const { t } = useTranslation('planPart');
  const has = new Set(plan.parts.map((one) => one.part));
  return (
    <Panel
      title={
        <>
          {t('parts')} <span className="ml-1.5 text-[13px] font-normal text-muted-foreground">{t('partsNote')}</span>
        </>
      }
      aside={
        canAdd && (
          <span className="flex flex-wrap justify-end gap-2">
            {examParts.map((part) => (
              <Button key={part} asChild size="sm">
                <Link
                  to={`/teacher/exam/exam-plan/create?of=${plan.id}&part=${part}`}
                  aria-label={`${t('addPart')}：${t(`part_${part}`)}${has.has(part) ? t('resit') : ''}`}
                >
                  ＋ {t(`part_${part}`)}
                  {has.has(part) ? t('resit') : ''}
                </Link>
              </Button>
            ))}
          </span>
        )
      }
      bodyClassName="overflow-x-auto"
    >
      <table className="num w-full text-sm">
        <caption className="sr-only">{t('parts')}</caption>
        <thead>
          <tr className="border-b text-left text-[13px] text-muted-foreground">
            {heads.map((head) => (
              <th key={head} scope="col" className="px-3.5 py-1.5 font-normal">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.parts.map((one) => (
            <PartLine key={one.id} one={one} isHere={one.id === plan.id} />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function PartLine({ one, isHere }: { one: PlanPart; isHere: boolean }) {
  const { t } = useTranslation('planPart');
  const { t: plan } = useTranslation('examPlan');
  const at = (ms: number): string => formatTime(one.startMs + ms);
  return (
    <tr className={cn('border-b last:border-b-0', isHere && 'bg-primary-soft/50')}>
      <th scope="row" className="px-3.5 py-2 text-left font-normal">
        <span className="flex items-center gap-2">
          <Link
            to={`/teacher/exam/exam-plan/item/${one.id}`}
            aria-current={isHere ? 'page' : undefined}
            className="font-semibold hover:underline underline-offset-4"
          >
            {t(`part_${one.part}`)}
          </Link>
          {isHere && <span className="sr-only">{t('thisPart')}</span>}
        </span>
        <span className="block text-[12.5px] text-muted-foreground">
          {t(one.resit ? 'resit' : 'fresh')} · {t('people', { count: one.examineeCount })}
        </span>
      </th>
      <td className="px-3.5 py-2">
        {formatDate(one.startMs)}
        <span className="block text-[12.5px] text-muted-foreground">
          {formatTime(one.startMs)}–{at(one.durationMs)} · {plan('minutes', { n: one.durationMs / 60_000 })}
        </span>
      </td>
      <td className="px-3.5 py-2">
        {t('noEntry', { time: at(one.entryLimitMs) })}
        <span className="block text-[12.5px] text-muted-foreground">{t('mayHandIn', { time: at(one.earliestHandInMs) })}</span>
      </td>
      <td className="px-3.5 py-2">
        <span className="block max-w-56 truncate">{one.paper.name}</span>
        {one.paper.assembled ? (
          <span className="flex items-center gap-1.5 text-[12.5px] text-delivered">
            <ChipMark shape="dot" />
            {t('assembled')} · {t('variants', { variants: one.paper.variants.join('、') })}
          </span>
        ) : (
          <Link
            to={`/teacher/exam/paper-form/${one.paper.id}`}
            className="inline-flex items-center gap-1.5 text-[12.5px] text-kept-ink underline underline-offset-4"
          >
            <CircleAlert aria-hidden className="size-3.5" />
            {t('notAssembled')}
          </Link>
        )}
      </td>
      <td className="px-3.5 py-2">
        {one.withdrawn ? (
          <Chip tone="seal" mark="square">
            {t('withdrawn')}
          </Chip>
        ) : (
          <ExamStatusChip status={one.status} />
        )}
      </td>
    </tr>
  );
}
