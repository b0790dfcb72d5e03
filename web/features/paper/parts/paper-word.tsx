import { FileText } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { VariantName } from '../../../../sync/contract/codes.ts';
import { call } from '../../../platform/call.ts';
import { useMayDo } from '../../../platform/sharing.tsx';
import { useAction } from '../../../platform/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { DropdownMenu, MenuItem } from '../../../ui/dropdown-menu.tsx';
import { fileOf } from '../../../ui/file-of.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';

interface PaperWordProps {
  paper: { readonly id: number; readonly name: string };
  variant: VariantName;
  several: boolean;
}

/** Downloads one variant as a Word document, with answers if the user may see them. */
export function PaperWord({ paper: { id, name }, variant, several }: PaperWordProps) {
  const { t } = useTranslation('paper');
  const mayDo = useMayDo('paper', id);
  const writing = useAction({
    mutationFn: (keys: boolean) => call(keys ? '/paper/exportWordKeys' : '/paper/exportWord', { id, variant }),
    onSuccess: (file, keys) => {
      const title = [name, several && t('variantName', { name: variant }), keys && t('wordKeys')]
        .filter((part) => part !== false)
        .join(' ');
      saveFile(fileOf(file), `${title}.docx`);
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
