import { useMutation } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryFailure } from '../../../ui/query-failure.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import type { Column } from '../../../ui/table-columns.ts';
import { allCandidates, useCandidates, type Candidate } from '../exam-plan-queries.ts';

interface ExamineePickerProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  problem: string | undefined;
}

/** Who sits the exam: search, tick, or take everybody that fits; ticks survive searching and paging. */
export function ExamineePicker({ chosen, onChange, problem }: ExamineePickerProps) {
  const { t } = useTranslation('examPlan');
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(20);
  const candidates = useCandidates(keyword, page, pageSize);
  const pickAll = useMutation({
    mutationFn: () => allCandidates(keyword),
    onSuccess: (found) => onChange([...new Set([...chosen, ...found.map((each) => each.id)])]),
  });
  const put = (rows: readonly Candidate[], on: boolean) => {
    const ids = new Set(rows.map((row) => row.id));
    onChange([...chosen.filter((id) => !ids.has(id)), ...(on ? ids : [])]);
  };
  const columns: Column<Candidate>[] = [
    { key: 'name', header: t('person'), cell: (row) => row.name },
    { key: 'login', header: t('loginName'), width: 'w-40', cell: (row) => row.login_name },
    { key: 'ticket', header: t('ticketNo'), width: 'w-40', cell: (row) => <span className="text-muted-foreground">{row.ticket_no}</span> },
  ];
  return (
    <Panel
      title={t('picker')}
      aside={
        <Chip tone={chosen.length === 0 ? 'neutral' : 'primary'} mark={chosen.length === 0 ? 'ring' : 'dot'} className="num">
          {t('pickedCount', { count: chosen.length })}
        </Chip>
      }
    >
      <div className="flex flex-wrap items-center gap-2.5 border-b p-2.5">
        <SearchInput
          value={keyword}
          onChange={(text) => {
            setKeyword(text);
            setPage(1);
          }}
          placeholder={t('pickerSearch')}
          className="w-72"
        />
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
      </div>
      {problem !== undefined && (
        <p role="alert" className="flex items-center gap-1.5 border-b px-4 py-2 text-[13px] text-seal">
          <CircleAlert aria-hidden className="size-3.5" />
          {problem}
        </p>
      )}
      {candidates.error !== null && candidates.data === undefined ? (
        <QueryFailure error={candidates.error} onRetry={() => void candidates.refetch()} />
      ) : (
        <DataTable
          caption={t('picker')}
          columns={columns}
          rows={candidates.data?.items}
          keyOf={(row) => row.id}
          nameOf={(row) => row.name}
          selection={{ ids: new Set(chosen), rows: [], put, clear: () => onChange([]) }}
          empty={<EmptyState className="py-10" title={t(keyword === '' ? 'noExaminees' : 'noneFits')} />}
        />
      )}
      <Pagination page={page} pageSize={pageSize} total={candidates.data?.total} onPage={setPage} onPageSize={setPageSize} />
    </Panel>
  );
}
