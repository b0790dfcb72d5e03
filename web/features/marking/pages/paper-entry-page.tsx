import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { useParams } from 'react-router-dom';
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft/draft.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall, CallFailure } from '../../../platform/api/call.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { useAction } from '../../../ui/use-action.ts';
import { readSheetsOfFile } from '../../../platform/imports/use-sheet-import.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LinkButton } from '../../../ui/primitives/link-button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type PaperEntries, usePaperEntries } from '../marking-queries.ts';
import { readPointsSheet, parseTypedPoints } from '../points-sheet.ts';

type Row = PaperEntries['rows'][number];
type TypedPoints = Readonly<Record<string, string>>;
type SentEntry = { readonly ticketNo: string; readonly points: number | null };
const mostRows = 2000;

/** /marker/examtest/item/{plan}: entry of points by ticket number, done twice by two people. */
export function PaperEntryPage() {
  const { t } = useTranslation('marking');
  const planId = Number(useParams()['id']);
  const entries = usePaperEntries(planId);
  if (entries.data === undefined) return <LoadingState query={entries} className="h-96 rounded-xl" />;
  return (
    <div className="flex flex-col gap-3.5">
      <PageHeader
        title={entries.data.name}
        description={<span className="num">{t('entryHint', { count: entries.data.totalPoints })}</span>}
        actions={<LinkButton to="/marker/examtest/index">{t('back')}</LinkButton>}
      />
      {entries.data.released && <Strip tone="neutral">{t('released')}</Strip>}
      <Entry planId={planId} entries={entries.data} />
    </div>
  );
}

