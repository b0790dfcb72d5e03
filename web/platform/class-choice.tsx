import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../lib/i18n.ts';
import type { FieldControl } from '../ui/field.tsx';
import { MultiSelect } from '../ui/multi-select.tsx';
import { call } from './call.ts';

/** The classes of the school, for choosing. */
export const useClassOptions = () =>
  useQuery({ queryKey: ['class', 'options'], queryFn: async ({ signal }) => (await call('/class/getOptions', {}, { signal })).items });

interface ClassChoiceProps {
  control: FieldControl;
  values: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Some of them. */
export function ClassChoice({ control, values, onChange }: ClassChoiceProps) {
  const { t } = useTranslation('learning');
  const { data } = useClassOptions();
  return (
    <MultiSelect
      id={control.id}
      aria-describedby={control['aria-describedby']}
      className="w-full"
      none={t('noClasses')}
      values={values.map(String)}
      choices={(data ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  );
}
