import { ChevronLeft, ChevronRight, List } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { addMonths, listMonthWeeks } from '../../../lib/date-text.ts';
import { formatDate, formatMonth, formatTime, formatWeekday, fromLocalInput } from '../../../lib/format-time.ts';
import { useWholeList } from '../../../platform/api/call-query.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { QueryFailure } from '../../../ui/feedback/loading-state.tsx';
import { PlanStatusChip } from '../frame/plan-status-chip.tsx';
import { useNow } from '../../../ui/use-now.ts';

const shownADay = 4;
const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Shows the exams of a month as a calendar; the month is part of the URL. */
export function PlanCalendarPage() {
  const { t, i18n } = useTranslation(['planPart', 'ui', 'words']);
  const [params, setParams] = useSearchParams();
  const today = formatDate(useNow());
  const monthParam = params.get('month') ?? '';
  const first = `${isMonth.test(monthParam) ? monthParam : today.slice(0, 7)}-01`;
  const weeks = listMonthWeeks(first);
  const days = weeks.flat();
  const fromMs = fromLocalInput(`${days[0] ?? first}T00:00`) ?? 0;
  const toMs = (fromLocalInput(`${days.at(-1) ?? first}T00:00`) ?? 0) + 24 * 3_600_000;
  const plans = useWholeList('/exam/getList', { sort: 'startMs', filter: { fromMs, toMs } });
  const byDay = Map.groupBy(plans.data ?? [], (plan) => formatDate(plan.startMs));
  const month = formatMonth(first, i18n.language);
  const go = (by: number): void => setParams({ month: addMonths(first, by).slice(0, 7) }, { replace: true });
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        actions={
          <>
            <Button size="icon" aria-label={t('ui:calendarPrevious')} onClick={() => go(-1)}>
              <ChevronLeft aria-hidden />
            </Button>
            <span aria-live="polite" className="num min-w-32 self-center text-center font-semibold">
              {month}
            </span>
            <Button size="icon" aria-label={t('ui:calendarNext')} onClick={() => go(1)}>
              <ChevronRight aria-hidden />
            </Button>
            <LinkButton to="/teacher/exam/exam-plan">
              <List aria-hidden />
              {t('asList')}
            </LinkButton>
          </>
        }
      />
      {plans.error !== null && plans.data === undefined && <QueryFailure error={plans.error} onRetry={() => void plans.refetch()} />}
      <div className="overflow-x-auto rounded-xl border bg-card">
        <table aria-label={month} className="num w-full min-w-[840px] table-fixed border-collapse text-sm">
          <thead>
            <tr className="border-b text-left text-[13px] text-muted-foreground">
              {(weeks[0] ?? []).map((date) => (
                <th key={date} scope="col" className="px-2.5 py-1.5 font-normal">
                  {formatWeekday(date, i18n.language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]} className="border-b last:border-b-0">
                {week.map((date) => {
                  const all = byDay.get(date) ?? [];
                  return (
                    <td
                      key={date}
                      className={cn(
                        'h-24 border-l px-1.5 py-1 align-top first:border-l-0',
                        date.slice(0, 7) !== first.slice(0, 7) && 'bg-muted/55 text-muted-foreground',
                      )}
                    >
                      <span
                        aria-current={date === today ? 'date' : undefined}
                        className={cn(
                          'mb-1 inline-grid size-6 place-items-center rounded-full text-[13px]',
                          date === today && 'bg-primary font-semibold text-primary-foreground',
                        )}
                      >
                        {Number(date.slice(8))}
                      </span>
                      <ul className="flex flex-col gap-1">
                        {all.slice(0, shownADay).map((plan) => (
                          <li key={plan.id}>
                            <Link
                              to={`/teacher/exam/exam-plan/item/${plan.id}`}
                              className="block rounded-sm border-l-2 border-primary bg-primary-soft/60 px-1.5 py-0.5 text-[12.5px] leading-snug text-foreground hover:bg-primary-soft"
                            >
                              <b className="font-semibold">{formatTime(plan.startMs)}</b> {plan.name}
                              <span className="block truncate text-muted-foreground">
                                {t(`part_${plan.part}`)} · {t('people', { count: plan.examineeCount })}
                              </span>
                              <PlanStatusChip plan={plan} />
                            </Link>
                          </li>
                        ))}
                        {all.length > shownADay && (
                          <li className="text-[12.5px] text-muted-foreground">{t('moreThatDay', { n: all.length - shownADay })}</li>
                        )}
                      </ul>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
