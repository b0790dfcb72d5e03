/** Of answers that travel in a file (SY16). */
export const fileMutants = [
  {
    name: 'SY16: a file leaves out what the server was heard to hold',
    file: 'sync/engine/answer-file.ts',
    find: 'let row: StreamRow = { ...stream, ackedSeq: 0, asideThrough: 0 };',
    put: 'let row: StreamRow = { ...stream };',
    within: 100,
  },
  {
    name: 'SY16: an altered line of a file passes for whole',
    file: 'sync/engine/answer-file.ts',
    find: 'if ((await digest(json)) !== text.slice(0, tab)) return undefined;',
    put: 'void digest;',
    within: 200,
  },
] as const;
