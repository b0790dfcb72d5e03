import { useTranslation } from '../lib/i18n.ts';
import type { FieldControl } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { itemsOf, useCall } from './call-query.ts';

interface OfferedProfessionProps {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Lets the user choose one of the professions that this school offers, or none. */
export function OfferedProfession({ control, value, onChange }: OfferedProfessionProps) {
  const { t } = useTranslation('learning');
  const { data } = useCall('/prof/getList', { pageSize: 200, filter: { offered: true } }, { select: itemsOf });
  const { 'aria-required': _required, ...named } = control;
  return (
    <Select
      {...named}
      className="w-full"
      value={value === null ? '' : String(value)}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      choices={[{ value: '', label: t('noProfession') }, ...(data ?? []).map((one) => ({ value: String(one.id), label: one.name }))]}
    />
  );
}
