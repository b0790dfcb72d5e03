import type { Guide } from '../guide.ts';
import { applicantGuide } from './applicant-texts.ts';
import { bankGuide } from './bank-texts.ts';
import { enrolmentGuide } from './enrolment-texts.ts';
import { examineeGuide } from './examinee-texts.ts';
import { invigilatorGuide } from './invigilator-texts.ts';
import { itGuide } from './it-texts.ts';
import { markerGuide } from './marker-texts.ts';
import { schoolGuide } from './school-texts.ts';
import { teacherGuide } from './teacher-texts.ts';

/** All guides, in the order of the overview. */
export const guides: readonly Guide[] = [
  examineeGuide,
  invigilatorGuide,
  teacherGuide,
  markerGuide,
  schoolGuide,
  bankGuide,
  enrolmentGuide,
  applicantGuide,
  itGuide,
];
