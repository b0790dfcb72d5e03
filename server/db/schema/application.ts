import type { ColumnType, Generated } from 'kysely';
import type { ApplicationEvent } from '../../../sync/contract/codes.ts';

export interface ApplicationTables {
  form_edition: {
    id: Generated<number>;
    form_id: number;
    number: number;
    name: string;
    /** JSON of the form design. */
    design: string;
    user_id: number;
    at_ms: number;
  };
  declaration_reminder: { offer_id: number; user_id: number; day: string; at_ms: number; by_id: number };
  declaration_folder: { school_id: number; path: string };
  filing: {
    id: Generated<number>;
    school_id: number;
    kind: 'enroll' | 'declare';
    offer_id: number;
    user_id: number;
    edition_id: number;
    status: number;
    name: string;
    id_number: string;
    id_number_index: Buffer | null;
    secrets: Buffer | null;
    photo: string;
    source: string;
    employer: string;
    answers: string;
    doubt: Generated<string>;
    marks: Generated<string>;
    reason: Generated<string>;
    rounds: Generated<number>;
    queued_ms: number | null;
    submitted_ms: number | null;
    decided_ms: number | null;
    examinee_id: number | null;
    version: Generated<number>;
    updated_ms: number;
    created_ms: ColumnType<number, number, never>;
  };
  filing_step: {
    filing_id: number;
    n: number;
    event: ApplicationEvent;
    status: number;
    user_id: number;
    at_ms: number;
    edition_id: number;
    answers: string;
    marks: string;
    reason: string;
  };
}
