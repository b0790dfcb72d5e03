import {
  ArrowLeft,
  Plus,
  ArrowDown,
  ArrowUp,
  ChevronsDownUp,
  ChevronsUpDown,
  CornerDownRight,
  IndentDecrease,
  IndentIncrease,
  Keyboard,
  ListOrdered,
  Redo2,
  Trash2,
  Undo2,
} from 'lucide-react';
import { type SyntheticEvent, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useNavigate } from 'react-router-dom';
import { detailTableStatus, type DetailTableStatusCode } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip, ChipMark } from '../../../ui/primitives/chip.tsx';
import { DraftChip, DraftRestored } from '../../../ui/form/draft-note.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { Select } from '../../../ui/primitives/select.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { DetailTable } from '../detail-queries.ts';
import { checkOutline, formatRatio, type OutlineChecks } from '../outline-checks.ts';
import { getOutlineCommand, type OutlineCommand } from '../outline-keys.ts';
import { copyLineIds } from '../detail-sheet.ts';
import { useLeaveConfirmation } from '../../../ui/form/use-leave-confirmation.ts';
import { useOutline, type OutlineEditor } from '../use-outline.ts';
import { useOutlineGrid, type OutlineGridState } from '../use-outline-grid.ts';
import { ImportDialog } from './import-dialog.tsx';
import { OutlineGrid } from './outline-grid.tsx';
import { TableActions } from './table-actions.tsx';
import { formatDateTime } from '../../../lib/format-time.ts';
import { type DetailOutline, renumberCodes } from '../outline.ts';
import { Dialog } from '../../../ui/primitives/dialog.tsx';
import { useOutlineSave } from '../use-outline-save.ts';

/** Returns true if no field and no dialog has handled the event. */
const isFree = (event: SyntheticEvent<HTMLElement>): boolean =>
  !event.defaultPrevented && !(event.target instanceof HTMLInputElement) && event.currentTarget.contains(event.target as Node);

