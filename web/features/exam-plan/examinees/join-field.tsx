import { useTranslation } from '../../../lib/i18n.ts';
import { OptionsPicker } from '../../../platform/api/option-picker.tsx';
import { createOptionSource } from '../../../platform/api/options.ts';
import { Field } from '../../../ui/form/field.tsx';

const examinees = createOptionSource('/user/getExamUserList', {
  chosen: '/user/getListByIds',
  optionOf: ({ id, name, student_no, ticket_no, login_name }) => ({
    value: String(id),
    label: name,
    note: student_no || ticket_no || login_name,
  }),
});

interface JoinFieldProps {
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  /** Examinees of the exam already. */
  there: ReadonlySet<number>;
}

/** Adds examinees to a published exam. */
export function JoinField({ chosen, onChange, there }: JoinFieldProps) {
  const { t } = useTranslation('amend');
  return (
    <Field label={t('amendJoin')} hint={t('amendJoinHint')}>
      {(field) => (
        <OptionsPicker {...field} source={examinees} placeholder={t('amendJoinPick')} values={chosen} onChange={onChange} without={there} />
      )}
    </Field>
  );
}
