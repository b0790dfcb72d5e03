import { createContext } from 'react';
import type { Upload } from '../../lib/upload.ts';
import { uploadFile } from '../../platform/upload.ts';

/** Provides the function with which fields of the form upload pictures. */
export const QuestionUpload = createContext<Upload>(uploadFile);
