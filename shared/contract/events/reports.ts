import { z } from 'zod'
import { id } from '../common.ts'
import { reportDecisions, reportKinds, reportReasons } from '../reports.ts'
import { inbox } from '../reads.ts'
import { eventFor, notice } from './event.ts'

const ofAdministrators = eventFor('administrators')
const report = z.strictObject({ reportID: id, kind: z.enum(reportKinds) })

/** The events of reports. Who reported is in none that the reported person may read, and texts are in none. */
export const reportEvents = {
  'report.made': ofAdministrators({
    data: report.extend({ reason: z.enum(reportReasons) }),
    notices: [notice('administrators', 'requests', 'report')],
    like: 'reports.create',
    stale: inbox,
  }),
  // The subject is the reported person; a dismissed report has none.
  'report.decided': eventFor('administrators and subject')({
    data: report.extend({ decision: z.enum(reportDecisions), isFinal: z.boolean() }),
    notices: [notice('subject', 'requests', 'report')],
    answers: 'reportID',
    like: 'reports.decide',
    stale: inbox,
  }),
  'report.appealed': ofAdministrators({
    data: report,
    notices: [notice('administrators', 'requests', 'report')],
    like: 'reports.appeal',
    stale: inbox,
  }),
}
