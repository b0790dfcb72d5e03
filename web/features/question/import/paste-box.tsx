import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Textarea } from '../../../ui/primitives/textarea.tsx';

/** Converts the clipboard to a file: HTML if it has any, otherwise plain text. */
function fileOfClipboard(data: DataTransfer | null, name: string): File | undefined {
  const html = data?.getData('text/html') ?? '';
  const text = data?.getData('text/plain') ?? '';
  if (html.trim() !== '') return new File([html], `${name}.html`, { type: 'text/html' });
  return text.trim() === '' ? undefined : new File([text], `${name}.txt`, { type: 'text/plain' });
}

/** Reads questions pasted anywhere on the page, or typed here, like a file. */
export function PasteBox({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('questionFile');
  const id = useId();
  const [typed, setTyped] = useState('');
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0] ?? fileOfClipboard(event.clipboardData, t('pasteName'));
    if (file === undefined) return;
    event.preventDefault();
    onFile(file);
  });
  useEffect(() => {
    const take = (event: ClipboardEvent) => pasted(event);
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, []);
  return (
    <div className="flex w-full max-w-xl flex-col gap-1.5 text-left">
      <label htmlFor={id} className="text-[13px] text-muted-foreground">
        {t('pasteLabel')}
      </label>
      <Textarea id={id} rows={2} placeholder={t('pasteHere')} value={typed} onChange={(event) => setTyped(event.target.value)} />
      {typed.trim() !== '' && (
        <Button size="sm" className="self-end" onClick={() => onFile(new File([typed], `${t('pasteName')}.txt`, { type: 'text/plain' }))}>
          {t('pasteRead')}
        </Button>
      )}
    </div>
  );
}
