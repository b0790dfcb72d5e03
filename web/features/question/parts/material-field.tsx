import { Plus } from 'lucide-react';
import { useContext, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { RichTextEditor } from '../../../ui/rich-text/rich-text-editor.tsx';
import type { QuestionFormValues } from '../question-form-values.ts';
import { QuestionUploadContext } from '../import/question-upload.ts';

/** Edits the material that several questions share. It is rarely used, so the field appears on request. */
export function MaterialField() {
  const { t } = useTranslation('question');
  const upload = useContext(QuestionUploadContext);
  const form = useFormContext<QuestionFormValues>();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && form.watch('material') === '')
    return (
      <Button size="sm" variant="ghost" className="self-start" onClick={() => setOpen(true)}>
        <Plus />
        {t('materialAdd')}
      </Button>
    );
  return (
    <Panel title={t('material')} bodyClassName="p-3.5">
      <Controller
        control={form.control}
        name="material"
        render={({ field }) => (
          <RichTextEditor
            value={field.value}
            onChange={field.onChange}
            label={t('material')}
            placeholder={t('materialHint')}
            upload={upload}
            autoFocus={isOpen}
          />
        )}
      />
    </Panel>
  );
}
