import { useTranslation } from '../../../lib/i18n.ts';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { type SchoolSummary, useSchoolById } from '../school-queries.ts';

export interface SchoolActionRequest {
  readonly what: 'disable' | 'enable' | 'remove';
  readonly school: SchoolSummary;
}

/** Confirms disabling, enabling or removing a school, and names the effects. */
export function SchoolActionDialog({ ask: { what, school }, onClose }: { ask: SchoolActionRequest; onClose: () => void }) {
  const { t } = useTranslation('school');
  // Read the school again: exams may be running, and the list may have an old version.
  const now = useSchoolById(school.id);
  const { title } = school;
  const running = now.data?.runningExamCount ?? 0;
  const said = { disable: 'disabled', enable: 'enabled', remove: 'removed' } as const;
  return (
    <ConfirmDialog
      title={t(`${what}Title`, { title })}
      cancel={t('keep')}
      confirm={t(what)}
      tone={what === 'enable' ? 'primary' : 'sealSolid'}
      loading={now.isLoading}
      run={async (quiet) => {
        const key = { id: school.id, version: now.data?.version ?? school.version };
        if (what === 'remove') return makeCall('/school/remove', key, quiet);
        const status = what === 'enable' ? schoolStatus.enabled : schoolStatus.disabled;
        return makeCall('/school/setStatus', { ...key, status }, quiet);
      }}
      invalidates={['/school']}
      doneText={t(said[what], { title })}
      onClose={onClose}
    >
      <p>{t(`${what}Text`, { users: now.data?.userCount ?? school.userCount })}</p>
      {what === 'disable' && running > 0 && <p className="mt-2 font-medium text-seal">{t('disableRunning', { count: running })}</p>}
    </ConfirmDialog>
  );
}
