import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { readQuestionFile, type QuestionFile } from '../question-file.ts';
import { TemplateButton } from './template-button.tsx';

/** `onFile` is given null for a file that is too large. */
export function FileDrop({ onFile }: { onFile: (file: QuestionFile | null) => void }) {
  const { t } = useTranslation('questionFile');
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (file: File | null | undefined) => {
    if (file !== null && file !== undefined) void readQuestionFile(file).then(onFile);
  };
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
      className={cn(
        'flex min-h-80 flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed bg-card px-6 text-center transition-colors',
        over ? 'border-primary bg-primary-soft' : 'border-input',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <FileUp aria-hidden className="size-6" strokeWidth={1.7} />
      </span>
      <p className="text-base font-medium">{t(over ? 'dropNow' : 'dropHere')}</p>
      <label
        htmlFor={id}
        className="cursor-pointer text-sm text-primary underline-offset-4 hover:underline has-focus-visible:rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-ring"
      >
        {t('orChoose')}
        <input
          id={id}
          type="file"
          accept=".xlsx,.docx,.gift,.txt,.xml,.zip,.jsonl,.json"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <p className="max-w-lg text-[13px] text-muted-foreground">{t('formatHint')}</p>
      <TemplateButton />
    </div>
  );
}
