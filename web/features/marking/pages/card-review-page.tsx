import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { cn } from '../../../lib/cn.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { CallInput } from '../../../../sync/contract/call.ts';
import type { cardCalls } from '../../../../sync/contract/marking/card.ts';
import { getCardScanPath, getCardScansPath, isForPerson, type OpenedScan, useCardScan, useCardScans } from '../card-queries.ts';
import { CardPicture } from '../parts/card-picture.tsx';
import { CardRows, type DecidedRows } from '../parts/card-rows.tsx';
import { CardTwins, ComparedPicture, CorrectEntry } from '../parts/card-twins.tsx';

type Decision = CallInput<(typeof cardCalls)['decide']>['decision'];
interface NamedPage {
  readonly ticketNo: string;
  readonly page: number;
}

/** /marker/examtest/card/{plan}/{scan}: one scanned picture of an answer card beside the rows of bubbles that a person decides. */
export function CardReviewPage() {
  const params = useParams();
  const [planId, scanId] = [Number(params['id']), Number(params['scan'])];
  // The key remounts the form, so that another picture starts with empty fields.
  return <Review key={scanId} planId={planId} scanId={scanId} />;
}

function Review({ planId, scanId }: { planId: number; scanId: number }) {
  const { t } = useTranslation('cards');
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const list = useCardScans(planId);
  const [namedPage, setNamedPage] = useState<NamedPage>();
  const query = useCardScan(planId, scanId, namedPage);
  const [lastScan, setLastScan] = useState<OpenedScan>();
  // Keep showing the last picture while the page that the user named is loading.
  if (query.data !== undefined && query.data !== lastScan) setLastScan(query.data);
  const scan = query.data ?? lastScan;
  const open = list.data?.scans.filter((each) => isForPerson(each) && each.scanId !== scanId) ?? [];
  const next = open.find((each) => each.scanId > scanId) ?? open[0];
  const nextPath = next === undefined ? getCardScansPath(planId) : getCardScanPath(planId, next.scanId);
  const goOn = (): void => void navigate(nextPath);
  // Path of the page to show next. It is set only after the decision is stored, so that leaving this page does not ask whether to discard the
  // decision.
  const [leavingTo, setLeavingTo] = useState<string>();
  useEffect(() => {
    if (leavingTo !== undefined) void navigate(leavingTo);
  }, [leavingTo, navigate]);
  const decide = useAction({
    mutationFn: (decision: Decision) => makeCall('/card/decide', { planId, scanId, decision }),
    onSuccess: async ({ entered }) => {
      toast.success(t(entered > 0 ? 'savedEntered' : next === undefined ? 'allDone' : 'savedToast'));
      await invalidate('/card', '/marking');
      setLeavingTo(nextPath);
    },
    // Refetch after a failure, because another person may have decided this picture meanwhile.
    onError: () => invalidate('/card'),
  });
  if (scan === undefined) return <LoadingState query={query} className="h-96 rounded-xl" />;
  const released = list.data?.released === true;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={scan.fileName}
        description={
          <span className="num">
            {[
              t('reviewTitle'),
              scan.ticketNo === '' ? '' : t('where', { ticket: scan.ticketNo, page: scan.page ?? 1 }),
              scan.reason === null ? '' : t(`reason_${scan.reason}`),
              scan.entered ? t('card_entered') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        }
        actions={
          <span className="flex flex-wrap gap-2.5">
            <LinkButton to={getCardScansPath(planId)}>{t('toScans')}</LinkButton>
            {next !== undefined && <Button onClick={goOn}>{t('skip')}</Button>}
            {!released && scan.state === 'later' && (
              <CorrectEntry
                scan={scan}
                needsPoints={(list.data?.writtenPoints ?? 0) > 0}
                isSaving={decide.isPending}
                onKeep={() => decide.mutate({ kind: 'setAside' })}
                onCorrected={goOn}
              />
            )}
            {!released && scan.state !== 'waits' && scan.state !== 'later' && !scan.entered && (
              <Button busy={decide.isPending} onClick={() => decide.mutate({ kind: scan.state === 'setAside' ? 'takeBack' : 'setAside' })}>
                {t(scan.state === 'setAside' ? 'takeBack' : 'setAside')}
              </Button>
            )}
          </span>
        }
      />
      {(scan.state === 'twice' || scan.state === 'later') && <Strip tone="kept">{t(`${scan.state}Text`)}</Strip>}
      {scan.state === 'doubtful' && scan.twins.some(({ entered }) => entered) && <Strip tone="kept">{t('doubtfulLaterText')}</Strip>}
      <Decide
        scan={scan}
        released={released}
        isSaving={decide.isPending}
        isStored={leavingTo !== undefined}
        onSave={(decision) => decide.mutate(decision)}
        naming={
          scan.state === 'unreadable' && !released ? (
            <NamePage key={scanId} error={namedPage === undefined ? null : query.error} onName={setNamedPage} />
          ) : null
        }
      />
    </div>
  );
}

/** Asks whose card and which page an unreadable picture shows. */
function NamePage({ error, onName }: { error: Error | null; onName: (page: NamedPage) => void }) {
  const { t } = useTranslation('cards');
  const [ticketNo, setTicketNo] = useState('');
  const [page, setPage] = useState('1');
  const isGood = ticketNo.trim() !== '' && /^[1-9]\d?$/.test(page);
  return (
    <Panel title={t('whose')} bodyClassName="p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('whoseText')}</p>
      <form
        className="mt-3 flex flex-wrap items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood) onName({ ticketNo: ticketNo.trim(), page: Number(page) });
        }}
      >
        <Field label={t('ticketNo')} error={error?.message}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={60}
              className="num w-44"
              value={ticketNo}
              onChange={(event) => setTicketNo(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('page')}>
          {(field) => (
            <Input
              {...field}
              inputMode="numeric"
              maxLength={2}
              className="num w-16"
              value={page}
              onChange={(event) => setPage(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={!isGood}>
          {t('showRows')}
        </Button>
      </form>
    </Panel>
  );
}

interface DecideProps {
  scan: OpenedScan;
  released: boolean;
  isSaving: boolean;
  /** True once the server has stored the decision on the picture. */
  isStored: boolean;
  onSave: (decision: Decision) => void;
  naming: React.ReactNode;
}

/** Shows the picture side by side with the rows of bubbles that a person must decide. */
function Decide({ scan, released, isSaving, isStored, onSave, naming }: DecideProps) {
  const { t } = useTranslation(['cards', 'words']);
  const [decisions, setDecisions] = useState<DecidedRows>({});
  const [current, setCurrent] = useState<string>();
  const rows = released || scan.state === 'setAside' ? [] : scan.rows;
  const row = rows.find(({ label }) => label === current) ?? rows[0];
  const undecidedCount = rows.filter(({ label }) => decisions[label] === undefined).length;
  const leaving = useLeaveConfirmation(undecidedCount < rows.length && !isStored);
  const isPair = rows.length === 0 && scan.state !== 'setAside' && scan.twins.length > 0;
  const isReady = rows.length > 0 && undecidedCount === 0 && scan.page !== null;
  const save = (): void => {
    if (!isReady || isSaving) return;
    const answers = rows.map(({ label }) => ({ label, marked: [...(decisions[label] ?? [])] }));
    onSave({ kind: 'rows', ticketNo: scan.ticketNo, page: scan.page ?? 1, rows: answers });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <div className={cn('grid items-start gap-3.5', isPair ? 'lg:grid-cols-2' : 'lg:grid-cols-[minmax(0,1fr)_400px]')} onKeyDown={onKeyDown}>
      {isPair ? (
        <ComparedPicture title={t('thisPicture', { name: scan.fileName })} fileName={scan.fileName} url={scan.url} />
      ) : (
        <CardPicture scan={scan} row={row} />
      )}
      <div className={cn('flex flex-col gap-3.5', !isPair && 'sticky top-3')}>
        {naming}
        {isPair ? (
          <CardTwins scan={scan} />
        ) : rows.length === 0 ? (
          naming === null && (
            <Panel>
              <EmptyState title={t('nothing')} />
            </Panel>
          )
        ) : (
          <Panel
            title={t('rows')}
            aside={
              <Button variant="primary" disabled={!isReady} busy={isSaving} onClick={save}>
                {t('save')}
              </Button>
            }
          >
            <p className="px-3.5 pt-3 text-[13px] leading-relaxed text-muted-foreground">{t('keys')}</p>
            <p role="status" className="num px-3.5 pb-2 text-[13px]">
              {t('left', { count: undecidedCount })}
            </p>
            <div className="max-h-[60dvh] overflow-y-auto border-t">
              <CardRows
                rows={rows}
                decided={decisions}
                current={row?.label}
                onCurrent={setCurrent}
                onDecide={(label, marked) => setDecisions((before) => ({ ...before, [label]: marked }))}
              />
            </div>
          </Panel>
        )}
      </div>
      {leaving.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveRows')}
          confirm={t('words:leave')}
          cancel={t('stay')}
          onDone={() => leaving.proceed()}
          onClose={() => leaving.reset()}
        >
          {t('leaveRowsText', { count: rows.length - undecidedCount })}
        </ConfirmDialog>
      )}
    </div>
  );
}
