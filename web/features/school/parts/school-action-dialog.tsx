import { useTranslation } from '../../../lib/i18n.ts';
import { schoolStatus } from '../../../../sync/contract/codes.ts';
import { useInvalidate } from '../../../platform/api/call-query.ts';
import { makeCall } from '../../../platform/api/call.ts';
import { useAction } from '../../../platform/api/use-action.ts';
import { AlertDialog } from '../../../ui/primitives/alert-dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { type SchoolSummary, useSchoolById } from '../school-queries.ts';

export interface SchoolActionRequest {
  readonly what: 'disable' | 'enable' | 'remove';
  readonly school: SchoolSummary;
}

/** Confirms disabling, enabling or removing a school, and names the effects. */
export function SchoolActionDialog({ ask, onClose }: { ask: SchoolActionRequest | null; onClose: () => void }) {
  const { t } = useTranslation('school');
  const invalidate = useInvalidate();
  // Read the school again: exams may be running, and the list may have an old version.
  const now = useSchoolById(ask?.school.id ?? null);
  const act = useAction({
    mutationFn: async ({ what, school }: SchoolActionRequest) => {
      const key = { id: school.id, version: now.data?.version ?? school.version };
      if (what === 'remove') await makeCall('/school/remove', key, { quiet: true });
      else {
        const status = what === 'enable' ? schoolStatus.enabled : schoolStatus.disabled;
        await makeCall('/school/setStatus', { ...key, status }, { quiet: true });
      }
    },
    onSuccess: (_done, { what, school }) => {
      const said = { disable: 'disabled', enable: 'enabled', remove: 'removed' } as const;
      toast.success(t(said[what], { title: school.title }));
      onClose();
    },
    onSettled: () => invalidate('/school'),
  });
  const close = () => {
    act.reset();
    onClose();
  };
  const what = ask?.what ?? 'enable';
  const title = ask?.school.title ?? '';
  const running = now.data?.runningExamCount ?? 0;
  return (
    <AlertDialog
      open={ask !== null}
      onOpenChange={(open) => !open && close()}
      title={t(`${what}Title`, { title })}
      cancel={t('keep')}
      confirm={t(what)}
      tone={what === 'enable' ? 'primary' : 'sealSolid'}
      error={act.error}
      busy={act.isPending || (ask !== null && now.isLoading)}
      onConfirm={() => ask !== null && act.mutate(ask)}
    >
      <p>{t(`${what}Text`, { users: now.data?.userCount ?? ask?.school.userCount ?? 0 })}</p>
      {what === 'disable' && running > 0 && <p className="mt-2 font-medium text-seal">{t('disableRunning', { count: running })}</p>}
    </AlertDialog>
  );
}
