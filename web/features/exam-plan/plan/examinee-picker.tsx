import { CircleAlert, Check } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { joinWords } from '../../../lib/punctuation.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Chip } from '../../../ui/primitives/chip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/primitives/tabs.tsx';
import { useState } from 'react';
import { Checkbox } from '../../../ui/primitives/checkbox.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Panel, FigureStrip } from '../../../ui/primitives/panel.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { type ExamClass, createPlanOptions, useExamPlan, type ExamineeCandidate } from '../exam-plan-queries.ts';
import { matchColumns, maxMatchRows } from '../../../../sync/contract/people/exam-user-calls.ts';
import { ownPeopleHeadings } from '../../../lib/people-sheet/people-headings-table.ts';
import { knownPeopleRule, readPeopleBook, type PeopleBook } from '../../../lib/people-sheet/people-sheet.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { readListFile } from '../../../platform/imports/use-sheet-import.ts';
import { useAction } from '../../../ui/use-action.ts';
import { SheetDrop } from '../../../ui/spreadsheet/sheet-drop.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { useWatch } from 'react-hook-form';
import { useCall, useListQuery } from '../../../platform/api/call-query.ts';
import { OptionPicker } from '../../../platform/api/option-picker.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import type { PlanFormValues } from './plan-form-values.ts';
import { listResitCandidates } from './resits.ts';
import { DataList } from '../../../ui/list/data-list.tsx';
import { FilterSelect } from '../../../ui/list/filter-select.tsx';
import { numberFilter, textFilter, useLocalListState } from '../../../ui/list/list-state.ts';
import { formatTotal, readEveryRow } from '../../../ui/list/list-pages.ts';
import { type Column, mutedColumn, nameColumn } from '../../../ui/list/columns.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { CallOfPath } from '../../../platform/api/call-path.ts';
import { useExamClasses } from '../../../platform/choices/entity-choices.tsx';

const filters = { keyword: textFilter, class_id: numberFilter };
/** One more than the number of examinees that a plan accepts (`planDraft` in the contract), so that the form notices an excess. */
const mostExaminees = 2001;

/** Chooses examinees from a searchable list, or all that match. Choices survive searching and paging. */
function PickFromList({ chosen, put }: PickProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const list = useLocalListState({ filters, sort: 'login_name' });
  const candidates = useListQuery('/user/getExamUserList', list.input);
  const classes = useExamClasses();
  const pickAll = useAction({
    mutationFn: () =>
      readEveryRow(candidates.fetchPage, { idOf: (row) => row.id, limit: mostExaminees, signal: new AbortController().signal }),
    onSuccess: ({ rows }) =>
      put(
        rows.map((row) => row.id),
        true,
      ),
    onError: (error) => toast.error(error.message),
  });
  const columns: Column<ExamineeCandidate>[] = [
    nameColumn(t('words:personName'), (row) => row.name),
    { key: 'class', header: t('words:className'), width: 'w-40', value: (row) => row.class_name },
    mutedColumn('student', t('studentNo'), (row) => row.student_no, { width: 'w-32' }),
    { key: 'login', header: t('words:loginName'), sort: 'login_name', width: 'w-36', value: (row) => row.login_name },
    mutedColumn('ticket', t('words:ticketNo'), (row) => row.ticket_no, { wide: true, sort: 'ticket_no', width: 'w-36' }),
  ];
  return (
    <DataList
      name="exam-plan.picker"
      caption={t('picker')}
      list={list}
      query={candidates}
      columns={columns}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={{
        ids: new Set(chosen),
        rows: [],
        setSelected: (rows, on) =>
          put(
            rows.map((row) => row.id),
            on,
          ),
        clear: () => put(chosen, false),
      }}
      search={t('pickerSearch')}
      filters={
        <>
          <FilterSelect
            name="class_id"
            label={t('words:className')}
            all={t('words:allClasses')}
            choices={[...(classes.data ?? []).map((each) => ({ value: each.id, label: each.name })), { value: 0, label: t('inNoClass') }]}
          />
          {candidates.data !== undefined && candidates.data.total > 0 && (
            <Button size="sm" busy={pickAll.isPending} onClick={() => pickAll.mutate()}>
              {pickAll.isPending ? t('picking') : t('pickAll', { count: formatTotal(candidates.data) })}
            </Button>
          )}
        </>
      }
      empty={{ title: t('noExaminees') }}
    />
  );
}

