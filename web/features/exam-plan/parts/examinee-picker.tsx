import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListQuery } from '../../../platform/list-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { textFilter } from '../../../ui/list-filters.ts';
import { everyRow } from '../../../ui/list-pages.ts';
import { useLocalListState } from '../../../ui/list-state.ts';
import type { Column } from '../../../ui/table-columns.ts';
import { toast } from '../../../ui/toast.ts';
import type { Candidate } from '../exam-plan-queries.ts';

interface ExamineePickerProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

const filters = { keyword: textFilter };
/** The most a plan takes (`planDraft`); one more shows that there are too many. */
const mostExaminees = 2001;

/** Who sits the exam: search, tick, or take everybody that fits; ticks survive searching and paging. */
export function ExamineePicker({ chosen, onChange, problem }: ExamineePickerProps) {
  const { t } = useTranslation('examPlan');
  const list = useLocalListState({ filters, sort: 'login_name' });
  const candidates = useListQuery('/user/getExamUserList', list.input);
  const put = (rows: readonly Candidate[], on: boolean) => {
    const ids = new Set(rows.map((row) => row.id));
    onChange([...chosen.filter((id) => !ids.has(id)), ...(on ? ids : [])]);
  };
  const pickAll = useMutation({
    mutationFn: () => everyRow(candidates.fetchPage, { idOf: (row) => row.id, limit: mostExaminees, signal: new AbortController().signal }),
    onSuccess: ({ rows }) => onChange([...new Set([...chosen, ...rows.map((row) => row.id)])]),
    onError: (error) => toast.error(error.message),
  });
  const columns: Column<Candidate>[] = [
    { key: 'name', header: t('person'), sort: 'name', fixed: true, value: (row) => row.name },
    { key: 'login', header: t('loginName'), sort: 'login_name', width: 'w-40', value: (row) => row.login_name },
    {
      key: 'ticket',
      header: t('ticketNo'),
      sort: 'ticket_no',
      width: 'w-40',
      cell: (row) => <span className="text-muted-foreground">{row.ticket_no}</span>,
      value: (row) => row.ticket_no,
    },
  ];
  return (
    <DataList
      name="exam-plan.picker"
      caption={t('picker')}
      title={t('picker')}
      aside={
        <Chip tone={chosen.length === 0 ? 'neutral' : 'primary'} mark={chosen.length === 0 ? 'ring' : 'dot'} className="num">
          {t('pickedCount', { count: chosen.length })}
        </Chip>
      }
      list={list}
      query={candidates}
      columns={columns}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      selection={{ ids: new Set(chosen), rows: [], put, clear: () => onChange([]) }}
      search={t('pickerSearch')}
      filters={
        <>
          {candidates.data !== undefined && candidates.data.total > 0 && (
            <Button size="sm" busy={pickAll.isPending} onClick={() => pickAll.mutate()}>
              {pickAll.isPending ? t('picking') : t('pickAll', { count: candidates.data.total })}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => onChange([])}>
              {t('clearPicked')}
            </Button>
          )}
          {problem !== undefined && (
            <p role="alert" className="flex w-full items-center gap-1.5 px-1.5 text-[13px] text-seal">
              <CircleAlert aria-hidden className="size-3.5" />
              {problem}
            </p>
          )}
        </>
      }
      empty={{ title: t('noExaminees') }}
    />
  );
}
