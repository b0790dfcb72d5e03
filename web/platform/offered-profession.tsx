import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../lib/i18n.ts';
import type { FieldControl } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { call } from './call.ts';

interface OfferedProfessionProps {
  control: FieldControl;
  value: number | null;
  onChange: (id: number | null) => void;
}

/** One of the professions that this school offers, or none. */
export function OfferedProfession({ control, value, onChange }: OfferedProfessionProps) {
  const { t } = useTranslation('learning');
  const { data } = useQuery({
    queryKey: ['prof', 'offered'],
    queryFn: async ({ signal }) => (await call('/prof/getList', { pageSize: 200, filter: { offered: true } }, { signal })).items,
  });
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