/** Edits one edition of a detail table: its lines as a tree, the problems found in them, and the actions on the whole table. */
export function TableEditor({ table }: { table: DetailTable }) {
  const { t } = useTranslation(['detail', 'words']);
  const { t: code } = useTranslation('codes');
  const navigate = useNavigate();
  const readOnly = table.status !== detailTableStatus.draft;
  const editor = useOutline(table);
  const [importing, setImporting] = useState(false);
  const unsaved = editor.dirty && !readOnly;

  const saving = useOutlineSave(table, editor);
  const blocker = useLeaveConfirmation(unsaved);
  const isLocked = readOnly || saving.phase === 'held';
  const grid = useOutlineGrid(editor, { readOnly: isLocked, onSave: () => unsaved && saving.save() });
  const checks = useMemo(() => checkOutline(editor.lines), [editor.lines]);
  const title = [table.professionName, table.tradeName, code(`professionLevel.${table.level}`)].filter((part) => part !== '').join(' ');
  return (
    <div
      className="flex h-full flex-col gap-3 *:shrink-0"
      // Undo, redo and save work wherever the focus is, even if the last line and thereby the grid is gone.
      onKeyDown={(event) => {
        const command = getOutlineCommand(event);
        if (!isFree(event) || !(command === 'undo' || command === 'redo' || command === 'save')) return;
        event.preventDefault();
        grid.run(command);
      }}
      onPaste={(event) => {
        if (!isFree(event)) return;
        event.preventDefault();
        grid.paste(event.clipboardData.getData('text/plain'));
      }}
    >
      <PageHeader
        title={
          <span className="flex items-center gap-2">
            <Link to="/question/recognizes" aria-label={t('back')} className="rounded-md p-1 hover:bg-muted">
              <ArrowLeft className="size-4" />
            </Link>
            {title}
          </span>
        }
        titleExtra={
          <>
            <Select
              aria-label={t('edition')}
              value={String(table.id)}
              onChange={(id) => void navigate(`/question/recognizes?table=${id}`)}
              choices={table.editions.map((each) => ({ value: String(each.id), label: t('editionNo', { n: each.edition }) }))}
              className="h-[30px] w-28 text-[13px]"
            />
            <TableStatusChip status={table.status} />
            {!readOnly && <DraftChip draft={editor.draft} />}
          </>
        }
        actions={
          <TableActions
            table={table}
            lines={editor.lines}
            unsaved={unsaved}
            mayPublish={checks.faults.length === 0}
            onImport={() => setImporting(true)}
          >
            {!readOnly && (
              <Button busy={saving.busy} disabled={!unsaved} onClick={saving.save}>
                {t('words:save')}
              </Button>
            )}
          </TableActions>
        }
      />
      {readOnly ? (
        <Strip tone="neutral">{t(table.status === detailTableStatus.frozen ? 'readOnlyFrozen' : 'readOnlyPublished')}</Strip>
      ) : (
        <DraftRestored draft={editor.draft} />
      )}
      {editor.older && !readOnly && <Strip tone="kept">{t('draftOld')}</Strip>}
      <SaveNotices saving={saving} />
      <div className="grid min-h-0 shrink! grow items-start gap-3 xl:grid-cols-[minmax(0,1fr)_300px] xl:grid-rows-[minmax(0,1fr)]">
        <OutlinePanel editor={editor} grid={grid} checks={checks} readOnly={readOnly} isLocked={isLocked} />
        <div className="flex min-w-0 flex-col gap-3">
          <OutlineCheckPanel lines={editor.lines} checks={checks} onGo={grid.reveal} />
          <HistoryPanel history={table.history} />
        </div>
      </div>
      {importing && (
        <ImportDialog
          lines={editor.lines}
          onClose={() => setImporting(false)}
          onApply={(lines) => {
            editor.apply(copyLineIds(lines, editor.lines).map((line) => ({ ...line, key: editor.newKey() })));
            setImporting(false);
            toast.success(t('applied'));
          }}
        />
      )}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('leaveTitle')}
          cancel={t('stay')}
          confirm={t('words:leave')}
          onDone={() => blocker.proceed()}
          onClose={() => blocker.reset()}
        >
          {t('leaveText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Reports a save whose response is late or lost, and a save that failed. */
function SaveNotices({ saving }: { saving: ReturnType<typeof useOutlineSave> }) {
  const { t } = useTranslation('detail');
  const invalidate = useInvalidate();
  return (
    <>
      {saving.phase === 'late' && (
        <Strip tone="kept" live>
          {t('answerLate')}
        </Strip>
      )}
      {saving.error !== null && (
        <div role="alert">
          <Strip
            tone="seal"
            action={
              !saving.isLost && (
                <Button size="sm" className="-my-1.5" onClick={() => void invalidate('/detail')}>
                  {t('reload')}
                </Button>
              )
            }
          >
            {saving.isLost ? t('answerLost') : saving.error.message}
          </Strip>
        </div>
      )}
    </>
  );
}

interface OutlinePanelProps {
  editor: OutlineEditor;
  grid: OutlineGridState;
  checks: OutlineChecks;
  /** True for an edition that is not a draft. */
  readOnly: boolean;
  /** True while lines cannot be edited: the edition is read-only, or a save waits for its response. */
  isLocked: boolean;
}

/** Shows the lines of the detail table with their toolbar and the sum of their weights. */
function OutlinePanel({ editor, grid, checks, readOnly, isLocked }: OutlinePanelProps) {
  const { t } = useTranslation('detail');
  const gap = checks.gapAt(-1);
  return (
    <Panel
      className="max-h-full min-h-96"
      bodyClassName="flex min-h-0 flex-col"
      title={t('grid')}
      aside={
        editor.lines.length > 0 && (
          <Chip
            tone={gap === null ? 'delivered' : gap.isTooLarge ? 'seal' : 'kept'}
            mark={gap === null ? 'dot' : gap.isTooLarge ? 'square' : 'ring'}
            className="num"
          >
            {gap === null
              ? t('complete')
              : `${t('totalIs', { have: checks.total })} · ${t(gap.isTooLarge ? 'over' : 'short', { n: gap.gap })}`}
          </Chip>
        )
      }
    >
      <OutlineToolbar editor={editor} grid={grid} readOnly={isLocked} />
      <div className="scroll-slim min-h-0 grow overflow-auto">
        {editor.lines.length === 0 && grid.editing === null ? (
          <EmptyState
            className="py-10"
            title={t('emptyTableTitle')}
            action={
              !readOnly && (
                <Button variant="primary" autoFocus onClick={() => grid.run('addSibling')}>
                  <Plus />
                  {t('addFirst')}
                </Button>
              )
            }
          >
            {t('emptyTableText')}
          </EmptyState>
        ) : (
          <div className="min-w-[44rem]">
            <OutlineGrid editor={editor} grid={grid} checks={checks} readOnly={isLocked} />
            <p role="status" className="sr-only">
              {grid.announcement}
            </p>
          </div>
        )}
      </div>
    </Panel>
  );
}

/** Shows the history of the detail table, newest entry first. */
function HistoryPanel({ history }: { history: DetailTable['history'] }) {
  const { t } = useTranslation('detail');
  return (
    <Panel title={t('history')} bodyClassName="scroll-slim max-h-64 overflow-y-auto">
      <ol className="num divide-y text-[13px]">
        {history.map((entry, at) => (
          <li key={at} className="px-3.5 py-2">
            <p className="flex gap-2">
              <span className="font-medium">{t(`event.${entry.event}`)}</span>
              <span>{entry.userName}</span>
              <span className="ml-auto text-muted-foreground">{formatDateTime(entry.atMs)}</span>
            </p>
            {entry.figures !== null && <p className="text-muted-foreground">{t('figures', entry.figures)}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

interface Entry {
  readonly at: number;
  readonly text: string;
  readonly tone: 'seal' | 'kept';
}

const shownAtOnce = 60;

/** Lists unfinished or suspicious lines of the detail table; each entry leads to its line. */
function OutlineCheckPanel({ lines, checks, onGo }: { lines: DetailOutline; checks: OutlineChecks; onGo: (at: number) => void }) {
  const { t } = useTranslation('detail');
  const entries: Entry[] = [
    ...checks.faults.map((fault): Entry => ({
      at: fault.at,
      tone: 'seal',
      text: fault.kind === 'weightSum' ? t('fault.weightSum', { have: fault.have, want: fault.want }) : t(`fault.${fault.kind}`),
    })),
    ...checks.warnings.map((warning): Entry => ({
      at: warning.at,
      tone: 'kept',
      text: t('fault.ratio', { ratio: formatRatio(warning.ratio), counts: formatRatio(warning.counts) }),
    })),
  ];
  return (
    <Panel
      title={t('problems')}
      aside={
        <span className="num flex gap-1.5">
          {checks.faults.length > 0 && (
            <Chip tone="seal" mark="square">
              {t('problemCount', { count: checks.faults.length })}
            </Chip>
          )}
          {checks.warnings.length > 0 && (
            <Chip tone="kept" mark="ring">
              {t('warningCount', { count: checks.warnings.length })}
            </Chip>
          )}
        </span>
      }
      bodyClassName="scroll-slim max-h-72 overflow-y-auto"
    >
      {entries.length === 0 ? (
        <p className="flex items-center gap-2 px-3.5 py-3 text-[13px] text-delivered">
          <ChipMark shape="dot" />
          {t('noProblems')}
        </p>
      ) : (
        <ul className="divide-y text-[13px]">
          {entries.slice(0, shownAtOnce).map((entry, index) => {
            const line = lines[entry.at];
            return (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => onGo(entry.at)}
                  className="block w-full px-3.5 py-2 text-left -outline-offset-2 hover:bg-muted/55"
                >
                  <span className="block truncate font-medium">
                    {line === undefined ? t('wholeTable') : `${line.code} ${line.name === '' ? t('unnamed') : line.name}`}
                  </span>
                  <span className={entry.tone === 'seal' ? 'text-seal' : 'text-kept-ink'}>
                    <ChipMark shape={entry.tone === 'seal' ? 'square' : 'ring'} className="mr-1.5 mb-px" />
                    {entry.text}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

const helpKeys = ['walk', 'edit', 'next', 'child', 'level', 'move', 'importance', 'remove', 'paste', 'undo'] as const;

/** Offers the grid's keyboard commands as buttons. */
function OutlineToolbar({ editor, grid, readOnly }: { editor: OutlineEditor; grid: OutlineGridState; readOnly: boolean }) {
  const { t } = useTranslation(['detail', 'ui', 'words']);
  const [help, setHelp] = useState(false);
  const none = grid.active < 0;
  const tool = (label: string, icon: ReactNode, onClick: () => void, disabled = false) => (
    <Button variant="ghost" size="iconSm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </Button>
  );
  const command = (name: OutlineCommand, label: string, icon: ReactNode, disabled = false) =>
    tool(label, icon, () => grid.run(name), disabled);
  const gap = <span aria-hidden className="mx-1 h-4 w-px bg-border" />;
  return (
    <div role="toolbar" aria-label={t('grid')} className="flex flex-wrap items-center gap-0.5 border-b px-2 py-1.5">
      {!readOnly && (
        <>
          <Button variant="ghost" size="sm" className="px-2" onClick={() => grid.run('addSibling')}>
            <Plus />
            {t('addSibling')}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="px-2"
            disabled={none || editor.lines[grid.active]?.depth === 4}
            onClick={() => grid.run('addChild')}
          >
            <CornerDownRight />
            {t('addChild')}
          </Button>
          {gap}
          {command('outdent', t('outdent'), <IndentDecrease />, none)}
          {command('indent', t('indent'), <IndentIncrease />, none)}
          {command('moveUp', t('words:moveUp'), <ArrowUp />, none)}
          {command('moveDown', t('words:moveDown'), <ArrowDown />, none)}
          {command('delete', t('words:remove'), <Trash2 />, none)}
          {gap}
          {command('undo', t('ui:editorUndo'), <Undo2 />, !editor.canUndo)}
          {command('redo', t('ui:editorRedo'), <Redo2 />, !editor.canRedo)}
          {tool(t('renumber'), <ListOrdered />, () => editor.apply(renumberCodes(editor.lines)), none)}
          {gap}
        </>
      )}
      {tool(t('expandAll'), <ChevronsUpDown />, () => grid.foldAll(false), none)}
      {tool(t('collapseAll'), <ChevronsDownUp />, () => grid.foldAll(true), none)}
      {!readOnly && <span className="ml-auto">{tool(t('keys'), <Keyboard />, () => setHelp(true))}</span>}
      <Dialog open={help} onOpenChange={setHelp} title={t('keys')}>
        <ul className="flex flex-col gap-2 text-sm">
          {helpKeys.map((key) => (
            <li key={key}>{t(`keyHelp.${key}`)}</li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

const looks = {
  [detailTableStatus.draft]: { tone: 'kept', mark: 'ring' },
  [detailTableStatus.published]: { tone: 'delivered', mark: 'dot' },
  [detailTableStatus.frozen]: { tone: 'primary', mark: 'square' },
} as const;

export function TableStatusChip({ status }: { status: DetailTableStatusCode }) {
  const { t } = useTranslation('codes');
  return <Chip {...looks[status]}>{t(`detailTableStatus.${status}`)}</Chip>;
}
