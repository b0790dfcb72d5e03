/** Of what the first lamp promises where there are two copies (SY25). */
export const lampMutants = [
  {
    name: 'SY25: the lamp lights for both after one copy',
    file: 'sync/engine/twofold-store.ts',
    find: "return behind ? 'database' : 'both';",
    put: "return 'both';",
    within: 200,
  },
  {
    name: 'SY25: an answer does not wait for the journal',
    file: 'sync/engine/twofold-store.ts',
    find: 'if (!(await copied)) {',
    put: 'if (!(await Promise.resolve(true))) {',
    within: 200,
  },
  {
    name: 'SY25: in doubt, a tab does not look at what the others wrote',
    file: 'sync/engine/twofold-store.ts',
    find: 'await look();\n    try {',
    put: 'try {',
    within: 400,
  },
  {
    name: 'SY25: one tab distrusts the database and the others do not hear of it',
    file: 'sync/engine/twofold-store.ts',
    find: "await (why === 'failed' ? doubt() : checkRoom());",
    put: 'void why; await checkRoom();',
    within: 400,
  },
  {
    name: 'SY25: a PC that wakes up takes its own sleep for a copy that does not answer',
    file: 'sync/engine/in-time.ts',
    find: 'const patienceParts = 4;',
    put: 'const patienceParts = 1;',
    within: 200,
  },
] as const;
