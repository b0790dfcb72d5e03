import { useTranslation } from '../../lib/i18n.ts';
import type { FieldControl } from '../../ui/form/field.tsx';
import { OptionPicker } from '../api/option-picker.tsx';
import { createOptionSource } from '../api/options.ts';

/** Makes the picker source of the professions that a school offers, or that are enabled on the platform. */
export const createProfessionOptions = (filter: { readonly offered?: boolean; readonly enabled?: boolean }) =>
  createOptionSource('/prof/getList', {
    filter,
    sort: 'name',
    chosen: '/prof/getById',
    optionOf: ({ id, name, code }) => ({ value: String(id), label: name, note: code }),
  });
const offered = createProfessionOptions({ offered: true, enabled: true });

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
