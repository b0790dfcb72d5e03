import { Type } from 'lucide-react';
import { type KeyboardEvent, useContext, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { FormulaProblems } from '../../../ui/rich-text/formula-problems.tsx';
import { Input } from '../../../ui/primitives/input.tsx';
import { RichText } from '../../../ui/rich-text/rich-text.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import { QuestionUploadContext } from '../import/question-upload.ts';
import { escapeMarkup } from '../../../../sync/domain/markup.ts';

interface CompactRichTextFieldProps extends Partial<FieldControl> {
  value: string;
  onChange: (html: string) => void;
  label: string;
  /** Called first with pasted plain text; returns true if it handled the text. */
  onPasteText?: (text: string) => boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  'aria-keyshortcuts'?: string;
}

/** Checks that HTML is plain text; anything else needs the editor. */
const isPlain = (html: string): boolean => !/<|&(?!lt;|gt;|amp;|quot;)/.test(html);
const listPictures = (data: DataTransfer): File[] => [...data.files].filter((file) => file.type.startsWith('image/'));
const unescapeHtml = (html: string): string =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * Edits a short rich text: a single line with its formulas shown below. The editor opens if the content is richer, on request, or when a picture is
 * pasted.
 */
export function CompactRichTextField({ value, onChange, label, onPasteText, onKeyDown, ...control }: CompactRichTextFieldProps) {
  const { t } = useTranslation('question');
  const upload = useContext(QuestionUploadContext);
  const [rich, setRich] = useState<{ readonly files?: readonly File[] } | null>(null);
  if (rich !== null || !isPlain(value))
    return (
      <RichTextEditor
        {...control}
        value={value}
        onChange={onChange}
        label={label}
        upload={upload}
        autoFocus={rich !== null}
        {...(rich?.files && { firstFiles: rich.files })}
        {...(onPasteText && { onPasteText })}
      />
    );
  return (
    <div className="flex min-w-0 grow flex-col gap-1">
      <div className="flex gap-1.5">
        <Input
          {...control}
          aria-label={label}
          value={unescapeHtml(value)}
          onChange={(event) => onChange(escapeMarkup(event.target.value))}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = listPictures(event.clipboardData);
            if (files.length > 0) setRich({ files });
            else if (onPasteText?.(event.clipboardData.getData('text/plain')) !== true) return;
            event.preventDefault();
          }}
          onDrop={(event) => {
            const files = listPictures(event.dataTransfer);
            if (files.length === 0) return;
            event.preventDefault();
            setRich({ files });
          }}
        />
        <Button size="icon" variant="ghost" aria-label={t('richer', { name: label })} title={t('richerHint')} onClick={() => setRich({})}>
          <Type />
        </Button>
      </div>
      {value.includes('$') && <RichText html={value} className="px-1 text-[15px]" />}
      {value.includes('$') && <FormulaProblems html={value} />}
    </div>
  );
}
