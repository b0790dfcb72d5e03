import { Captions, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import type { FieldControl } from '../../../ui/form/field.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';

interface CaptionsFieldProps {
  control: FieldControl;
  value: string;
  onChange: (captions: string) => void;
}

/** Reads WebVTT captions of a video from a file. A file that is not WebVTT shows an error and leaves the current captions unchanged. */
export function CaptionsField({ control, value, onChange }: CaptionsFieldProps) {
  const { t } = useTranslation('learning');
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const { 'aria-required': _required, ...named } = control;
  const take = async (file: File): Promise<void> => {
    const text = (await file.text()).replace(/^\uFEFF/, '');
    const isCaptions = /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
    setWrong(!isCaptions);
    if (isCaptions) onChange(text);
  };
  return (
    <div className="flex flex-wrap items-center gap-2.5 text-[13px]">
      <Button {...named} size="sm" onClick={() => input.current?.click()}>
        <Captions aria-hidden />
        {t('captionsChoose')}
      </Button>
      {value !== '' && <span className="text-muted-foreground">{t('captionsThere')}</span>}
      {value !== '' && (
        <Button variant="ghost" size="iconSm" aria-label={t('captionsRemove')} onClick={() => onChange('')}>
          <X aria-hidden />
        </Button>
      )}
      {isWrong && (
        <span role="alert" className="text-seal">
          {t('captionsWrong')}
        </span>
      )}
      <FileInput ref={input} accept=".vtt,text/vtt" onFiles={([file]) => file !== undefined && void take(file)} />
    </div>
  );
}