/**
 * Proposes examinees who failed or missed this part of the certification (such as theory) in a released exam, each with the reason. The user adds
 * them.
 */
function PickResits({ chosen, put }: PickProps) {
  const { t } = useTranslation('planPart');
  const part = useWatch<PlanFormValues, 'part'>({ name: 'part' });
  const [from, setFrom] = useState<number | null>(null);
  const past = useCall('/exam/getList', { pageSize: 1, filter: { part, ended: true } });
  const plan = useExamPlan(from);
  const candidates = plan.data === undefined ? [] : listResitCandidates(plan.data);
  const chosenIds = new Set(chosen);
  const open = candidates.filter((one) => !chosenIds.has(one.userId));
  return (
    <Panel bodyClassName="flex flex-col gap-3 p-4">
      <p className="text-sm text-muted-foreground">{t('resitIntro', { part: t(`part_${part}`) })}</p>
      <Field label={t('resitFrom')} {...(past.data?.total === 0 && { hint: t('resitNone') })}>
        {(field) => (
          <OptionPicker
            {...field}
            source={createPlanOptions({ part, ended: true })}
            value={from}
            onChange={setFrom}
            placeholder={t('resitChoose')}
          />
        )}
      </Field>
      {from !== null && plan.data === undefined && plan.error === null && <Skeleton className="h-32 rounded-xl" />}
      {plan.error !== null && plan.data === undefined && <p role="alert">{plan.error.message}</p>}
      {plan.data !== undefined && plan.data.release.releasedMs === null && <p className="text-sm text-kept-ink">{t('resitUnreleased')}</p>}
      {plan.data !== undefined && plan.data.release.releasedMs !== null && candidates.length === 0 && (
        <p className="text-sm">{t('resitAllPassed')}</p>
      )}
      {candidates.length > 0 && (
        <>
          <Button
            variant="primary"
            className="self-start"
            disabled={open.length === 0}
            onClick={() =>
              put(
                open.map((one) => one.userId),
                true,
              )
            }
          >
            {t('resitTake', { n: open.length })}
          </Button>
          <ul aria-label={t('resitFound')} className="max-h-[52vh] overflow-y-auto scroll-slim">
            {candidates.map((one) => (
              <li key={one.userId} className="border-b last:border-b-0">
                <label className="num flex min-h-9 items-center gap-2.5 py-1 text-sm">
                  <Checkbox checked={chosenIds.has(one.userId)} onCheckedChange={(on) => put([one.userId], on === true)} />
                  <span className="font-medium">{one.name}</span>
                  <span className="text-muted-foreground">{one.ticketNo}</span>
                  <span className="ml-auto text-[13px] text-muted-foreground">
                    {one.reason === 'failed' ? t('resitFailed', { points: one.points ?? 0 }) : t('resitAbsent')}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

interface ExamineePickerProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

/** Chooses the examinees by class, from the list of all, or from an uploaded sheet. All three add to one selection. */
export function ExamineePicker({ chosen, onChange, problem }: ExamineePickerProps) {
  const { t } = useTranslation('examPlan');
  const { t: say } = useTranslation('planPart');
  const put: PickProps['put'] = (ids, on) => {
    const those = new Set(ids);
    if (on) onChange([...new Set([...chosen, ...those])]);
    else onChange(chosen.filter((id) => !those.has(id)));
  };
  return (
    <section id="people" aria-label={t('picker')} className="scroll-mt-4 flex min-w-0 flex-col gap-3">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-base font-semibold">{t('picker')}</h2>
        <span role="status">
          <Chip tone={chosen.length === 0 ? 'neutral' : 'primary'} mark={chosen.length === 0 ? 'ring' : 'dot'} className="num">
            {t('pickedCount', { count: chosen.length })}
          </Chip>
        </span>
        {chosen.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onChange([])}>
            {t('clearPicked')}
          </Button>
        )}
        {problem !== undefined && (
          <p role="alert" className="flex items-center gap-1.5 text-[13px] text-seal">
            <CircleAlert aria-hidden className="size-3.5" />
            {problem}
          </p>
        )}
      </div>
      <Tabs defaultValue="class" className="flex min-w-0 flex-col gap-3">
        <TabsList aria-label={t('pickWays')}>
          <TabsTrigger value="class">{t('pickByClass')}</TabsTrigger>
          <TabsTrigger value="list">{t('pickFromList')}</TabsTrigger>
          <TabsTrigger value="sheet">{t('pickFromSheet')}</TabsTrigger>
          <TabsTrigger value="resits">{say('resitTab')}</TabsTrigger>
        </TabsList>
        <TabsContent value="class">
          <PickByClass chosen={chosen} put={put} />
        </TabsContent>
        <TabsContent value="resits">
          <PickResits chosen={chosen} put={put} />
        </TabsContent>
        <TabsContent value="list">
          <PickFromList chosen={chosen} put={put} />
        </TabsContent>
        {/* This tab stays mounted, so that the sheet that was read is kept while the user looks at another tab. */}
        <TabsContent value="sheet" forceMount className="data-[state=inactive]:hidden">
          <PickFromSheet chosen={chosen} put={put} />
        </TabsContent>
      </Tabs>
    </section>
  );
}

/** Adds or removes whole classes. A class that is partly chosen shows how many. */
function PickByClass({ chosen, put }: PickProps) {
  const { t } = useTranslation('examPlan');
  const classes = useExamClasses();
  const [find, setFind] = useState('');
  if (classes.data === undefined) return <LoadingState query={classes} className="h-64 rounded-xl" />;
  const those = new Set(chosen);
  const fitting = classes.data.filter(({ name, grade }) => `${name} ${grade}`.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <Panel
      bodyClassName="flex flex-col"
      title={<SearchInput value={find} onChange={setFind} placeholder={t('classSearch')} className="w-60 font-normal" />}
    >
      {classes.data.length === 0 && <EmptyState title={t('noClasses')}>{t('noClassesText')}</EmptyState>}
      {classes.data.length > 0 && fitting.length === 0 && <EmptyState title={t('noSuchClass')} />}
      <ul aria-label={t('pickByClass')} className="scroll-slim grid max-h-[max(20rem,calc(100dvh-22rem))] overflow-y-auto sm:grid-cols-2">
        {fitting.map((each) => (
          <ClassTick key={each.id} examClass={each} chosenIds={those} put={put} />
        ))}
      </ul>
    </Panel>
  );
}

function ClassTick({
  examClass: { name, grade, user_ids },
  chosenIds,
  put,
}: {
  examClass: ExamClass;
  chosenIds: ReadonlySet<number>;
  put: PickProps['put'];
}) {
  const { t } = useTranslation(['examPlan', 'words']);
  const pickedCount = user_ids.filter((id) => chosenIds.has(id)).length;
  const all = user_ids.length > 0 && pickedCount === user_ids.length;
  const state = all ? true : pickedCount > 0 ? 'indeterminate' : false;
  return (
    <li className="-ml-px -mt-px border-t border-l">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-muted has-disabled:cursor-default has-disabled:opacity-60">
        <Checkbox checked={state} disabled={user_ids.length === 0} onCheckedChange={() => put(user_ids, !all)} />
        <span className="min-w-0 grow truncate text-sm" title={name}>
          {name}
          {grade !== '' && <span className="num ml-2 text-[13px] text-muted-foreground">{t('gradeOf', { grade })}</span>}
        </span>
        <span className="num shrink-0 text-[13px] text-muted-foreground">
          {pickedCount > 0 ? t('words:ofCount', { n: pickedCount, of: user_ids.length }) : t('headcount', { count: user_ids.length })}
        </span>
      </label>
    </li>
  );
}

/** Matches an uploaded sheet of names or numbers. Certain matches are added by one click; the others are listed with the reason. */
function PickFromSheet({ chosen, put }: PickProps) {
  const { t, i18n } = useTranslation(['examPlan', 'words']);
  const headings = ownPeopleHeadings[i18n.language === 'en' ? 'en' : 'zh-CN'];
  const columns = matchColumns.map((column) => headings[column]);
  const naming = joinWords(knownPeopleRule.names.map((column) => headings[column]));
  const read = useAction({
    mutationFn: async (file: File) => {
      const book = await readListFile(file, {
        maxRows: maxMatchRows,
        read: (sheets) => readPeopleBook(sheets, matchColumns, knownPeopleRule),
        noHeading: t('sheetNoHeading', { columns: naming }),
      });
      const found = await makeCall('/user/matchExamUsers', { rows: book.rows.map((row) => ({ ...row })) }, { quiet: true });
      return { found, book, fileName: file.name };
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <Panel bodyClassName="p-4">
        <p className="mb-3 text-sm text-muted-foreground">{t('sheetIntro', { columns: naming, className: headings.class })}</p>
        <SheetDrop
          template={{ label: t('sheetTemplateGet'), name: t('sheetTemplate'), header: columns }}
          choose={t('words:chooseSheet')}
          reading={read.isPending}
          onTake={(file) => read.mutate(file)}
          statusText={read.isPending ? t('sheetReading') : (read.data?.fileName ?? t('sheetDrop'))}
        />
      </Panel>
      {read.error !== null && (
        <div role="alert">
          <Strip tone="seal">{read.error.message}</Strip>
        </div>
      )}
      {read.data !== undefined && <SheetFindings {...read.data} chosen={chosen} put={put} />}
    </div>
  );
}

type MatchedExaminees = CallOutput<CallOfPath<'/user/matchExamUsers'>>;

interface SheetFindingsProps extends PickProps {
  found: MatchedExaminees;
  book: PeopleBook;
}

/** Shows the people matched from a sheet: certain ones together, the others each with the problem and the candidates. */
function SheetFindings({ found: { matched, open }, book, chosen, put }: SheetFindingsProps) {
  const { t } = useTranslation(['examPlan', 'words']);
  const those = new Set(chosen);
  const newMatches = matched.filter(({ user }) => !those.has(user.id));
  const cells = new Map(book.rows.map(({ row, sheet, cells: rowCells }) => [`${sheet ?? ''} ${row}`, rowCells]));
  const cellsOf = ({ row, sheet }: { row: number; sheet?: string | undefined }) => {
    const rowCells = cells.get(`${sheet ?? ''} ${row}`) ?? {};
    return matchColumns.flatMap((column) => rowCells[column] ?? []).join(' · ');
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <FigureStrip
          className="grow"
          figures={[
            { label: t('sheetFound'), value: matched.length },
            { label: t('sheetDoubtful'), value: open.filter(({ candidates }) => candidates.length > 0).length },
            { label: t('sheetUnknown'), value: open.filter(({ candidates }) => candidates.length === 0).length },
          ]}
        />
        <Button
          variant="primary"
          disabled={newMatches.length === 0}
          onClick={() =>
            put(
              newMatches.map(({ user }) => user.id),
              true,
            )
          }
        >
          {newMatches.length === 0 && matched.length > 0 ? t('sheetTaken') : t('sheetTake', { count: newMatches.length })}
        </Button>
      </div>
      {book.unknown.length > 0 && <Strip tone="neutral">{t('sheetColumnsUnread', { columns: joinWords(book.unknown) })}</Strip>}
      {open.length > 0 && (
        <Panel title={t('sheetOpen', { count: open.length })}>
          <ul aria-label={t('sheetOpen', { count: open.length })} className="scroll-slim max-h-[26rem] divide-y overflow-y-auto">
            {open.map((each) => (
              <li key={`${each.sheet ?? ''} ${each.row}`} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2 text-sm">
                <span className="num w-20 shrink-0 text-[13px] text-muted-foreground">
                  {each.sheet} {t('sheetRow', { row: each.row })}
                </span>
                <span className="min-w-40 grow basis-40">
                  <span className="font-medium">{cellsOf(each)}</span>
                  <span className="block text-[13px] text-seal">{each.reason}</span>
                </span>
                <span className="flex flex-wrap gap-2">
                  {each.candidates.map((user) => (
                    <Choice key={user.id} user={user} taken={those.has(user.id)} put={put} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Choice({ user, taken, put }: { user: ExamineeCandidate; taken: boolean; put: PickProps['put'] }) {
  const who = [user.name, user.class_name, user.student_no === '' ? user.login_name : user.student_no]
    .filter((each) => each !== '')
    .join(' · ');
  return (
    <Button size="sm" variant={taken ? 'soft' : 'outline'} aria-pressed={taken} onClick={() => put([user.id], !taken)}>
      {taken && <Check aria-hidden />}
      {who}
    </Button>
  );
}

/** Props shared by all ways of choosing examinees. */
interface PickProps {
  chosen: readonly number[];
  /** Adds (`on`) or removes examinees; the others stay in their order. */
  put: (ids: readonly number[], on: boolean) => void;
}
