import { useTranslation } from '../../lib/i18n.ts';
import type { AuditListRow } from './audit-queries.ts';
import { getEntityLabel, type AuditTexts } from './entry-words.ts';

/** Returns functions that name the user and the entity of an entry. */
export function useEntryNames() {
  const { t } = useTranslation('audit');
  const words = useAuditTexts();
  const types = words.values['userType'];
  return {
    who: ({ userId, userName, loginName, ip }: Pick<AuditListRow, 'userId' | 'userName' | 'loginName' | 'ip'>): string => {
      if (userName !== '') return userName;
      // The login name was only typed and may belong to another person.
      if (loginName !== '') return userId === null ? t('claimed', { name: loginName }) : loginName;
      return ip === '' ? t('console') : t('nobody');
    },
    object: ({ entity, entityId, entityName, userId, userName }: AuditListRow): string => {
      if (entity === '') return entityName;
      // For sign-ins and changes of one's own password the entity is the user.
      const own = entity === 'user' && entityId === String(userId) ? userName : '';
      const name = entityName || own || (entityId === '' ? '' : `#${entityId}`);
      return [getEntityLabel(words, entity), name].filter((part) => part !== '').join(' ');
    },
    userType: (type: number): string => (typeof types === 'object' ? types[String(type)] : undefined) ?? String(type),
  };
}

/** Returns the log's display texts in the current language. */
export function useAuditTexts(): AuditTexts {
  const { i18n } = useTranslation('audit');
  return { language: i18n.language, ...i18n.all('audit').words };
}
