import { createRegistry } from './jobs/job.ts'
import { creatorApplicationJobs } from './modules/creator-applications/mails.ts'
import { membershipJobs } from './modules/memberships/mails.ts'
import { taskJobs } from './modules/tasks/mails.ts'
import { waitlistJobs } from './modules/waitlist/mails.ts'

/** What this server's worker can do. A noun's jobs stand with it. */
export const allJobs = createRegistry([...membershipJobs, ...taskJobs, ...waitlistJobs, ...creatorApplicationJobs])
