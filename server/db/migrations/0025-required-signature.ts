import type { Migration } from '../migration-plan.ts';

/** Adds to exam plans whether their score sheets need the assessor's signature. */
export const requiredSignature: Migration = {
  name: '0025-required-signature',
  sqlite: 'ALTER TABLE exam_plan ADD COLUMN signature_required INTEGER NOT NULL DEFAULT 0 CHECK (signature_required IN (0, 1));',
  postgres: 'ALTER TABLE exam_plan ADD COLUMN signature_required bigint NOT NULL DEFAULT 0 CHECK (signature_required IN (0, 1));',
};
