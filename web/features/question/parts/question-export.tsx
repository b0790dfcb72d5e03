import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { CallInput } from '../../../../sync/contract/call.ts';
import { type ExportFormatId, exportFormats } from '../../../../sync/contract/bank/question-file.ts';
import type { questionCalls } from '../../../../sync/contract/bank/question.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../ui/use-action.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuChoice, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { decodeFile } from '../../../ui/form/decode-file.ts';

type Input = CallInput<(typeof questionCalls)['export']>;
interface QuestionExportProps {
  filter?: Input['filter'];
  /** Filter of the whole bank if `filter` excludes some questions. `count`: number of questions that match `filter`. */
  fullFilter?: Input['filter'];
  count?: number | string | undefined;
  sort?: string | undefined;
  /** Export only these ids. */
  ids?: readonly number[];
  disabled?: boolean;
  size?: 'sm' | 'md';
}

/** Exports whole questions with answer keys and pictures, in formats that the import reads back without loss. */
export function QuestionExport({ filter, fullFilter, count, sort, ids, disabled = false, size = 'md' }: QuestionExportProps) {
  const { t } = useTranslation('questionFile');
  const [scope, setScope] = useState<'shown' | 'all'>('shown');
  const exportFilter = scope === 'all' && fullFilter !== undefined ? fullFilter : filter;
  const writing = useAction({
    mutationFn: (format: ExportFormatId) =>
      makeCall('/question/export', {
        format,
        filter: exportFilter,
        ...(sort !== undefined && { sort }),
        ...(ids !== undefined && { ids: [...ids] }),
      }),
    onSuccess: (file) => {
      downloadFile(decodeFile(file), file.fileName.replace('questions', `${t('exportName')} ${formatDate(Date.now())}`));
      const note = file.onlyMoodle > 0 ? { description: t('exportedForMoodle', { count: file.onlyMoodle }) } : {};
      toast.success(t('exported', { count: file.count }), note);
    },
  });
  return (
    <DropdownMenu
      trigger={
        <Button size={size} busy={writing.isPending} disabled={disabled}>
          <Download />
          {t('export')}
        </Button>
      }
    >
      {fullFilter !== undefined && (
        <>
          <MenuChoice
            label={t('exportScope')}
            value={scope}
            onChange={(value) => setScope(value === 'all' ? 'all' : 'shown')}
            choices={[
              { value: 'shown', label: count === undefined ? t('exportShown') : t('exportShownCount', { count }) },
              { value: 'all', label: t('exportAll') },
            ]}
          />
          <MenuSeparator />
        </>
      )}
      {exportFormats.map((format) => (
        <MenuItem key={format} onSelect={() => writing.mutate(format)}>
          {t(`exportAs.${format}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
