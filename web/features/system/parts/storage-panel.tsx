import { RefreshCw, ShieldCheck } from 'lucide-react';
import { formatCount } from '../../../lib/format-number.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { systemCalls } from '../../../../sync/contract/platform/system.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { useCall } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { FigureStrip, Panel } from '../../../ui/primitives/panel.tsx';
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { Column } from '../../../ui/list/table-columns.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { numberColumn } from '../../../ui/list/columns.tsx';

type Storage = CallOutput<(typeof systemCalls)['getStorage']>;
type StoredFile = Storage['files'][number];
type StoredTable = Storage['tables'][number];
const noted = ['wenkao.db', 'log.db', 'projections.db', 'keys.json', 'uploads', 'backups'] as const;

export function StoragePanel() {
  const { t } = useTranslation('system');
  const storage = useCall('/system/getStorage', {});
  const check = useAction({
    mutationFn: () => makeCall('/system/checkFiles', {}),
    onSuccess: () => toast.success(t('checkStarted')),
  });
  if (storage.error !== null && storage.data === undefined)
    return <QueryFailure error={storage.error} onRetry={() => void storage.refetch()} />;
  const { data } = storage;
  const known = (name: string) => noted.find((each) => each === name);
  const fileColumns: Column<StoredFile>[] = [
    {
      key: 'name',
      header: t('fileName'),
      fixed: true,
      cell: (row) => {
        const note = known(row.name);
        return (
          <>
            <span className="font-medium">{row.name}</span>
            {note !== undefined && <span className="ml-2.5 text-muted-foreground">{t(`fileNotes.${note}`)}</span>}
          </>
        );
      },
    },
    numberColumn('count', t('fileCount'), (row) => row.fileCount, { width: 'w-20' }),
    numberColumn('size', t('size'), (row) => formatBytes(row.sizeBytes), { width: 'w-28' }),
  ];
  const tableColumns: Column<StoredTable>[] = [
    { key: 'name', header: t('table'), fixed: true, value: (row) => row.name },
    { key: 'file', header: t('file'), width: 'w-36', value: (row) => row.file },
    numberColumn('rows', t('rowCount'), (row) => formatCount(row.rows), { width: 'w-28' }),
  ];
  const low = data?.disk != null && data.disk.freeBytes < data.disk.totalBytes / 20;
  const total = data?.files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return (
    <div className="flex flex-col gap-3.5">
      {low && (
        <div role="alert">
          <Strip tone="seal">{t('diskLow')}</Strip>
        </div>
      )}
      <div className="flex flex-wrap items-stretch gap-3.5">
        <FigureStrip
          className="min-w-80 grow"
          figures={[
            { label: t('dataSize'), value: total === undefined ? '…' : formatBytes(total) },
            {
              label: t('diskFree'),
              value: data === undefined ? '…' : data.disk === null ? '–' : formatBytes(data.disk.freeBytes),
              note: data?.disk == null ? undefined : t('diskOf', { total: formatBytes(data.disk.totalBytes) }),
            },
          ]}
        />
        <div className="flex items-center gap-2.5">
          <Button onClick={() => void storage.refetch()} busy={storage.isFetching}>
            <RefreshCw aria-hidden />
            {t('refresh')}
          </Button>
          <Button onClick={() => check.mutate()} busy={check.isPending} title={t('checkFilesHint')}>
            <ShieldCheck aria-hidden />
            {t('checkFiles')}
          </Button>
        </div>
      </div>
      <div className="grid items-start gap-3.5 xl:grid-cols-[1.2fr_1fr]">
        <Panel title={t('files')} aside={<code className="truncate text-[12.5px] text-muted-foreground">{data?.folder}</code>}>
          <DataTable
            caption={t('files')}
            columns={fileColumns}
            rows={data?.files}
            keyOf={(row) => row.name}
            nameOf={(row) => row.name}
            expected={5}
          />
        </Panel>
        <Panel title={t('rows')} bodyClassName="max-h-[26rem] overflow-y-auto scroll-slim">
          <DataTable
            caption={t('rows')}
            columns={tableColumns}
            rows={data?.tables.toSorted((a, b) => b.rows - a.rows)}
            keyOf={(row) => `${row.file}/${row.name}`}
            nameOf={(row) => row.name}
            expected={10}
          />
        </Panel>
      </div>
    </div>
  );
}
