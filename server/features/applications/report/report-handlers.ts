import {
  defaultReportColumns,
  getReportRowKind,
  listReportFacts,
  type ReportKind,
  reportTemplateResource,
} from '../../../../sync/contract/applications/report.ts';
import { reportFacts } from '../../../../sync/contract/applications/report-facts.ts';
import { type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import type { KeyObject } from 'node:crypto';
import type { ChangeDeps } from '../../../resources/change.ts';
import { addNoValues, createResourceHandlers } from '../../../resources/resource-handlers.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { createPhotoAddresses } from './report-routes.ts';
import { findReportPhotos } from './report-photos.ts';
import { fillRow, listMissing } from './report-rows.ts';
import { readReportSubjects, reportMessages as messages, type ReportSubjectDeps } from './report-subjects.ts';

export interface ReportDeps extends ReportSubjectDeps, ChangeDeps {
  readonly keys: ReportSubjectDeps['keys'] & { readonly ticketSecret: KeyObject };
  readonly uploads: Pick<ManyUploadReads, 'ofSchool'>;
}

/** Creates the calls that make the tables which a school hands in to its supervising authority, and the calls of their templates. */
export function createReportHandlers(deps: ReportDeps): Handlers<'report'> {
  const addresses = createPhotoAddresses(deps.keys.ticketSecret);
  const templates = createResourceStore(deps.db, reportTemplateResource, null);

  const columnsOf = async (schoolId: number, kind: ReportKind, templateId: number | null) => {
    if (templateId === null) return { name: '', columns: defaultReportColumns[kind] };
    const template = await templates.byId(schoolId, templateId);
    if (template === undefined) refuse('notFound', messages.noTemplate());
    if (template.kind !== kind) refuse('refused', messages.otherKind());
    return template;
  };

  return {
    ...createResourceHandlers(deps, templates, {
      shown: addNoValues,
      async checkDraft({ kind, columns }) {
        const knownFacts = listReportFacts(kind);
        const at = columns.findIndex(({ fact }) => !knownFacts.includes(fact));
        if (at >= 0) refuseField('invalid', `columns.${at}.heading`, messages.otherFact());
      },
    }),

    async make({ templateId, ...topic }, { caller, audit }) {
      const { columns, name: title } = await columnsOf(caller.schoolId, topic.kind, templateId);
      const { plan, subjects } = await readReportSubjects(deps, caller, topic);
      const rows = subjects.map((subject, at) => ({ id: subject.id, cells: fillRow(columns, subject, at) }));
      const missing = subjects.flatMap(({ id, name, ticketNo }, at) => {
        const headings = listMissing(columns, rows[at]?.cells ?? []);
        return headings.length === 0 ? [] : [{ id, name, ticketNo, headings }];
      });
      audit.note({ entity: 'examPlan', id: plan.id, name: plan.name });
      const { missing: missingPhotos } = await findReportPhotos(deps.uploads, caller.schoolId, subjects);
      return {
        title,
        planName: plan.name,
        columns: columns.map(({ fact, heading }) => ({ heading, type: reportFacts[fact].type })),
        rows,
        missing,
        missingPhotos: getReportRowKind(topic.kind) === 'plan' ? [] : missingPhotos,
      };
    },

    async packPhotos(topic, { caller, audit }) {
      if (getReportRowKind(topic.kind) === 'plan') refuse('refused', messages.noPhotos());
      const { plan, subjects } = await readReportSubjects(deps, caller, topic);
      const { photos } = await findReportPhotos(deps.uploads, caller.schoolId, subjects);
      audit.note({ entity: 'examPlan', id: plan.id, name: plan.name, before: null, after: { photos: photos.length } });
      const addressFields = { ...topic, schoolId: caller.schoolId, userId: caller.userId };
      return { ...addresses.addressOf(addressFields, deps.clock.nowMs()), photos: photos.length };
    },
  };
}
