import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { CallInput } from '../../../../../sync/contract/call.ts';
import { formatDate } from '../../../../lib/format-time.ts';
import type { CallOfPath } from '../../../../platform/api/call-path.ts';
import { type CallOptions, makeCall } from '../../../../platform/api/call.ts';
import { useCanChangeData } from '../../../../platform/session/can-change-data.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Checkbox } from '../../../../ui/primitives/checkbox.tsx';
import { ActionDialog } from '../../../../platform/dialogs/action-dialog.tsx';
import { Radio, RadioGroup } from '../../../../ui/primitives/radio-group.tsx';
import { downloadFile } from '../../../../ui/spreadsheet/save-file.ts';
import { escapeSheetText } from '../../../../ui/spreadsheet/sheet-cells.ts';
import { writeSheet } from '../../../../ui/spreadsheet/spreadsheet.ts';
import { toast } from '../../../../ui/feedback/toast.ts';

type Input = CallInput<CallOfPath<'/enroll/getTable'>>;

/** Exports the listed applications as Excel, with the form's own columns or those of a record system. */
export function TableExport({ filter }: { filter: Input['filter'] }) {
  const { t, i18n } = useTranslation('application');
  const mayChange = useCanChangeData();
  const [open, setOpen] = useState(false);
  const [shape, setShape] = useState<Input['shape']>('form');
  const [whole, setWhole] = useState(false);
  const language = i18n.language === 'en' ? 1 : 0;
  const take = async (quiet: CallOptions) => {
    const { header, rows, total } = await makeCall('/enroll/getTable', { filter, shape, numbers: whole ? 'whole' : 'masked' }, quiet);
    const name = t(shape === 'record' ? 'tableRecord' : 'tableForm');
    const sheet = {
      name,
      header: header.map((words) => escapeSheetText(words[language])),
      rows: rows.map((row) => row.map((cell) => escapeSheetText(cell))),
    };
    downloadFile(await writeSheet(sheet, new AbortController().signal), `${name} ${formatDate(Date.now())}.xlsx`);
    return { count: rows.length, total };
  };
  if (!mayChange) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('tableExport')}
      </Button>
      {open && (
        <ActionDialog
          title={t('tableExport')}
          confirm={t('tableTake')}
          disabled={shape === 'record' && filter.offerId === undefined}
          run={take}
          onDone={({ count, total }) => {
            setOpen(false);
            if (count < total) toast.info(t('tableCut', { count, total }), { duration: 8000 });
            else toast.success(t('tableDone', { count }));
          }}
          onClose={() => setOpen(false)}
        >
          <RadioGroup
            value={shape}
            onValueChange={(value) => setShape(value === 'record' ? 'record' : 'form')}
            aria-label={t('tableExport')}
          >
            <Radio value="form" label={t('tableForm')} />
            <Radio value="record" label={t('tableRecord')} />
          </RadioGroup>
          {shape === 'record' && filter.offerId === undefined && <p className="text-[13px] text-kept-ink">{t('tableOfOne')}</p>}
          <label className="flex items-center gap-2 text-sm">
            <Checkbox checked={whole} onCheckedChange={(on) => setWhole(on === true)} />
            {t('tableWhole')}
          </label>
        </ActionDialog>
      )}
    </>
  );
}