function Entry({ planId, entries }: { planId: number; entries: PaperEntries }) {
  const { t } = useTranslation(['marking', 'words']);
  const invalidate = useInvalidate();
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const draftName = `${userId}.marking.entry.${planId}`;
  // A hundred values may be typed before they are sent. The draft protects them from a reload.
  const [typed, setTyped] = useState<TypedPoints>(() => readDraft<TypedPoints>(draftName)?.value ?? {});
  useEffect(() => {
    if (Object.keys(typed).length === 0) dropDraft(draftName);
    else writeDraft(draftName, { savedMs: Date.now(), value: typed });
  }, [draftName, typed]);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const enter = useAction({
    mutationFn: async ({ rows, decide, places }: { rows: readonly SentEntry[]; decide: boolean; places?: readonly number[] }) => {
      setFaults([]);
      try {
        return await makeCall('/marking/enter', { planId, rows: [...rows], decide }, { quiet: true });
      } catch (failure) {
        if (!(failure instanceof CallFailure)) throw failure;
        const messages = (failure.fields ?? []).map(({ path, message }) => {
          const at = Number(path.split('.')[1]);
          const place = places?.[at];
          return place === undefined ? message : t('sheetRow', { row: place, message });
        });
        setFaults(messages.length > 0 ? messages : [failure.message]);
        throw failure;
      }
    },
    onSuccess: ({ entered, differ }, { rows }) => {
      toast.success(differ > 0 ? t('enteredDiffer', { count: entered, differ }) : t('entered', { count: entered }));
      const sent = new Set(rows.map((row) => row.ticketNo));
      setTyped((before) => Object.fromEntries(Object.entries(before).filter(([ticketNo]) => !sent.has(ticketNo))));
    },
    onSettled: () => invalidate('/marking'),
  });
  const sheet = useAction({
    mutationFn: async (file: File) => {
      setFaults([]);
      const sheets = await readSheetsOfFile(file, 2 * mostRows).catch((problem: Error) => problem);
      if (sheets instanceof Error) return setFaults([sheets.message]);
      const pointsSheet = sheets.map((one) => readPointsSheet(one.rows)).find((one) => one !== null);
      if (pointsSheet === undefined || pointsSheet === null) return setFaults([t('sheetNoHeadings')]);
      if (pointsSheet.faults.length > 0)
        return setFaults(pointsSheet.faults.map(({ row, what }) => t('sheetRow', { row, message: t(`sheetFault_${what}`) })));
      if (pointsSheet.rows.length === 0) return setFaults([t('sheetNothing')]);
      await enter
        .mutateAsync({
          rows: pointsSheet.rows.map(({ ticketNo, points }) => ({ ticketNo, points })),
          decide: false,
          places: pointsSheet.rows.map(({ row }) => row),
        })
        .catch(() => undefined);
    },
  });
  const rows = Object.entries(typed).map(([ticketNo, text]) => ({ ticketNo, points: parseTypedPoints(text) }));
  const validRows = rows.filter((row): row is SentEntry => row.points !== undefined && (row.points ?? 0) <= entries.totalPoints);
  const invalidCount = rows.length - validRows.length;
  const deciding = validRows.filter((row) => entries.rows.find((each) => each.ticketNo === row.ticketNo)?.mayEnter === false);
  const save = async () => {
    const decided = new Set(deciding.map((row) => row.ticketNo));
    const own = validRows.filter((row) => !decided.has(row.ticketNo));
    if (own.length > 0) await enter.mutateAsync({ rows: own, decide: false }).catch(() => undefined);
    if (deciding.length > 0) await enter.mutateAsync({ rows: deciding, decide: true }).catch(() => undefined);
  };
  return (
    <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <Panel
        title={t('byTicket')}
        aside={
          <span className="flex items-center gap-3">
            {invalidCount > 0 && <span className="num text-[13px] text-seal">{t('badPoints', { count: invalidCount })}</span>}
            {!entries.released && (
              <Button
                variant="primary"
                disabled={validRows.length === 0 || invalidCount > 0}
                busy={enter.isPending}
                onClick={() => void save()}
              >
                {t('saveEntries', { count: validRows.length })}
              </Button>
            )}
          </span>
        }
      >
        <ul className="max-h-[68dvh] divide-y overflow-y-auto">
          {entries.rows.map((row) => (
            <EntryRow
              key={row.ticketNo}
              row={row}
              typed={typed[row.ticketNo]}
              isOpen={!entries.released && (row.mayEnter || (entries.leads && row.state === 'differs'))}
              onType={(text) =>
                setTyped((before) => {
                  const { [row.ticketNo]: _, ...rest } = before;
                  return text === '' ? rest : { ...before, [row.ticketNo]: text };
                })
              }
            />
          ))}
        </ul>
      </Panel>
      <div className="flex flex-col gap-3.5">
        {faults.length > 0 && (
          <Panel title={t('nothingTaken')}>
            <div role="alert">
              <ul className="num max-h-72 overflow-y-auto px-3.5 py-2.5 text-sm leading-relaxed text-seal">
                {faults.map((fault, at) => (
                  <li key={at}>{fault}</li>
                ))}
              </ul>
            </div>
          </Panel>
        )}
        {!entries.released && (
          <Panel title={t('fromSheet')} bodyClassName="p-3.5">
            <SheetDrop
              template={{ label: t('words:template'), name: t('sheetTemplateName'), header: [t('ticketNo'), t('pointsHeading')] }}
              choose={t('words:chooseFile')}
              reading={sheet.isPending}
              onTake={(file) => sheet.mutate(file)}
              statusText={t('sheetSaid')}
            />
          </Panel>
        )}
      </div>
    </div>
  );
}

const tones = { none: 'neutral', once: 'neutral', differs: 'kept', settled: 'delivered' } as const;

function EntryRow({
  row,
  typed,
  isOpen,
  onType,
}: {
  row: Row;
  typed: string | undefined;
  isOpen: boolean;
  onType: (text: string) => void;
}) {
  const { t } = useTranslation('marking');
  const pointsText = ({ points }: { points: number | null }): string => (points === null ? t('absent') : String(points));
  return (
    <li className="num grid grid-cols-[minmax(0,1fr)_auto_7rem_7rem] items-center gap-3 px-3.5 py-1.5 text-sm">
      <span className="truncate">{row.ticketNo}</span>
      <span className="text-muted-foreground">
        {row.both.length === 2 && row.state === 'differs' ? row.both.map(pointsText).join(' ≠ ') : ''}
      </span>
      <Chip tone={tones[row.state]} className="justify-self-start">
        {t(`entry_${row.state}`)}
      </Chip>
      {isOpen ? (
        <Input
          aria-label={t('pointsFor', { ticket: row.ticketNo })}
          value={typed ?? ''}
          placeholder={row.mine ? pointsText(row.mine) : ''}
          inputMode="decimal"
          maxLength={6}
          onChange={(event) => onType(event.target.value)}
          className="num text-right"
        />
      ) : (
        <span className="text-right font-medium">{row.settled ? pointsText(row.settled) : row.mine ? pointsText(row.mine) : ''}</span>
      )}
    </li>
  );
}
