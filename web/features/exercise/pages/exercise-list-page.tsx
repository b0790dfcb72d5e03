import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinPhrases } from '../../../lib/punctuation.ts';
import { Link } from 'react-router-dom';
import { computeDueTimes, mapLastAnswers, masteredStreak, buildWrongBook } from '../../../../sync/domain/learning/wrong-book.ts';
import { formatDateTime, getStartOfDay } from '../../../lib/format-time.ts';
import { formatBytes, formatPercent } from '../../../lib/format-number.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { getStarredIds } from '../own-paper.ts';
import { dailyQuestionCount } from '../practice-set.ts';
import { usePractice } from '../use-practice.ts';
import type { PracticePack } from '../../../platform/practice/practice-cache.ts';
import { useNow } from '../../../ui/use-now.ts';
import type { PracticeAnswer, PracticeQuestion, PracticeScope } from '../../../../sync/contract/learning/exercise.ts';
import { cn } from '../../../lib/cn.ts';

/** Lists practice by category, the wrong-answer book and unseen questions, all from the practice pack on this PC. /student/exercises/index */
export function ExerciseListPage() {
  const { t } = useTranslation(['exercise', 'ui', 'words']);
  const practice = usePractice();
  const nowMs = useNow();
  const { pack, answers } = practice;
  const [busy, setBusy] = useState(false);
  const lastAnswers = useMemo(() => mapLastAnswers(answers), [answers]);
  const wrongBook = useMemo(() => buildWrongBook(answers), [answers]);
  const dueTimes = useMemo(() => computeDueTimes(answers), [answers]);
  const questions = pack?.questions ?? [];
  const wrongCount = questions.filter(({ id }) => wrongBook.has(id)).length;
  const dueCount = questions.filter(({ id }) => (dueTimes.get(id) ?? Infinity) <= nowMs).length;
  const unseenCount = questions.filter(({ id }) => !lastAnswers.has(id)).length;
  const favourites = getStarredIds(practice.own.stars);
  const starredHere = questions.filter(({ id }) => favourites.has(id)).length;
  const waiting = [...answers, ...practice.own.papers, ...practice.own.sittings, ...practice.own.stars].filter((kept) => !kept.sent).length;
  const dayStart = getStartOfDay(nowMs);
  const today = answers.filter((answer) => answer.answeredMs >= dayStart);
  const runBusy = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  /** `always`: the button is enabled even if the figure is 0. */
  const renderCard = (title: string, figure: number, note: string, to: string, label: string, always = false) => (
    <section aria-label={title} className="flex flex-col gap-2 rounded-xl border bg-card px-5 py-4">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <div className="flex items-end justify-between gap-3">
        <p>
          <b className="num text-[28px] leading-none">{figure}</b>
          <span className="mt-1 block text-[13px] text-muted-foreground">{note}</span>
        </p>
        {(figure > 0 || always) && (
          <LinkButton variant={always ? 'primary' : 'outline'} to={to}>
            {label}
          </LinkButton>
        )}
      </div>
    </section>
  );
  if (practice.state === 'loading' && pack === null) return <Skeleton className="h-96 w-full rounded-xl" />;
  if (practice.state === 'failed')
    return (
      <ErrorState title={t('failed')} action={<Button onClick={() => void practice.update()}>{t('ui:retry')}</Button>}>
        {t('failedText')}
      </ErrorState>
    );
  return (
    <div className="space-y-4">
      <PageHeader
        titleExtra={
          waiting > 0 && (
            <Chip tone="kept" mark="ring">
              {t('waiting', { count: waiting })}
            </Chip>
          )
        }
        actions={
          <>
            <LinkButton to="/student/exercises/paper/exam-plan">{t('ownSittings')}</LinkButton>
            <LinkButton to="/student/exercises/paper/paper-form">{t('words:ownPapers')}</LinkButton>
          </>
        }
      />
      {practice.state === 'offline' && (
        <Strip tone="kept" live>
          {t('cached')}
        </Strip>
      )}
      {questions.length === 0 ? (
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-5">
            {renderCard(
              t('today'),
              today.length,
              t('todayText', { n: today.length, right: today.filter((answer) => answer.correct).length }),
              '/student/exercises/item/0?set=daily',
              t('daily', { count: dailyQuestionCount }),
              true,
            )}
            {renderCard(
              t('wrongBook'),
              wrongCount,
              t('wrongText', { n: masteredStreak }),
              '/student/exercises/item/0?set=wrong',
              t('practiseWrong'),
            )}
            {renderCard(t('due'), dueCount, t('dueText'), '/student/exercises/item/0?set=due', t('practiseDue'))}
            {renderCard(t('unseen'), unseenCount, `/ ${questions.length}`, '/student/exercises/item/0?set=unseen', t('practiseUnseen'))}
            {renderCard(t('starred'), starredHere, t('starredText'), '/student/exercises/item/0?set=starred', t('practiseStarred'))}
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
            <div className="min-w-0 space-y-4">
              <CategoryPanel categories={pack?.categories ?? []} questions={questions} lastAnswers={lastAnswers} />
              <PointMastery questions={questions} scopes={pack?.scopes ?? []} last={lastAnswers} due={dueTimes} />
            </div>
            <Panel title={t('pack')} bodyClassName="space-y-3 px-4 py-3 text-[13px]">
              <p>{t('packHere', { size: formatBytes(practice.sizeBytes) })}</p>
              {pack && <p className="num text-muted-foreground">{t('packAt', { when: formatDateTime(pack.fetchedMs) })}</p>}
              <div className="flex gap-2">
                <Button busy={busy} onClick={() => void runBusy(practice.update)}>
                  {t('packUpdate')}
                </Button>
                <Button variant="ghost" disabled={busy} onClick={() => void runBusy(practice.remove)}>
                  {t('packRemove')}
                </Button>
              </div>
            </Panel>
          </div>
        </>
      )}
    </div>
  );
}

