import { FileText } from 'lucide-react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { VariantName } from '../../../../../sync/contract/codes.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { useHasRowRight } from '../../../../platform/choices/sharing.tsx';
import { useAction } from '../../../../platform/api/use-action.ts';
import { Button } from '../../../../ui/primitives/button.tsx';
import { DropdownMenu, MenuItem } from '../../../../ui/primitives/dropdown-menu.tsx';
import { decodeFile } from '../../../../ui/form/decode-file.ts';
import { downloadFile } from '../../../../ui/spreadsheet/save-file.ts';
import { toast } from '../../../../ui/feedback/toast.ts';

interface PaperWordProps {
  paper: { readonly id: number; readonly name: string };
  variant: VariantName;
  several: boolean;
}

/** Downloads one variant as a Word document, with answers if the user may see them. */
export function PaperWordDownload({ paper: { id, name }, variant, several }: PaperWordProps) {
  const { t } = useTranslation('paper');
  const mayDo = useHasRowRight('paper', id);
  const writing = useAction({
    mutationFn: (keys: boolean) => makeCall(keys ? '/paper/exportWordKeys' : '/paper/exportWord', { id, variant }),
    onSuccess: (file, keys) => {
      const title = [name, several && t('variantName', { name: variant }), keys && t('wordKeys')]
        .filter((part) => part !== false)
        .join(' ');
      downloadFile(decodeFile(file), `${title}.docx`);
      toast.success(t('wordSaved'));
    },
  });
  return (
    <DropdownMenu
      trigger={
        <Button busy={writing.isPending}>
          <FileText aria-hidden />
          {t('word')}
        </Button>
      }
    >
      <MenuItem onSelect={() => writing.mutate(false)}>{t('wordPlain')}</MenuItem>
      {mayDo('keys') && <MenuItem onSelect={() => writing.mutate(true)}>{t('wordWithKeys')}</MenuItem>}
    </DropdownMenu>
  );
}
