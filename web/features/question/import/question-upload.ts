import { createContext } from 'react';
import type { Upload } from '../../../lib/files/upload.ts';
import { uploadFile } from '../../../platform/uploads/upload.ts';

/** Provides the function with which fields of the form upload pictures. */
export const QuestionUploadContext = createContext<Upload>(uploadFile);