interface CategoryPanelProps {
  categories: PracticePack['categories'];
  questions: readonly PracticeQuestion[];
  lastAnswers: ReadonlyMap<number, PracticeAnswer>;
}

/** Shows per category how many questions are answered, and the share of right answers among them; each row links to its practice. */
function CategoryPanel({ categories, questions, lastAnswers }: CategoryPanelProps) {
  const { t } = useTranslation(['exercise', 'words']);
  return (
    <Panel title={t('byCategory')}>
      <table className="num w-full text-sm">
        <thead className="text-left text-[13px] text-muted-foreground">
          <tr className="border-b">
            <th className="px-4 py-2 font-normal">{t('words:category')}</th>
            <th className="w-12 px-2 py-2 text-right font-normal sm:w-20">{t('words:questionCount')}</th>
            <th className="w-12 px-2 py-2 text-right font-normal sm:w-20">{t('seen')}</th>
            <th className="w-16 px-2 py-2 font-normal sm:w-44 sm:px-4">{t('mastery')}</th>
            <th className="w-20 px-2 py-2 sm:w-24 sm:px-4" />
          </tr>
        </thead>
        <tbody>
          {categories.map(({ id, category }) => {
            const categoryQuestions = questions.filter((each) => each.category === category || each.category.startsWith(`${category}/`));
            const answeredQuestions = categoryQuestions.filter((each) => lastAnswers.has(each.id));
            const rightCount = answeredQuestions.filter((each) => lastAnswers.get(each.id)?.correct).length;
            const share = categoryQuestions.length === 0 ? 0 : Math.round((100 * rightCount) / categoryQuestions.length);
            return (
              <tr key={id} className="border-b last:border-b-0">
                <td className="px-4 py-2.5 font-medium">{category}</td>
                <td className="px-2 text-right">{categoryQuestions.length}</td>
                <td className="px-2 text-right">{answeredQuestions.length}</td>
                <td className="px-4">
                  <span className="flex items-center gap-2">
                    <span aria-hidden className="h-1.5 w-20 rounded-full bg-muted max-sm:hidden">
                      <span className="block h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
                    </span>
                    {share}%
                  </span>
                </td>
                <td className="px-2 text-right sm:px-4">
                  {categoryQuestions.length > 0 && (
                    <LinkButton size="sm" to={`/student/exercises/item/${id}`}>
                      {t('practise')}
                    </LinkButton>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

interface PointMasteryProps {
  questions: readonly PracticeQuestion[];
  scopes: readonly PracticeScope[];
  last: ReadonlyMap<number, PracticeAnswer>;
  due: ReadonlyMap<number, number>;
}

/** Styles of the points of the detail table by share of right answers; `from` is the lower bound. Darker and fuller means a larger share. */
const looks = [
  { from: 0, key: 'legend0', quarters: 1, look: 'border-primary/20 bg-primary-soft' },
  { from: 0.4, key: 'legend40', quarters: 2, look: 'border-primary/30 bg-primary/20' },
  { from: 0.6, key: 'legend60', quarters: 3, look: 'border-primary/60 bg-primary/35' },
  { from: 0.8, key: 'legend80', quarters: 4, look: 'border-primary bg-primary text-primary-foreground' },
] as const;
const unseenLook = 'border-dashed text-muted-foreground';
const findLook = (share: number) => looks.findLast(({ from }) => share >= from) ?? looks[0];

/** SVG arc from 12 o'clock over the given number of quarters. */
const arcs = { 1: '0 0 1 12.5 8', 2: '0 0 1 8 12.5', 3: '0 1 1 3.5 8' } as const;

/** Shows the share of right answers as a circle filled by quarters, so that it does not depend on colour alone. */
function Pie({ quarters }: { quarters: 1 | 2 | 3 | 4 }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 flex-none" fill="currentColor">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" />
      {quarters === 4 ? <circle cx="8" cy="8" r="4.5" /> : <path d={`M8 8V3.5A4.5 4.5 ${arcs[quarters]}Z`} />}
    </svg>
  );
}

/** Marks a point of the detail table that has questions due for repetition. */
function DueCorner() {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className="absolute top-0 right-0 size-2.5" fill="currentColor">
      <path d="M0 0H10V10Z" />
    </svg>
  );
}

function Legend() {
  const { t } = useTranslation('exercise');
  const swatch = 'relative flex h-6 w-8 items-center justify-center overflow-hidden rounded-md border';
  return (
    <ul className="num flex flex-wrap gap-x-3 gap-y-1 text-[13px] text-muted-foreground">
      <li className="flex items-center gap-1.5">
        <span className={cn(swatch, unseenLook)} />
        {t('notSeen')}
      </li>
      {looks.map(({ key, quarters, look }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className={cn(swatch, 'text-foreground', look)}>
            <Pie quarters={quarters} />
          </span>
          {t(key)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span className={cn(swatch, 'bg-primary/20 text-foreground')}>
          <DueCorner />
        </span>
        {t('due')}
      </li>
    </ul>
  );
}

const getScopeCode = (point: string): string => point.slice(0, point.lastIndexOf('-'));

/** Shows the points of the detail table, coloured by recent results; each point links to its practice. */
function PointMastery({ questions, scopes, last, due }: PointMasteryProps) {
  const { t } = useTranslation('exercise');
  const nowMs = useNow();
  const questionsWithPoint = questions.filter(({ point }) => point !== '');
  if (questionsWithPoint.length === 0) return null;
  const tables = [...Map.groupBy(questionsWithPoint, ({ table }) => table)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const computeShare = (of: readonly PracticeQuestion[]): number | null => {
    const seen = of.flatMap(({ id }) => last.get(id) ?? []);
    return seen.length === 0 ? null : seen.filter(({ correct }) => correct).length / seen.length;
  };
  return (
    <Panel title={t('byPoint')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-4 py-2">
        <p className="text-[13px] text-muted-foreground">{t('byPointHelp')}</p>
        <Legend />
      </div>
      {tables.map(([table, of]) => {
        const tableScopes = scopes.filter((scope) => scope.table === table);
        const findScopeName = (code: string): string => tableScopes.find((scope) => scope.code === code)?.name ?? '';
        const rows = [...Map.groupBy(of, ({ point }) => getScopeCode(point))].toSorted(([a], [b]) => (a < b ? -1 : 1));
        return (
          <div key={table}>
            {tables.length > 1 && (
              <h3 className="border-b bg-muted px-4 py-1.5 text-[13px] font-semibold">{tableScopes[0]?.tableName || t('noTable')}</h3>
            )}
            <ul>
              {rows.map(([scope, inScope]) => {
                const share = computeShare(inScope);
                const points = [...Map.groupBy(inScope, ({ point }) => point)].toSorted(([a], [b]) => (a < b ? -1 : 1));
                return (
                  <li
                    key={scope}
                    className="grid gap-x-4 gap-y-1.5 border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,220px)_56px_minmax(0,1fr)] md:items-center"
                  >
                    <p className="min-w-0 text-sm">
                      <span className="num mr-2 text-[13px] text-muted-foreground">{scope}</span>
                      {findScopeName(scope)}
                    </p>
                    <p className="num text-sm">{share === null ? '–' : formatPercent(share)}</p>
                    <p className="flex flex-wrap gap-1.5">
                      {points.map(([point, pointQuestions]) => {
                        const rightShare = computeShare(pointQuestions);
                        const isDue = pointQuestions.some(({ id }) => (due.get(id) ?? Infinity) <= nowMs);
                        const shareText = rightShare === null ? t('notSeen') : formatPercent(rightShare);
                        const name = [point, pointQuestions[0]?.pointName ?? ''].filter((text) => text !== '').join(' ');
                        const label = joinPhrases([name, shareText, ...(isDue ? [t('due')] : [])]);
                        return (
                          <Link
                            key={point}
                            to={`/student/exercises/item/0?${new URLSearchParams({ set: 'point', table, point }).toString()}`}
                            title={label}
                            aria-label={label}
                            className={cn(
                              'num relative flex min-h-8 min-w-[92px] items-center justify-between gap-1.5 overflow-hidden rounded-md border px-2 text-[13px] hover:ring-2 hover:ring-primary/40 pointer-coarse:min-h-11',
                              rightShare === null ? unseenLook : findLook(rightShare).look,
                            )}
                          >
                            <span>{point.slice(point.lastIndexOf('-') + 1)}</span>
                            {rightShare !== null && <Pie quarters={findLook(rightShare).quarters} />}
                            <b className="font-semibold">{shareText}</b>
                            {isDue && <DueCorner />}
                          </Link>
                        );
                      })}
                    </p>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </Panel>
  );
}
