import { useTranslation } from '../../../lib/i18n.ts';
import { ForRoles } from '../../../platform/session/for-roles.tsx';
import { studentTypes, staffTypes } from '../people-queries.ts';
import { PeopleList } from '../parts/people-list.tsx';
import { Copy, UserPlus } from 'lucide-react';
import { useCall, useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useCanChangeData } from '../../../platform/session/can-change-data.ts';
import { useAction } from '../../../ui/use-action.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { Popover } from '../../../ui/primitives/popover.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { toast } from '../../../ui/feedback/toast.ts';

export function StudentListPage() {
  const { t } = useTranslation(['people', 'words']);
  return (
    <PeopleList
      name="students"

      types={studentTypes}
      allTypes={t('allStudents')}
      importPath="/teacher/student/index/import"
      headExtra={
        <ForRoles roles={['school']}>
          <RegistrationSwitch />
        </ForRoles>
      }
    />
  );
}

/** Controls self-registration: whether it is open, whether applicants need an approval, and the URL to share. */
function RegistrationSwitch() {
  const { t } = useTranslation('people');
  const mayChange = useCanChangeData();
  const invalidate = useInvalidate();
  const state = useCall('/school/getRegistration', {}, { quiet: true });
  const { open = false, enrolAtOnce = false } = state.data ?? {};
  const change = useAction({
    mutationFn: (setting: { open: boolean; enrolAtOnce: boolean }) =>
      makeCall('/school/setRegistration', { version: state.data?.version ?? 1, ...setting }),
    onSuccess: (_done, setting) =>
      toast.success(
        t(
          setting.open !== open
            ? setting.open
              ? 'registrationOpened'
              : 'registrationClosed'
            : setting.enrolAtOnce
              ? 'enrolAtOnceOn'
              : 'enrolAtOnceOff',
        ),
      ),
    onSettled: () => invalidate('/school/getRegistration'),
  });
  if (state.data === undefined) return null;
  const { website } = state.data;
  const address = `${location.origin}/reg?school=${website}`;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    );
  return (
    <Popover
      align="end"
      label={t('registration')}
      className="w-88 p-4"
      trigger={
        <Button>
          <UserPlus aria-hidden />
          {t(open ? 'registrationOpen' : 'registrationOff')}
        </Button>
      }
    >
      <SwitchField
        label={t('registration')}
        hint={t('registrationNote')}
        value={open}
        disabled={!mayChange || change.isPending}
        onChange={(on) => change.mutate({ open: on, enrolAtOnce })}
      />
      {open && (
        <SwitchField
          label={t('enrolAtOnce')}
          hint={t('enrolAtOnceNote')}
          value={enrolAtOnce}
          disabled={!mayChange || change.isPending}
          onChange={(on) => change.mutate({ open, enrolAtOnce: on })}
          className="mt-3"
        />
      )}
      {open && (
        <div className="mt-3 flex items-center gap-2 rounded-md border bg-muted/50 py-1 pr-1 pl-2.5">
          <span className="num min-w-0 grow truncate text-[13px] select-all">{address}</span>
          <Button variant="ghost" size="iconSm" aria-label={t('copyAddress')} title={t('copyAddress')} onClick={() => void copy()}>
            <Copy />
          </Button>
        </div>
      )}
    </Popover>
  );
}

export const TeacherListPage = () => <PeopleList name="staff" types={staffTypes} importPath="/teacher/manage/teacher/import" />;
