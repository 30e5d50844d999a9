import fc from 'fast-check'

/** Properties that name no number of their own are tried this often in a long run (scripts/test-long.mjs). */
fc.configureGlobal({ numRuns: Number(process.env['GUILDHALL_PROPERTY_RUNS'] ?? 100) })
