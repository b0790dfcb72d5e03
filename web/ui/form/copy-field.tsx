import { Copy } from 'lucide-react';
import { useTranslation } from '../../lib/i18n.ts';
import { toast } from '../feedback/toast.ts';
import { Button } from '../primitives/button.tsx';
import { Input } from '../primitives/input.tsx';
import { Field } from './field.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly className?: string;
}

/** Shows a value that the user enters in another system, with a button that copies it. */
export function CopyField({ label, hint, value, className }: CopyFieldProps) {
  const { t } = useTranslation('words');
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast.success(t('textCopied')),
      () => toast.error(t('textNotCopied')),
    );
  const name = t('copyText');
  return (
    <Field label={label} hint={hint} className={className ?? ''}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input {...control} readOnly value={value} />
          <Button size="icon" aria-label={`${name}: ${label}`} title={name} onClick={() => void copy()}>
            <Copy />
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Shows a text that the user needs elsewhere, with a button that copies it. */
export function CopiedText({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useTranslation('words');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('textCopied'));
    } catch {
      toast.error(t('textNotCopied'));
    }
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input {...control} readOnly value={text} className="font-mono text-[13px]" onFocus={(event) => event.target.select()} />
          <Button type="button" size="icon" aria-label={t('copyText')} title={t('copyText')} onClick={() => void copy()}>
            <Copy />
          </Button>
        </div>
      )}
    </Field>
  );
}
