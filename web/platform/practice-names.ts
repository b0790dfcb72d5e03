/** What every name begins with under which practice lies on this device. */
export const practiceNames = 'practice';
