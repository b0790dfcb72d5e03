import { Camera, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { FileInput } from '../../../ui/form/file-input.tsx';
import { useObjectUrl } from '../../../ui/use-object-url.ts';

interface PhotoFieldProps {
  picture: File | null;
  disabled: boolean;
  onChange: (picture: File | null) => void;
}

/** Lets the invigilator take or choose one photo of an incident, with a preview. */
export function IncidentPhotoField({ picture, disabled, onChange }: PhotoFieldProps) {
  const { t } = useTranslation('invigilation');
  const field = useRef<HTMLInputElement>(null);
  const src = useObjectUrl(picture);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {src !== '' && <img src={src} alt={t('photo')} className="h-28 max-w-full rounded-md border object-contain" />}
      <FileInput
        ref={field}
        accept="image/*"
        capture="environment"
        aria-label={t('takePhoto')}
        onFiles={([first]) => onChange(first ?? null)}
      />
      <Button size="lg" disabled={disabled} onClick={() => field.current?.click()}>
        <Camera aria-hidden />
        {t(picture ? 'photoAgain' : 'takePhoto')}
      </Button>
      {picture && (
        <Button size="lg" variant="ghost" disabled={disabled} onClick={() => onChange(null)}>
          <X aria-hidden />
          {t('photoLeave')}
        </Button>
      )}
    </div>
  );
}
