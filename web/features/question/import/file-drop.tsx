import { FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useFileDrop } from '../../../ui/form/use-file-drop.ts';
import { readChosenFile, type QuestionFile } from './question-file.ts';
import { PasteBox } from './paste-box.tsx';
import { TemplateButton } from './template-button.tsx';

interface FileDropProps {
  onFile: (file: QuestionFile) => void;
  /** Called with the reason why a file was not accepted. */
  onProblem: (problem: string) => void;
}

/** Prevents browsers from opening a file that is dropped beside the frame, which would replace the page. */
function useDropsStayHere() {
  useEffect(() => {
    const stay = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stay);
    window.addEventListener('drop', stay);
    return () => {
      window.removeEventListener('dragover', stay);
      window.removeEventListener('drop', stay);
    };
  }, []);
}

export function FileDrop({ onFile, onProblem }: FileDropProps) {
  const { t } = useTranslation('questionFile');
  const input = useRef<HTMLInputElement>(null);
  useDropsStayHere();
  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    if (files.length > 1) return onProblem(t('oneFile'));
    // A folder, or a file that was deleted meanwhile, cannot be read.
    const read = await readChosenFile(file).catch(() => 'unreadable' as const);
    if (typeof read === 'string') onProblem(t(read, { name: file.name }));
    else onFile(read);
  };
  const { over, frame } = useFileDrop(false, (files) => void take(files));
  return (
    <div
      {...frame}
      className={cn(
        'flex min-h-80 flex-col items-center justify-center gap-3 rounded-xl border-2 border-dashed bg-card px-6 py-8 text-center transition-colors',
        over ? 'border-primary bg-primary-soft' : 'border-input',
      )}
    >
      <span className="grid size-14 place-items-center rounded-full bg-primary-soft text-primary">
        <FileUp aria-hidden className="size-6" strokeWidth={1.7} />
      </span>
      <p className="text-base font-medium">{t(over ? 'dropNow' : 'dropHere')}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('orChoose')}
      </Button>
      <FileInput
        ref={input}
        aria-label={t('orChoose')}
        accept=".xlsx,.csv,.docx,.html,.gift,.txt,.xml,.zip,.jsonl,.json"
        onFiles={(files) => void take(files)}
      />
      <PasteBox onFile={(file) => void take([file])} />
      <ul className="flex max-w-2xl flex-wrap justify-center gap-x-2 gap-y-1 text-[13px] text-muted-foreground">
        {(['excel', 'word', 'gift', 'moodle', 'qti', 'jsonl'] as const).map((format) => (
          <li key={format} className="rounded-md bg-muted px-2 py-0.5">
            {t(`formats.${format}`)}
          </li>
        ))}
      </ul>
      <p className="max-w-xl text-[13px] text-muted-foreground">{t('formatHint')}</p>
      <TemplateButton />
    </div>
  );
}
