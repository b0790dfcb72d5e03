import type { Migration } from '../migration-plan.ts';

const buildColumnSql = (type: string): string =>
  `ALTER TABLE certificate ADD COLUMN pattern ${type} NOT NULL DEFAULT '{kind}{body}{province}{site}{yy}{level}{serial}';`;

/** Adds to each certificate the pattern from which its number was made. Earlier certificates get the pattern of the national numbers. */
export const certificatePattern: Migration = {
  name: '0009-certificate-pattern',
  sqlite: buildColumnSql('TEXT'),
  postgres: buildColumnSql('text'),
};
