import { ShownFiles } from '../../../ui/shown-files.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { call } from '../../../platform/call.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { toast } from '../../../ui/toast.ts';
import { type Giving, givingOf, mostOf, readyOf, totalOf, withPoint } from '../given-points.ts';
import { markingKey, type MarkingScript, type MarkingTask, scriptPath, type TaskPlace, useTask } from '../marking-queries.ts';
import { PointsPanel } from '../parts/points-panel.tsx';
import { ScriptList } from '../parts/script-list.tsx';

/** Digits that follow each other so soon are one number. */
const wordMs = 800;

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
  const [script, setScript] = useState<MarkingScript | null>(null);
  const performed = task.figures.type === 6 || task.figures.type === 7;
  const listPath = performed ? '/marker/examOption/index' : '/marker/exam/index';
  const take = useMutation({
    mutationFn: (code: number | undefined) => call('/marking/take', { ...place, ...(code === undefined ? {} : { code }) }),
    onSuccess: ({ script: taken }) => {
      setScript(taken);
      if (taken) void navigate(scriptPath(place, taken.code), { replace: true });
    },
  });
  const wanted = useEffectEvent(() => {
    if (task.released || which === 'all' || script?.code === which) return;
    take.mutate(which === 'next' ? undefined : which);
  });
  useEffect(() => wanted(), [which]);

  const settled = () => queries.invalidateQueries({ queryKey: markingKey });
  const next = () => (performed ? setScript(null) : take.mutate(undefined));
  const mark = useMutation({
    mutationFn: ({ code, basis, giving }: { code: number; basis: string; giving: Giving }) => {
      const given = readyOf(task, giving);
      if (given === null) throw new Error('not ready');
      return call('/marking/mark', { ...place, code, basis, given });
    },
    onSuccess: ({ total }) => {
      toast.success(t('markedToast', { total }));
      next();
    },
    onSettled: settled,
  });
  const giveBack = useMutation({
    mutationFn: (code: number) => call('/marking/giveBack', { ...place, code }),
    onSuccess: next,
    onSettled: settled,
  });
  const busy = take.isPending || mark.isPending || giveBack.isPending;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={task.name}
        description={
          <span className="num">
            {task.figures.section} · {t('points', { count: task.figures.points })} ·{' '}
            {t('progress', { marked: task.figures.marked, scripts: task.figures.scripts })}
          </span>
        }
        actions={
          <Button asChild>
            <Link to={listPath}>{t('back')}</Link>
          </Button>
        }
      />
      {task.released && <Strip tone="neutral">{t('released')}</Strip>}
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
              <EmptyState title={performed || which === 'all' ? t('pick') : t('allDone')}>
                {performed || which === 'all' ? undefined : t('allDoneText')}
              </EmptyState>
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

interface MarkSheetProps {
  task: MarkingTask;
  script: MarkingScript;
  busy: boolean;
  onSubmit: (giving: Giving) => void;
  onGiveBack: (() => void) | undefined;
}

function MarkSheet({ task, script, busy, onSubmit, onGiveBack }: MarkSheetProps) {
  const { t } = useTranslation('marking');
  const [giving, setGiving] = useState(() => givingOf(task, script.given));
  const [current, setCurrent] = useState(0);
  const [asked, setAsked] = useState(false);
  const typed = useRef({ digits: '', atMs: 0 });
  const most = mostOf(task);
  const total = totalOf(task, giving);
  const ready = readyOf(task, giving) !== null;
  const submit = () => {
    if (busy) return;
    if (ready) onSubmit(giving);
    else setAsked(true);
  };
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const typing =
      event.target instanceof HTMLElement && event.target.closest('input,textarea,select,button,a,summary,[role=dialog]') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || busy) return;
    if (event.key === 'Enter') submit();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setCurrent((at) => Math.min(most.length - 1, Math.max(0, at + (event.key === 'ArrowDown' ? 1 : -1))));
    else if (/^[0-9]$/.test(event.key)) {
      const digits = event.timeStamp - typed.current.atMs < wordMs ? typed.current.digits + event.key : event.key;
      const limit = most[current] ?? 0;
      const points = Math.min(Number(digits), limit);
      setGiving(withPoint(giving, current, points));
      // Another digit could still follow only where the number may have two.
      const whole = limit < 10 || Number(digits) * 10 > limit;
      typed.current = whole ? { digits: '', atMs: 0 } : { digits, atMs: event.timeStamp };
      if (whole) setCurrent(Math.min(most.length - 1, current + 1));
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <Panel
      title={script.person ? <span className="num">{`${script.person.name} ${script.person.ticketNo}`}</span> : t('scoringPoints')}
      aside={<span className="text-[13px] text-muted-foreground">{t('keysHint')}</span>}
      className="lg:sticky lg:top-3.5"
    >
      <PointsPanel task={task} giving={giving} current={current} onCurrent={setCurrent} onGive={setGiving} disabled={busy} />
      <div className="flex flex-col gap-3 border-t px-3.5 py-3">
        <p className="num flex items-baseline gap-2">
          <output className="text-4xl font-bold">{total ?? '–'}</output>
          <span className="text-muted-foreground">{t('total', { count: task.figures.points })}</span>
        </p>
        <Textarea
          rows={2}
          aria-label={t('comment')}
          placeholder={`${t('comment')} · ${t('commentPlaceholder')}`}
          maxLength={1000}
          value={giving.comment}
          disabled={busy}
          onChange={(event) => setGiving({ ...giving, comment: event.target.value })}
        />
        {asked && !ready && (
          <p role="alert" className="text-sm text-seal">
            {t('fillAll')}
          </p>
        )}
        <Button variant="primary" size="lg" busy={busy} onClick={submit}>
          {t(onGiveBack ? 'submit' : 'submitOnly')}
        </Button>
        {onGiveBack && script.given === null && (
          <Button busy={busy} onClick={onGiveBack}>
            {t('giveBack')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
