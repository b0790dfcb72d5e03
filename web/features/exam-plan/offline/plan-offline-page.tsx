import { examStatus } from '../../../../sync/contract/codes.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { type ExamPlan, listSeatColumns, type PlanExaminee } from '../exam-plan-queries.ts';
import { AnswerImport } from './answer-import.tsx';
import { OpenRoomCommands, getCommandText } from '../board/open-room-commands.tsx';
import { PlanFrame } from '../frame/plan-frame.tsx';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { KeyRound, FileDown } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { parseSheetCode, getSheetPath } from '../paper-entry/sheet-view.ts';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Switch } from '../../../ui/primitives/switch.tsx';
import { browserRandom } from '../../../platform/browser-ports.ts';
import { ActionDialog } from '../../../platform/dialogs/action-dialog.tsx';
import { type Column, dateColumn, nameColumn, numberColumn } from '../../../ui/list/columns.tsx';
import { useSelection } from '../../../ui/list/table-selection.ts';
import { isUndeliveredState, deriveLedgerState, type LedgerState } from '../board/ledger.ts';
import { boardActions, BoardActionDialog, type BoardActionRequest } from '../parts/board-action-dialog.tsx';
import { PersonList } from '../board/person-list.tsx';
import { SparePcPanel } from './spare-pc-panel.tsx';
import { padTwoDigits } from '../../../../sync/domain/numbers.ts';

/** /teacher/exam/exam-plan/offline/{id}: release codes, import of answer files, and undelivered answers by seat. */
export function PlanOfflinePage() {
  return <PlanFrame>{(plan) => <Offline plan={plan} />}</PlanFrame>;
}

function Offline({ plan }: { plan: ExamPlan }) {
  const mayChange = useCanChangeData();
  const published = plan.status !== examStatus.notEnabled;
  return (
    <>
      {mayChange && (
        <div className="grid items-start gap-3.5 lg:grid-cols-2">
          <RoomCodeList plan={plan} published={published} />
          {published && <SparePcPanel planId={plan.id} />}
          {published && <AnswerImport plan={plan} />}
          {published && <SebFile planId={plan.id} />}
          {published && <CodeCheck planId={plan.id} />}
          {published && <SheetFinder planId={plan.id} />}
        </div>
      )}
      {published && <SeatLedger plan={plan} />}
      {published && mayChange && <OpenRoomCommands planId={plan.id} />}
      {published && <RoomRecord planId={plan.id} />}
    </>
  );
}

/** Checks the code on an examinee's receipt: whether the server has that hand-in, and whether it is the one that counts. */
function CodeCheck({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const [code, setCode] = useState('');
  const check = useAction({ mutationFn: () => makeCall('/exam/checkHandIn', { planId, code }, { quiet: true }) });
  const found = check.data?.found;
  return (
    <Panel title={t('check')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('checkText')}</p>
      <form
        className="flex items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '' && !check.isPending) check.mutate();
        }}
      >
        <Field label={t('checkCode')} error={check.error instanceof CallFailure ? check.error.message : undefined}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={20}
              placeholder="00000-00000"
              className="w-52 font-mono tracking-wider uppercase"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                check.reset();
              }}
            />
          )}
        </Field>
        <Button type="submit" busy={check.isPending} disabled={code.trim() === ''}>
          {t('checkDo')}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {found && (
          <Strip tone={found.whole && found.counts ? 'delivered' : 'kept'}>
            {t(found.whole ? (found.counts ? 'checkWhole' : 'checkOther') : 'checkPart', {
              who: [found.name, found.seatLabel, found.ticketNo].filter(Boolean).join(' · '),
              time: formatDateTime(found.wallMs),
            })}
          </Strip>
        )}
        {found === null && <Strip tone="seal">{t('checkNone')}</Strip>}
      </div>
    </Panel>
  );
}

