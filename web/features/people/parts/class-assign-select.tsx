import { useTranslation } from '../../../lib/i18n.ts';
import { Select } from '../../../ui/primitives/select.tsx';

interface ClassChoiceProps {
  classes: readonly { readonly id: number; readonly name: string }[];
  onChoose: (classId: number | null) => void;
}

/** Select that assigns a class ("Put into a class…") as soon as one is chosen. */
export function ClassAssignSelect({ classes, onChoose }: ClassChoiceProps) {
  const { t } = useTranslation('people');
  return (
    <Select
      aria-label={t('assign')}
      placeholder={t('assign')}
      value=""
      className="h-[30px]! w-36"
      onChange={(value) => onChoose(value === '0' ? null : Number(value))}
      choices={[{ value: '0', label: t('noClass') }, ...classes.map((each) => ({ value: String(each.id), label: each.name }))]}
    />
  );
}
