import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { QuestionFile } from '../question-file.ts';

interface FileLineProps {
  file: QuestionFile;
  category: string;
  onCategory: (category: string) => void;
  problem: string | undefined;
}

export function FileLine({ file, category, onCategory, problem }: FileLineProps) {
  const { t } = useTranslation('question');
  return (
    <Panel bodyClassName="grid gap-4 px-4 py-3.5 sm:grid-cols-2">
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('file')}</p>
        <p className="flex h-9 min-w-0 items-center gap-2">
          <FileText aria-hidden className="size-4 shrink-0 text-muted-foreground" />
          <span className="truncate">{file.name}</span>
          <span className="num shrink-0 text-[13px] text-muted-foreground">{Math.max(1, Math.round(file.sizeBytes / 1000))} KB</span>
        </p>
      </div>
      <Field label={t('categoryName')} hint={t('categoryHint')} error={problem}>
        {(control) => <Input {...control} value={category} onChange={(event) => onCategory(event.target.value)} />}
      </Field>
    </Panel>
  );
}
