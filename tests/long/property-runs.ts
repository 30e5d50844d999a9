import fc from 'fast-check'

/** How often a long run (scripts/test-long.mjs) tries each property, unless the property names a number itself. */
fc.configureGlobal({ numRuns: Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 100) })
