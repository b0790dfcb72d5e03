import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { QuestionBank } from '../../../../sync/contract/codes.ts';
import { cn } from '../../../lib/cn.ts';
import { getItems, useCall, type ListRow } from '../../../platform/api/call-query.ts';
import { OptionPicker, createOptionSource } from '../../../platform/api/option-picker.tsx';
import { EmptyState } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { buildPointTree, createTableFilter, type PointPlace } from '../detail-points.ts';

interface PointChoiceProps {
  bank: QuestionBank;
  /** Id of the only profession to show, or null for all. */
  profId: number | null;
  selected: PointPlace | null;
  onSelect: (place: PointPlace | null) => void;
}

type DetailTable = ListRow<'/detail/getList'>;

/**
 * Shows the scopes and points of a detail table with the number of questions of each, and highlights those without questions. A click filters the
 * list of questions. Used in a `SidePanel`.
 */
export function PointChoice({ bank, profId, selected, onSelect }: PointChoiceProps) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const filter = createTableFilter(profId);
  const tables = useCall('/detail/getList', { pageSize: 1, filter }).data;
  const [chosen, setChosen] = useState<number | null>(null);
  const place = useCall(
    '/detail/getList',
    { pageSize: 1, filter: { ...filter, professionId: selected?.profId ?? 0, level: selected?.level ?? 5 } },
    { enabled: selected !== null },
  ).data?.items[0];
  const pickedTable = useCall('/detail/getById', { id: chosen ?? 0 }, { enabled: chosen !== null }).data;
  const table: DetailTable | undefined = chosen === null ? (place ?? tables?.items[0]) : pickedTable;
  const options = createOptionSource('/detail/getList', {
    filter,
    chosen: '/detail/getById',
    optionOf: (each) => ({
      value: String(each.id),
      label: [each.professionName, each.tradeName, code(`professionLevel.${each.level}`)].filter((part) => part !== '').join(' · '),
    }),
  });
  return (
    <>
      {(tables === undefined || (chosen !== null && pickedTable === undefined)) && <Skeleton className="m-1.5 h-40" />}
      {tables?.total === 0 && <EmptyState className="py-8" title={t('pointNone')} />}
      {table !== undefined && (
        <>
          {(tables?.total ?? 0) > 1 && (
            <div className="border-b p-1.5">
              <OptionPicker
                aria-label={t('pointTable')}
                source={options}
                value={table.id}
                onChange={(id) => {
                  setChosen(id);
                  onSelect(null);
                }}
              />
            </div>
          )}
          <TablePoints key={table.id} table={table} bank={bank} selected={selected?.pointCode ?? null} onSelect={onSelect} />
        </>
      )}
    </>
  );
}

interface TablePointsProps extends Pick<PointChoiceProps, 'bank' | 'onSelect'> {
  table: DetailTable;
  selected: string | null;
}

function TablePoints({ table, bank, selected, onSelect }: TablePointsProps) {
  const { t } = useTranslation('question');
  const { t: code } = useTranslation('codes');
  const place = { profId: table.professionId, level: table.level };
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(listPathCodes(selected)));
  const lines = useCall('/detail/getById', { id: table.id }, { version: table.version, staleTime: 60_000 }).data?.lines;
  const counts = useCall('/question/getPoints', { bank, ...place }, { select: getItems }).data;
  if (lines === undefined || counts === undefined) return <Skeleton className="m-1.5 h-40" />;
  const tree = buildPointTree(lines, new Map(counts.map(({ pointCode, count }) => [pointCode, count])));
  return (
    <div className="scroll-slim min-h-0 grow overflow-y-auto p-1.5">
      <button
        type="button"
        aria-pressed={selected === null}
        onClick={() => onSelect(null)}
        className={cn(
          'flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-muted',
          selected === null && 'bg-accent text-accent-foreground',
        )}
      >
        <span className="truncate">{[table.professionName, code(`professionLevel.${table.level}`)].join(' · ')}</span>
      </button>
      <Tree
        label={t('point')}
        nodes={tree}
        expanded={expanded}
        onExpandedChange={setExpanded}
        selectedId={selected}
        onSelect={(pointCode) => onSelect({ ...place, pointCode })}
        row={(node) => (
          <span className="flex min-w-0 grow items-baseline gap-1.5" title={`${node.id} ${node.name}`}>
            <span className="num shrink-0 text-[13px] text-muted-foreground">{node.code}</span>
            <span className="min-w-0 grow truncate">{node.name}</span>
            <span className={cn('num shrink-0 text-[13px]', node.total === 0 ? 'font-semibold text-kept-ink' : 'text-muted-foreground')}>
              {node.total}
            </span>
          </span>
        )}
      />
    </div>
  );
}

/** Returns the nodes to expand so that a code is visible: "A-B-C-001" → "A", "A-B", "A-B-C". */
const listPathCodes = (code: string | null): string[] =>
  (code ?? '').split('-').map((_part, at, parts) => parts.slice(0, at + 1).join('-'));
