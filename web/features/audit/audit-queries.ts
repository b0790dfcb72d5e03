import type { CallOutput } from '../../../sync/contract/call.ts';
import type { auditCalls } from '../../../sync/contract/platform/audit.ts';
import { useCall, type ListRow } from '../../platform/api/call-query.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { getEntityLabel, type AuditTexts } from './entry-words.ts';

export type AuditListRow = ListRow<'/audit/getList'>;
export type AuditEntry = CallOutput<(typeof auditCalls)['getById']>;

/** Loads the values that the audit log can be filtered by. */
export const useAuditKinds = () => useCall('/audit/getKinds', {});

export const useAuditEntry = (id: number | null) =>
  useCall(
    '/audit/getById',
    { id: id ?? 0 },
    {
      quiet: true,
      enabled: id !== null,
      // Audit entries never change.
      staleTime: Infinity,
    },
  );

/** Returns functions that name the user and the entity of an audit entry. */
export function useEntryNames() {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const types = words.values['userType'];
  return {
    who: ({ userId, userName, loginName, ip }: Pick<AuditListRow, 'userId' | 'userName' | 'loginName' | 'ip'>): string => {
      if (userName !== '') return userName;
      // If no user is known, the login name was only typed and may be another person's.
      if (loginName !== '') return userId === null ? t('claimed', { name: loginName }) : loginName;
      return ip === '' ? t('console') : t('nobody');
    },
    object: ({ entity, entityId, entityName, userId, userName }: AuditListRow): string => {
      if (entity === '') return entityName;
      // For sign-ins and changes of the user's own password, the entity is the user.
      const own = entity === 'user' && entityId === String(userId) ? userName : '';
      const name = entityName || own || (entityId === '' ? '' : `#${entityId}`);
      return [getEntityLabel(words, entity), name].filter((part) => part !== '').join(' ');
    },
    userType: (type: number): string => (typeof types === 'object' ? types[String(type)] : undefined) ?? String(type),
  };
}

/** Returns the audit log's display texts in the current language. */
export function useAuditTexts(): AuditTexts {
  const { i18n } = useTranslation('audit');
  return { language: i18n.language, ...i18n.all('audit').words };
}
