import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { decodeFile } from '../../../ui/form/decode-file.ts';

/** Downloads the spreadsheet template with its explaining sheets. */
export function TemplateButton() {
  const { t } = useTranslation('questionFile');
  const fetching = useAction({
    mutationFn: () => makeCall('/question/importTemplate', {}),
    onSuccess: (file) => downloadFile(decodeFile(file), file.fileName),
  });
  return (
    <Button size="sm" busy={fetching.isPending} onClick={() => fetching.mutate()}>
      <FileSpreadsheet />
      {t('template')}
    </Button>
  );
}
