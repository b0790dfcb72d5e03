import { ShownFiles } from '../../../ui/shown-files.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { call } from '../../../platform/call.ts';
import { sessionUserAtom } from '../../../platform/session-atoms.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { type Giving, readyOf } from '../given-points.ts';
import { markingKey, type MarkingScript, type MarkingTask, scriptPath, type TaskPlace, useTask } from '../marking-queries.ts';
import { MarkSheet } from '../parts/mark-sheet.tsx';
import { MarksLamp } from '../parts/marks-lamp.tsx';
import { useMarks } from '../use-marks.ts';
import { ScriptList } from '../parts/script-list.tsx';

/** /marker/exam/item/{plan}/{script}?question=…: one question of one script after the other. */
export function ScriptPage() {
  const { id, user_id } = useParams();
  const [params] = useSearchParams();
  const place = { planId: Number(id), questionId: Number(params.get('question')) };
  const which = Number(user_id) || (params.has('all') ? 'all' : 'next');
  const task = useTask(place);
  if (task.data === undefined)
    return task.error === null ? (
      <Skeleton className="h-96 rounded-xl" />
    ) : (
      <QueryFailure error={task.error} onRetry={() => void task.refetch()} />
    );
  return <Desk key={`${place.planId} ${place.questionId}`} place={place} task={task.data} which={which} />;
}

function Desk({ place, task, which }: { place: TaskPlace; task: MarkingTask; which: number | 'next' | 'all' }) {
  const { t } = useTranslation('marking');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const user = useAtomValue(sessionUserAtom);
  const marks = useMarks(user?.id ?? 0);
  const [script, setScript] = useState<MarkingScript | null>(null);
  /** Fetched while the one before it is being marked. */
  const [ahead, setAhead] = useState<MarkingScript | null>(null);
  const performed = task.figures.type === 6 || task.figures.type === 7;
  const listPath = performed ? '/marker/examOption/index' : '/marker/exam/index';
  const aheadOf = useMutation({
    mutationFn: async (current: number) => {
      const except = [...new Set([current, ...(await marks.onTheWay(place))])];
      return call('/marking/take', { ...place, except }, { quiet: true });
    },
    onSuccess: ({ script: next }) => setAhead(next),
  });
  const show = (taken: MarkingScript | null) => {
    setScript(taken);
    if (taken === null) return;
    void navigate(scriptPath(place, taken.code), { replace: true });
    setAhead(null);
    // Once this one is painted.
    if (!performed) setTimeout(() => aheadOf.mutate(taken.code), 60);
  };
  const take = useMutation({
    mutationFn: async (code: number | undefined) =>
      call('/marking/take', code === undefined ? { ...place, except: await marks.onTheWay(place) } : { ...place, code }),
    onSuccess: ({ script: taken }) => show(taken),
  });
  const wanted = useEffectEvent(() => {
    if (task.released || which === 'all' || script?.code === which) return;
    take.mutate(which === 'next' ? undefined : which);
  });
  useEffect(() => wanted(), [which]);

  const settled = () => queries.invalidateQueries({ queryKey: markingKey });
  const next = () => {
    if (performed) setScript(null);
    else if (ahead !== null) show(ahead);
    else take.mutate(undefined);
  };
  const mark = useMutation({
    mutationFn: async ({ code, basis, giving }: { code: number; basis: string; giving: Giving }) => {
      const given = readyOf(task, giving);
      if (given === null) throw new Error('not ready');
      await marks.keep({ ...place, code, basis, given });
    },
    onSuccess: next,
  });
  const giveBack = useMutation({
    mutationFn: (code: number) => call('/marking/giveBack', { ...place, code }),
    onSuccess: next,
    onSettled: settled,
  });
  const emptyKey = performed || which === 'all' ? 'pick' : task.quotaLeft === 0 ? 'quotaDone' : 'allDone';
  const busy = take.isPending || mark.isPending || giveBack.isPending;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={task.name}
        description={
          <span className="num">
            {task.figures.section} · {t('points', { count: task.figures.points })} ·{' '}
            {t('progress', { marked: task.figures.marked, scripts: task.figures.scripts })}
            {task.twice && ` · ${t('twiceChip')}`}
            {task.quotaLeft !== null && ` · ${t('quotaLeft', { count: task.quotaLeft })}`}
          </span>
        }
        actions={
          <Button asChild>
            <Link to={listPath}>{t('back')}</Link>
          </Button>
        }
      />
      {task.released && <Strip tone="neutral">{t('released')}</Strip>}
      <MarksLamp marks={marks} ready={ahead !== null} />
      <div className="grid items-start gap-3.5 lg:grid-cols-[220px_minmax(0,1fr)_360px]">
        <ScriptList
          task={task}
          current={script?.code}
          onChoose={busy || task.released ? undefined : (code) => take.mutate(code)}
          className="max-lg:order-last"
        />
        <div className="flex min-w-0 flex-col gap-3.5">
          <Panel bodyClassName="px-4 py-3">
            <RichText html={task.stem} className="text-[15px] leading-relaxed" />
            {task.reference !== '' && (
              <details className="mt-3 text-sm">
                <summary className="cursor-pointer text-primary">{t('reference')}</summary>
                <RichText html={task.reference} className="mt-2 border-l-2 pl-3" />
              </details>
            )}
          </Panel>
          {script !== null && !performed && (
            <Panel
              title={<span className="num">{t('code', { code: String(script.code).padStart(4, '0') })}</span>}
              aside={
                <span className="num text-[13px] text-muted-foreground">
                  {t('chars', { count: [...script.answer.replace(/\s/g, '')].length })}
                </span>
              }
              bodyClassName="px-4 py-4"
            >
              <p className="text-base leading-[1.9] break-words whitespace-pre-wrap">{script.answer}</p>
              <ShownFiles files={script.files} />
            </Panel>
          )}
          {script === null && !take.isPending && (
            <Panel>
              <EmptyState title={t(emptyKey)}>{emptyKey === 'pick' ? undefined : t(`${emptyKey}Text`)}</EmptyState>
            </Panel>
          )}
        </div>
        {script !== null && (
          <MarkSheet
            key={`${script.code} ${script.basis}`}
            task={task}
            script={script}
            busy={busy}
            onSubmit={(giving) => mark.mutate({ code: script.code, basis: script.basis, giving })}
            onGiveBack={performed ? undefined : () => giveBack.mutate(script.code)}
          />
        )}
      </div>
    </div>
  );
}
