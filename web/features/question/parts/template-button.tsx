import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { call } from '../../../platform/call.ts';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { fileOf } from '../../../ui/file-of.ts';

/** Downloads the spreadsheet template with its explaining sheets. */
export function TemplateButton() {
  const { t } = useTranslation('questionFile');
  const fetching = useAction({
    mutationFn: () => call('/question/importTemplate', {}),
    onSuccess: (file) => saveFile(fileOf(file), file.fileName),
  });
  return (
    <Button size="sm" busy={fetching.isPending} onClick={() => fetching.mutate()}>
      <FileSpreadsheet />
      {t('template')}
    </Button>
  );
}
