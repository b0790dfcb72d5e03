import { useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { useFileDrop } from '../../../ui/form/use-file-drop.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { Progress } from '../../../ui/primitives/progress.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { type CardScans, isForPerson, useCardScans } from '../card-queries.ts';
import { CardScanList } from '../parts/card-scan-list.tsx';
import { parseTypedPoints } from '../points-sheet.ts';
import { useCardUpload } from '../use-card-upload.ts';

/** /marker/examtest/cards/{plan}: upload of scanned answer cards, with the state of each picture and each card. */
export function CardScansPage() {
  const { t } = useTranslation('cards');
  const planId = Number(useParams()['id']);
  const query = useCardScans(planId);
  if (query.data === undefined) return <LoadingState query={query} className="h-96 rounded-xl" />;
  const { data } = query;
  const waits = data.scans.filter(({ state }) => state === 'waits');
  const figures = [
    { label: t('figure_all'), value: data.scans.length },
    { label: t('figure_open'), value: data.scans.filter(isForPerson).length },
    { label: t('figure_entered'), value: data.cards.filter(({ state }) => state === 'entered').length },
    { label: t('figure_without'), value: data.withoutCard.length },
  ];
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={data.name}
        description={t('lead')}
        actions={
          <span className="flex flex-wrap gap-2.5">
            <LinkButton to="/marker/examtest/index">{t('back')}</LinkButton>
            <LinkButton to={`/marker/examtest/item/${planId}`}>{t('toEntry')}</LinkButton>
          </span>
        }
      />
      {data.released ? <Strip tone="neutral">{t('released')}</Strip> : <CardUpload planId={planId} />}
      <div role="status" className="empty:hidden">
        {data.reading && waits.length > 0 && <Strip tone="neutral">{t('reading', { count: waits.length })}</Strip>}
      </div>
      {!data.reading && !data.released && waits.length > 0 && (
        <UnreadPictures planId={planId} names={waits.map(({ fileName }) => fileName)} />
      )}
      <FigureStrip figures={figures} />
      <div className="grid items-start gap-3.5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <CardScanList planId={planId} scans={data.scans} released={data.released} />
        <div className="flex flex-col gap-3.5">
          {!data.released && <ReadyCards planId={planId} data={data} />}
          <CardList data={data} />
          {data.withoutCard.length > 0 && data.scans.length > 0 && (
            <Panel title={t('without')} bodyClassName="p-3.5">
              <p className="text-[13px] leading-relaxed text-muted-foreground">{t('withoutText')}</p>
              <p className="num mt-2 max-h-60 overflow-y-auto text-sm leading-relaxed">{joinWords(data.withoutCard)}</p>
            </Panel>
          )}
        </div>
      </div>
    </div>
  );
}

/** Names the pictures that no job will read, for example because the last job failed, and offers to have them read. */
function UnreadPictures({ planId, names }: { planId: number; names: readonly string[] }) {
  const { t } = useTranslation('cards');
  const invalidate = useInvalidate();
  const readAgain = useAction({
    mutationFn: () => makeCall('/card/addScans', { planId, urls: [] }),
    onSettled: () => invalidate('/card'),
  });
  return (
    <Strip
      tone="kept"
      live
      action={
        <Button size="sm" busy={readAgain.isPending} onClick={() => readAgain.mutate()}>
          {t('readAgain')}
        </Button>
      }
    >
      <span className="break-words">{t('unread', { count: names.length, names: joinWords(names) })}</span>
    </Strip>
  );
}

