import { useTranslation } from '../lib/i18n.ts';
import type { FieldControl } from '../ui/field.tsx';
import { OptionPicker } from './option-picker.tsx';
import { optionSource } from './options.ts';

/** Makes the picker source of the professions that a school offers, or that are enabled on the platform. */
export const professionOptions = (filter: { readonly offered?: boolean; readonly enabled?: boolean }) =>
  optionSource('/prof/getList', {
    filter,
    sort: 'name',
    chosen: '/prof/getById',
    optionOf: ({ id, name, code }) => ({ value: String(id), label: name, note: code }),
  });
const offered = professionOptions({ offered: true, enabled: true });

interface OfferedProfessionProps {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Shown while none is chosen. */
  none?: string;
}

/** Lets the user choose one of the professions that this school offers, or none. A chosen profession stays even if it is no longer offered. */
export function OfferedProfession({ control, value, onChange, none }: OfferedProfessionProps) {
  const { t } = useTranslation('learning');
  return (
    <OptionPicker {...control} source={offered} placeholder={none ?? t('noProfession')} value={value} onChange={(id) => onChange(id)} />
  );
}
