import type { Editor } from '@tiptap/react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import { Field } from '../form/field.tsx';
import { Input } from '../primitives/input.tsx';
import { Popover } from '../primitives/popover.tsx';

/** Completes a typed address; adds https:// if there is no scheme. Returns null if it is no valid address. */
export function completeLink(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const whole = /^(https?:|mailto:|tel:)/i.test(trimmed) ? trimmed : /^[a-z][a-z+.-]*:(?!\d)/i.test(trimmed) ? null : `https://${trimmed}`;
  return whole !== null && URL.canParse(whole) ? whole : null;
}

export function LinkPopover({ editor, children }: { editor: Editor; children: ReactNode }) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState(false);
  const had = editor.isActive('link');
  const apply = (): void => {
    const href = completeLink(text);
    if (href === null) return setProblem(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !had)
      chain.insertContent({ type: 'text', text: text.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setProblem(false);
        if (next) setText(String(editor.getAttributes('link')['href'] ?? ''));
      }}
      trigger={children}
      label={t('editorLink')}
      className="w-80"
    >
      <Field label={t('editorLinkAddress')} error={problem ? t('editorLinkBad') : undefined}>
        {(control) => (
          <Input
            {...control}
            value={text}
            placeholder="https://"
            onChange={(event) => setText(event.target.value)}
            // No nested form element: the editor may be inside a form.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              apply();
            }}
          />
        )}
      </Field>
      <div className="mt-3 flex justify-end gap-2">
        {had && (
          <Button
            size="sm"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
              setOpen(false);
            }}
          >
            {t('editorLinkRemove')}
          </Button>
        )}
        <Button size="sm" variant="primary" onClick={apply}>
          {t('editorLinkApply')}
        </Button>
      </div>
    </Popover>
  );
}