/** Shows the release codes of the rooms (SY18). They are hidden until requested, and then large enough to be read from the last row of a room. */
function RoomCodeList({ plan, published }: { plan: ExamPlan; published: boolean }) {
  const { t } = useTranslation('offline');
  const codes = useAction({ mutationFn: () => makeCall('/exam/showReleaseCodes', { planId: plan.id }) });
  return (
    <Panel
      title={t('codes')}
      aside={
        codes.data && (
          <Button size="sm" onClick={() => codes.reset()}>
            {t('hideCodes')}
          </Button>
        )
      }
      bodyClassName="flex flex-col gap-3 p-3.5"
    >
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t(published ? 'codesText' : 'codesLater')}</p>
      {published && !codes.data && (
        <Button className="self-start" busy={codes.isPending} onClick={() => codes.mutate()}>
          <KeyRound aria-hidden />
          {t('showCodes')}
        </Button>
      )}
      {codes.data && (
        <ul className="scroll-slim flex max-h-72 flex-col overflow-y-auto">
          {codes.data.rooms.map((room) => (
            <li key={room.roomId} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b py-2 last:border-b-0">
              <span className="min-w-0">
                <b className="font-semibold">{room.roomId === 0 ? t('noRoom') : room.name}</b>{' '}
                <span className="num text-[13px] text-muted-foreground">{t('people', { n: room.people })}</span>
              </span>
              <span className="num font-mono text-[28px] leading-tight font-semibold tracking-wider">{room.code}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Opens the page of a paper sheet by the code printed on it. An examinee without a PC continues on such a sheet by pen. */
function SheetFinder({ planId }: { planId: number }) {
  const { t } = useTranslation(['sheet', 'words']);
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [none, setNone] = useState(false);
  return (
    <Panel title={t('find')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('findText')}</p>
      <form
        className="flex items-end gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          const found = parseSheetCode(code);
          if (found?.planId === planId) void navigate(getSheetPath(planId, found.userId, found.sheet));
          else setNone(true);
        }}
      >
        <Field label={t('findCode')} error={none ? t('findNone') : undefined}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              placeholder={`${planId}-000-2`}
              className="num w-52"
              value={code}
              onChange={(event) => {
                setCode(event.target.value);
                setNone(false);
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={code.trim() === ''}>
          {t('words:open')}
        </Button>
      </form>
    </Panel>
  );
}

/** Downloads the Safe Exam Browser settings of this exam, and shows the password with which staff quit it. */
function SebFile({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const file = useAction({
    mutationFn: () => makeCall('/exam/getSebFile', { planId, origin: window.location.origin }),
    onSuccess: ({ name, text }) => downloadFile(new Blob([text], { type: 'application/seb' }), name),
  });
  return (
    <Panel title={t('seb')} bodyClassName="flex flex-col gap-3 p-3.5">
      <p className="text-[13px] leading-relaxed text-muted-foreground">{t('sebText')}</p>
      <Button className="self-start" busy={file.isPending} onClick={() => file.mutate()}>
        <FileDown aria-hidden />
        {t('sebDo')}
      </Button>
      {file.data && (
        <dl className="num grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
          <dt className="text-muted-foreground">{t('sebQuit')}</dt>
          <dd className="font-mono text-base font-semibold tracking-wider">{file.data.quitWord}</dd>
          <dt className="text-muted-foreground">{t('sebKey')}</dt>
          <dd className="font-mono break-all">{file.data.configKey}</dd>
        </dl>
      )}
    </Panel>
  );
}

const atOnce = 100;

/** Shows the log that the room tablets wrote: events, persons, authors and photos. */
function RoomRecord({ planId }: { planId: number }) {
  const { t } = useTranslation('offline');
  const [checks, setChecks] = useState(false);
  const [shownCount, setShownCount] = useState(atOnce);
  const { data, error, refetch } = useCall('/invigilation/getRecord', { planId }, { quiet: true });
  if (data === undefined) return <LoadingState query={{ error, refetch }} className="h-40 rounded-xl" />;
  // Everyone's identity is checked at the door. Hide the checks that matched, so that unusual events stand out.
  const visibleItems = data.items.filter(({ act }) => checks || act.kind !== 'identity' || !act.matches);
  return (
    <Panel
      title={t('record')}
      aside={
        <label className="flex items-center gap-2 text-[13px]">
          <Switch checked={checks} onCheckedChange={setChecks} />
          {t('recordChecks')}
        </label>
      }
    >
      {visibleItems.length === 0 && <EmptyState title={t('recordNone')}>{t('recordNoneText')}</EmptyState>}
      <ol className="divide-y" aria-label={t('record')}>
        {visibleItems.slice(0, shownCount).map((entry) => {
          const fates = [...new Set(Object.values(entry.fates))].filter((fate) => fate !== 'holds');
          const photo = data.photos[entry.actId];
          return (
            <li key={`${entry.streamId}:${entry.seq}`} className="flex flex-col gap-1.5 px-4 py-3">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <b className="font-semibold">{t(`act_${entry.act.kind}`)}</b>
                {entry.act.kind === 'identity' && !entry.act.matches && <Chip tone="seal">{t('recordDiffers')}</Chip>}
                {entry.act.kind === 'extend' && <span className="num">{t('actMinutes', { n: Math.round(entry.act.ms / 60_000) })}</span>}
                <span className="num">
                  {[entry.roomName, joinWords(entry.about.map(({ seatNo, name }) => `${padTwoDigits(seatNo)} ${name}`))]
                    .filter(Boolean)
                    .join(' ')}
                </span>
                {fates.map((fate) => (
                  <Chip key={fate} tone="kept" mark="ring">
                    {t(`actFate_${fate}`)}
                  </Chip>
                ))}
              </p>
              <p className="text-sm whitespace-pre-line">
                {[getCommandText(entry.act), 'note' in entry.act && 'reason' in entry.act ? entry.act.note : ''].filter(Boolean).join('\n')}
              </p>
              {photo !== undefined && (
                <a href={photo} target="_blank" rel="noreferrer" className="w-fit">
                  <img src={photo} alt={t('recordPhoto')} loading="lazy" className="h-32 rounded-md border object-contain" />
                </a>
              )}
              {entry.photo && photo === undefined && <p className="text-[13px] text-kept-ink">{t('recordPhotoLater')}</p>}
              <p className="num text-[13px] text-muted-foreground">
                {[
                  entry.by,
                  `${t('actReceived')} ${formatDateTime(entry.receivedMs)}`,
                  `${t('actAtTablet')} ${formatDateTime(entry.wallMs)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          );
        })}
      </ol>
      {visibleItems.length > shownCount && (
        <p className="border-t px-4 py-3">
          <Button size="sm" onClick={() => setShownCount(shownCount + atOnce)}>
            {t('recordMore', { count: visibleItems.length - shownCount })}
          </Button>
        </p>
      )}
    </Panel>
  );
}

const looks: Record<LedgerState, { tone: 'delivered' | 'kept' | 'seal' | 'neutral' | 'primary'; mark: 'dot' | 'ring' | 'square' }> = {
  whole: { tone: 'delivered', mark: 'dot' },
  running: { tone: 'primary', mark: 'ring' },
  missing: { tone: 'kept', mark: 'ring' },
  files: { tone: 'kept', mark: 'ring' },
  unfinished: { tone: 'kept', mark: 'ring' },
  nothing: { tone: 'seal', mark: 'square' },
  waived: { tone: 'neutral', mark: 'square' },
  away: { tone: 'neutral', mark: 'ring' },
};

/** Shows the delivery state of each seat. The rooms can be closed when nothing is outstanding, or with a reason. */
export function SeatLedger({ plan }: { plan: ExamPlan }) {
  const { t } = useTranslation(['offline', 'words']);
  const { t: exam } = useTranslation(['examPlan', 'words']);
  const { t: sheet } = useTranslation(['sheet', 'words']);
  const mayChange = useCanChangeData();
  const selection = useSelection<PlanExaminee>((row) => row.userId);
  const [actionRequest, setActionRequest] = useState<BoardActionRequest | null>(null);
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [spare, setSpare] = useState<PlanExaminee | null>(null);
  const undeliveredRows = plan.examinees.filter((row) => isUndeliveredState(deriveLedgerState(row)));
  const askWaive = (examinees: readonly PlanExaminee[]) => setActionRequest({ kind: 'waive', examinees, actId: browserRandom.uuid() });
  const canWaive = (rows: readonly PlanExaminee[]) => mayChange && rows.every((row) => boardActions.waive.fits(row, plan));
  const textOf = (row: PlanExaminee): string => {
    const state = deriveLedgerState(row);
    return t(`state_${state}`, { n: state === 'files' ? row.missingFiles : row.missingOps });
  };
  const columns: Column<PlanExaminee>[] = [
    ...listSeatColumns(plan, t('words:seat')),
    nameColumn(t('words:personName'), (row) => row.name, { width: 'w-36', strong: true }),
    { key: 'ticket', wide: true, header: t('words:ticketNo'), sort: 'ticketNo', width: 'w-40', value: (row) => row.ticketNo },
    {
      key: 'ledger',
      header: t('state'),
      cell: (row) => {
        const state = deriveLedgerState(row);
        return (
          <span className="flex min-w-0 items-center gap-2">
            <Chip tone={looks[state].tone} mark={looks[state].mark} className="num">
              {textOf(row)}
            </Chip>
            {row.waiver !== null && state === 'waived' && (
              <span className="truncate text-[13px] text-muted-foreground">{t('waivedBy', row.waiver)}</span>
            )}
          </span>
        );
      },
      value: textOf,
    },
    numberColumn('received', t('received'), (row) => row.receivedOps, { sort: 'received', width: 'w-24' }),
    dateColumn('heard', t('heard'), (row) => row.heardMs, { style: 'time', width: 'w-32', muted: true, none: t('heardNever') }),
  ];
  return (
    <>
      <Strip tone={undeliveredRows.length === 0 ? 'delivered' : 'kept'} live>
        {undeliveredRows.length === 0 ? t('closed') : t('open', { count: undeliveredRows.length })}
      </Strip>
      <PersonList
        name="exam-plan.ledger"
        caption={t('ledgerCaption')}
        title={t('ledger')}
        aside={
          <label className="flex items-center gap-2 text-[13px]">
            <Switch checked={onlyOpen} onCheckedChange={setOnlyOpen} />
            {t('onlyOpen')}
          </label>
        }
        rows={onlyOpen ? undeliveredRows : plan.examinees}
        examineeOf={(row) => row}
        columns={columns}
        actions={(row) => [
          ...(row.receivedOps > 0
            ? [{ label: exam('words:planDecision'), to: `/teacher/exam/exam-plan/user/${plan.id}/${row.userId}` }]
            : []),
          ...(mayChange && row.attemptId !== null && !row.complete
            ? [{ label: sheet('words:planSheet'), to: `/teacher/exam/exam-plan/sheet/${plan.id}/${row.userId}` }]
            : []),
          ...(mayChange && row.attemptId !== null && !row.complete ? [{ label: t('spareCode'), onSelect: () => setSpare(row) }] : []),
          ...(canWaive([row]) ? [{ label: exam('act.waive.do'), onSelect: () => askWaive([row]) }] : []),
        ]}
        selection={mayChange ? selection : undefined}
        bulk={(rows) =>
          canWaive(rows) && (
            <Button size="sm" onClick={() => askWaive(rows)}>
              {exam('act.waive.do')}
            </Button>
          )
        }
      />
      {spare !== null && (
        <ActionDialog
          title={t('spareCode')}
          description={t('spareCodeText', { who: [spare.name, spare.seatLabel].filter(Boolean).join(' · ') })}
          confirm={t('spareCodeShow')}
          run={(quiet) => makeCall('/exam/showSpareCode', { planId: plan.id, userId: spare.userId }, quiet)}
          result={({ code }) => <p className="num py-3 text-center font-mono text-[40px] font-semibold tracking-wider">{code}</p>}
          onClose={() => setSpare(null)}
        >
          <p className="text-sm leading-relaxed">{t('spareCodeLogged')}</p>
        </ActionDialog>
      )}
      {actionRequest !== null && (
        <BoardActionDialog key={actionRequest.actId} plan={plan} request={actionRequest} onClose={() => setActionRequest(null)} />
      )}
    </>
  );
}