function CardUpload({ planId }: { planId: number }) {
  const { t } = useTranslation(['cards', 'words']);
  const input = useRef<HTMLInputElement>(null);
  const { state, isRunning, start } = useCardUpload(planId);
  const take = (files: readonly File[]): void => {
    if (!isRunning && files.length > 0) start(files);
  };
  const { over, frame } = useFileDrop(isRunning, take);
  const leaving = useLeaveConfirmation(isRunning);
  return (
    <Panel title={t('upload')} bodyClassName="flex flex-col gap-3 p-3.5">
      <div
        {...frame}
        className={cn(
          'flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg border border-dashed border-input px-3 py-3 transition-colors',
          over && 'border-primary bg-primary-soft',
        )}
      >
        <Button variant="primary" busy={isRunning} onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
        <span className="text-[13px] text-muted-foreground">{t('dropHint')}</span>
        <FileInput
          ref={input}
          multiple
          accept="image/png,image/jpeg,application/pdf,.png,.jpg,.jpeg,.pdf"
          aria-label={t('choose')}
          onFiles={take}
        />
      </div>
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('takes')}</p>
      {isRunning && (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="num text-[13px]">
            {t('sending', { done: state.finishedCount, all: state.all })}
          </p>
          <Progress value={state.all === 0 ? 0 : state.finishedCount / state.all} label={t('upload')} />
        </div>
      )}
      {!isRunning && state.added > 0 && (
        <Strip tone="delivered" live>
          {t('sent', { count: state.added })}
        </Strip>
      )}
      {state.knownNames.length > 0 && (
        <Strip tone="neutral">
          <span className="block max-h-32 overflow-y-auto break-words">
            {t('known', { count: state.knownNames.length, names: joinWords(state.knownNames) })}
          </span>
        </Strip>
      )}
      {state.failed.length > 0 && (
        <div role="alert" className="rounded-lg bg-seal-soft px-3.5 py-3 text-[13px] text-seal">
          <p className="flex items-center justify-between gap-3 font-semibold">
            {t('failed')}
            {!isRunning && (
              <Button size="sm" onClick={() => start(state.failed.map(({ file }) => file))}>
                {t('retry')}
              </Button>
            )}
          </p>
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {state.failed.map(({ file, problem }, at) => (
              <li key={at}>{t('failedFile', { name: file.name, problem })}</li>
            ))}
          </ul>
        </div>
      )}
      {leaving.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveUpload')}
          confirm={t('words:leave')}
          cancel={t('stay')}
          onDone={() => leaving.proceed()}
          onClose={() => leaving.reset()}
        >
          {t('leaveUploadText', { left: state.all - state.finishedCount })}
        </ConfirmDialog>
      )}
    </Panel>
  );
}

/** Lists the cards that a person enters: those with written questions, and those that their uploader must not enter. */
function ReadyCards({ planId, data: { cards } }: { planId: number; data: CardScans }) {
  const { t } = useTranslation('cards');
  const invalidate = useInvalidate();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const enter = useAction({
    mutationFn: (rows: { ticketNo: string; writtenPoints: number }[]) => makeCall('/card/enter', { planId, rows }),
    onSuccess: ({ entered }) => {
      setTyped({});
      toast.success(t('enteredToast', { count: entered }));
    },
    onSettled: () => invalidate('/card', '/marking'),
  });
  const ready = cards.filter(({ state }) => state === 'ready');
  if (ready.length === 0) return null;
  const rows = ready.flatMap(({ ticketNo, toGive }) => {
    const points = toGive === 0 ? 0 : parseTypedPoints(typed[ticketNo] ?? '');
    return typeof points === 'number' && points <= toGive ? [{ ticketNo, writtenPoints: points }] : [];
  });
  return (
    <Panel
      title={t('ready')}
      aside={
        <Button variant="primary" size="sm" disabled={rows.length === 0} busy={enter.isPending} onClick={() => enter.mutate(rows)}>
          {t('enter', { count: rows.length })}
        </Button>
      }
    >
      <p className="border-b px-3.5 py-2.5 text-[13px] leading-relaxed text-muted-foreground">
        {t(ready.some(({ toGive }) => toGive > 0) ? 'readyText' : 'readyWhole')}
      </p>
      <ul className="max-h-[40dvh] divide-y overflow-y-auto">
        {ready.map(({ ticketNo, toGive }) => (
          <li key={ticketNo} className="num flex items-center justify-between gap-3 px-3.5 py-1.5 text-sm">
            {ticketNo}
            {toGive > 0 && (
              <span className="flex items-center gap-2 text-[13px] text-muted-foreground">
                {t('outOf', { points: toGive })}
                <Input
                  aria-label={t('writtenOf', { ticket: ticketNo })}
                  className="num w-20 text-right"
                  inputMode="decimal"
                  maxLength={6}
                  value={typed[ticketNo] ?? ''}
                  onChange={(event) => setTyped((before) => ({ ...before, [ticketNo]: event.target.value }))}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const cardTones = {
  incomplete: 'kept',
  undecided: 'kept',
  marking: 'kept',
  ready: 'primary',
  entered: 'delivered',
  byPerson: 'neutral',
} as const;

function CardList({ data: { cards } }: { data: CardScans }) {
  const { t } = useTranslation('cards');
  if (cards.length === 0) return null;
  return (
    <Panel title={t('cards')}>
      <ul className="max-h-[50dvh] divide-y overflow-y-auto" aria-label={t('cards')}>
        {cards.map(({ ticketNo, state, missing }) => (
          <li key={ticketNo} className="num flex items-center justify-between gap-3 px-3.5 py-1.5 text-sm">
            {ticketNo}
            <Chip tone={cardTones[state]}>
              {state === 'incomplete'
                ? missing.length === 0
                  ? t('card_twice')
                  : t('card_incomplete', { pages: joinWords(missing) })
                : t(`card_${state}`)}
            </Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
