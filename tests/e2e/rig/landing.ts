/** True while `npm test` runs: long journeys then take their short form. Specs run by hand and `npm run test:full` take the long one. */
export const isLanding = process.env['WENKAO_TESTS'] === 'landing';
