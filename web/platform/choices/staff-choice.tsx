import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { ExamDuty } from '../../../sync/contract/exams/seat-codes.ts';
import { toPersonFields } from '../../../sync/contract/people/person.ts';
import { userRights } from '../../../sync/contract/people/user-rights.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { Button } from '../../ui/primitives/button.tsx';
import { Combobox, type ComboboxChoice } from '../../ui/form/combobox.tsx';
import { Dialog } from '../../ui/primitives/dialog.tsx';
import type { FieldControl } from '../../ui/form/field.tsx';
import { useCall } from '../api/call-query.ts';
import type { CallOfPath } from '../api/call-path.ts';
import { makeCall } from '../api/call.ts';
import { sessionUserAtom } from '../session/session-atoms.ts';

type Candidate = CallOutput<CallOfPath<'/exam/getStaffOptions'>>['items'][number];

/** Maximum number of choices shown in each of the two groups. */
const mostShown = 20;
const teacher = 6;

const useStaff = (duty: ExamDuty) => useCall('/exam/getStaffOptions', { duty });

/** Returns the name of a person who was chosen for a duty. */
export function useStaffName(duty: ExamDuty): (id: number) => string {
  const { data } = useStaff(duty);
  return (id) => [...(data?.items ?? []), ...(data?.others ?? [])].find((one) => one.id === id)?.name ?? '…';
}

/** Adds the role of a duty to an account. Does nothing if the account has it already, for example after a lost answer. */
async function allowDuty(id: number, duty: ExamDuty): Promise<void> {
  const person = await makeCall('/user/getById', { id }, { quiet: true });
  if (person.extra_roles.includes(duty)) return;
  const change = { ...toPersonFields(person), id, version: person.version, extra_roles: [...person.extra_roles, duty] };
  await makeCall('/user/modify', change, { quiet: true });
}

interface StaffChoiceProps extends Partial<FieldControl> {
  duty: ExamDuty;
  value: number | null;
  onChange: (id: number | null) => void;
  placeholder: string;
  /** Ids of people who are already chosen; they are not offered. */
  without?: readonly number[];
  /** Text beside a person's name; the login name if absent. */
  noteOf?: (id: number) => string | undefined;
  'aria-label'?: string;
}

/**
 * Lets a user choose a person for a duty. All candidates are loaded, because a school has only dozens. Teachers without the role for the duty are
 * listed in a second group: choosing one asks whether to grant the role, or says who can grant it.
 */
export function StaffChoice({ duty, value, onChange, without = [], noteOf, ...control }: StaffChoiceProps) {
  const { t } = useTranslation('staffChoice');
  const { data, refetch } = useStaff(duty);
  const nameOf = useStaffName(duty);
  const [candidateToAllow, setCandidateToAllow] = useState<Candidate | null>(null);
  const search = async (text: string): Promise<ComboboxChoice[]> => {
    // The user may open the list before the candidates are loaded.
    const staff = data ?? (await refetch()).data;
    const searchText = text.toLowerCase();
    const fitting = (people: readonly Candidate[], group?: string) =>
      people
        .filter(
          (candidate) => !without.includes(candidate.id) && `${candidate.name} ${candidate.loginName}`.toLowerCase().includes(searchText),
        )
        .slice(0, mostShown)
        .map(({ id, name, loginName }) => ({
          value: String(id),
          label: name,
          note: noteOf?.(id) ?? loginName,
          ...(group === undefined ? {} : { group }),
        }));
    return [...fitting(staff?.items ?? []), ...fitting(staff?.others ?? [], t(`others_${duty}`))];
  };
  return (
    <>
      <Combobox
        {...control}
        value={value === null ? null : { value: String(value), label: nameOf(value) }}
        search={search}
        onChange={(choice) => {
          const id = choice === null ? null : Number(choice.value);
          const other = data?.others.find((one) => one.id === id);
          if (other === undefined) onChange(id);
          else setCandidateToAllow(other);
        }}
      />
      {candidateToAllow !== null && (
        <AllowDialog
          person={candidateToAllow}
          duty={duty}
          onClose={() => setCandidateToAllow(null)}
          onAllowed={() => onChange(candidateToAllow.id)}
        />
      )}
    </>
  );
}

interface AllowDialogProps {
  person: Candidate;
  duty: ExamDuty;
  onClose: () => void;
  onAllowed: () => void;
}

/** Asks whether to give a teacher the role of a duty. For a user who cannot change the account, it says whom to ask instead. */
function AllowDialog({ person: { id, name }, duty, onClose, onAllowed }: AllowDialogProps) {
  const { t } = useTranslation('staffChoice');
  const userType = useAtomValue(sessionUserAtom)?.user_type ?? 7;
  if (!userRights[userType].manages.includes(teacher))
    return (
      <Dialog open onOpenChange={onClose} title={t(`notYours_${duty}`, { name })} footer={<Button onClick={onClose}>{t('close')}</Button>}>
        <p className="text-sm leading-relaxed">{t('notYoursText', { name })}</p>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={t(`ask_${duty}`, { name })}
      confirm={t(`allow_${duty}`)}
      run={() => allowDuty(id, duty)}
      invalidates={['/exam/getStaffOptions', '/user']}
      onDone={() => {
        onAllowed();
        onClose();
      }}
      onClose={onClose}
    >
      {t('askText', { name })}
    </ConfirmDialog>
  );
}
