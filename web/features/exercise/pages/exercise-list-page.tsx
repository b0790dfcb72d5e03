import { useMemo, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { computeDueTimes, mapLastAnswers, masteredStreak, buildWrongBook } from '../../../../sync/domain/learning/wrong-book.ts';
import { formatDateTime, getStartOfDay } from '../../../lib/format-time.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { PointMastery } from '../parts/point-mastery.tsx';
import { getStarredIds } from '../own-paper.ts';
import { dailyQuestionCount } from '../practice-set.ts';
import { usePractice } from '../use-practice.ts';
import { useNow } from '../../../ui/use-now.ts';

/** Lists practice by category, the wrong-answer book and unseen questions, all from the pack on this PC. /student/exercises/index */
export function ExerciseListPage() {
  const { t } = useTranslation('exercise');
  const practice = usePractice();
  const nowMs = useNow();
  const { pack, answers } = practice;
  const [busy, setBusy] = useState(false);
  const last = useMemo(() => mapLastAnswers(answers), [answers]);
  const wrong = useMemo(() => buildWrongBook(answers), [answers]);
  const due = useMemo(() => computeDueTimes(answers), [answers]);
  const questions = pack?.questions ?? [];
  const wrongHere = questions.filter(({ id }) => wrong.has(id)).length;
  const dueHere = questions.filter(({ id }) => (due.get(id) ?? Infinity) <= nowMs).length;
  const unseen = questions.filter(({ id }) => !last.has(id)).length;
  const favourites = getStarredIds(practice.own.stars);
  const starredHere = questions.filter(({ id }) => favourites.has(id)).length;
  const waiting = [...answers, ...practice.own.papers, ...practice.own.sittings, ...practice.own.stars].filter((kept) => !kept.sent).length;
  const dayStart = getStartOfDay(nowMs);
  const today = answers.filter((answer) => answer.answeredMs >= dayStart);
  const doing = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().finally(() => setBusy(false));
  };
  /** `always`: the button is enabled even if the figure is 0. */
  const card = (title: string, figure: number, note: string, to: string, label: string, always = false) => (
    <section aria-label={title} className="flex flex-col gap-2 rounded-xl border bg-card px-5 py-4">
      <h2 className="text-[15px] font-semibold">{title}</h2>
      <div className="flex items-end justify-between gap-3">
        <p>
          <b className="num text-[28px] leading-none">{figure}</b>
          <span className="mt-1 block text-[13px] text-muted-foreground">{note}</span>
        </p>
        {(figure > 0 || always) && (
          <Button asChild variant={always ? 'primary' : 'outline'}>
            <Link to={to}>{label}</Link>
          </Button>
        )}
      </div>
    </section>
  );
  if (practice.state === 'loading' && pack === null) return <Skeleton className="h-96 w-full rounded-xl" />;
  if (practice.state === 'failed')
    return (
      <ErrorState title={t('failed')} action={<Button onClick={() => void practice.update()}>{t('retry')}</Button>}>
        {t('failedText')}
      </ErrorState>
    );
  return (
    <div className="space-y-4">
      <PageHeader
        title={t('title')}
        beside={
          waiting > 0 && (
            <Chip tone="kept" mark="ring">
              {t('waiting', { count: waiting })}
            </Chip>
          )
        }
        actions={
          <>
            <Button asChild>
              <Link to="/student/exercises/paper/exam-plan">{t('ownSittings')}</Link>
            </Button>
            <Button asChild>
              <Link to="/student/exercises/paper/paper-form">{t('ownPapers')}</Link>
            </Button>
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
            {card(
              t('today'),
              today.length,
              t('todayText', { n: today.length, right: today.filter((answer) => answer.correct).length }),
              '/student/exercises/item/0?set=daily',
              t('daily', { count: dailyQuestionCount }),
              true,
            )}
            {card(
              t('wrongBook'),
              wrongHere,
              t('wrongText', { n: masteredStreak }),
              '/student/exercises/item/0?set=wrong',
              t('practiseWrong'),
            )}
            {card(t('due'), dueHere, t('dueText'), '/student/exercises/item/0?set=due', t('practiseDue'))}
            {card(t('unseen'), unseen, `/ ${questions.length}`, '/student/exercises/item/0?set=unseen', t('practiseUnseen'))}
            {card(t('starred'), starredHere, t('starredText'), '/student/exercises/item/0?set=starred', t('practiseStarred'))}
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
            <div className="min-w-0 space-y-4">
              <Panel title={t('byCategory')}>
                <table className="num w-full text-sm">
                  <thead className="text-left text-[13px] text-muted-foreground">
                    <tr className="border-b">
                      <th className="px-4 py-2 font-normal">{t('category')}</th>
                      <th className="w-12 px-2 py-2 text-right font-normal sm:w-20">{t('questions')}</th>
                      <th className="w-12 px-2 py-2 text-right font-normal sm:w-20">{t('seen')}</th>
                      <th className="w-16 px-2 py-2 font-normal sm:w-44 sm:px-4">{t('mastery')}</th>
                      <th className="w-20 px-2 py-2 sm:w-24 sm:px-4" />
                    </tr>
                  </thead>
                  <tbody>
                    {pack?.categories.map(({ id, category }) => {
                      const mine = questions.filter((each) => each.category === category || each.category.startsWith(`${category}/`));
                      const seen = mine.filter((each) => last.has(each.id));
                      const right = seen.filter((each) => last.get(each.id)?.correct).length;
                      const share = mine.length === 0 ? 0 : Math.round((100 * right) / mine.length);
                      return (
                        <tr key={id} className="border-b last:border-b-0">
                          <td className="px-4 py-2.5 font-medium">{category}</td>
                          <td className="px-2 text-right">{mine.length}</td>
                          <td className="px-2 text-right">{seen.length}</td>
                          <td className="px-4">
                            <span className="flex items-center gap-2">
                              <span aria-hidden className="h-1.5 w-20 rounded-full bg-muted max-sm:hidden">
                                <span className="block h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
                              </span>
                              {share}%
                            </span>
                          </td>
                          <td className="px-2 text-right sm:px-4">
                            {mine.length > 0 && (
                              <Button asChild size="sm">
                                <Link to={`/student/exercises/item/${id}`}>{t('practise')}</Link>
                              </Button>
                            )}
                          </td>
                        </tr>
                      );
                    })}
                  </tbody>
                </table>
              </Panel>
              <PointMastery questions={questions} scopes={pack?.scopes ?? []} last={last} due={due} />
            </div>
            <Panel title={t('pack')} bodyClassName="space-y-3 px-4 py-3 text-[13px]">
              <p>{t('packHere', { size: formatBytes(practice.sizeBytes) })}</p>
              {pack && <p className="num text-muted-foreground">{t('packAt', { when: formatDateTime(pack.fetchedMs) })}</p>}
              <div className="flex gap-2">
                <Button busy={busy} onClick={() => void doing(practice.update)}>
                  {t('packUpdate')}
                </Button>
                <Button variant="ghost" disabled={busy} onClick={() => void doing(practice.remove)}>
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
