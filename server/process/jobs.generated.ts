// Written by `npm run lists:generate`.
import { accountJobs } from '../modules/auth/account-mails.ts'
import { codeJobs } from '../modules/auth/mails.ts'
import { claimJobs } from '../modules/claims/mails.ts'
import { creatorApplicationJobs } from '../modules/creator-applications/mails.ts'
import { membershipJobs } from '../modules/memberships/mails.ts'
import { noticeJobs } from '../modules/notifications/mails.ts'
import { ownDataJobs } from '../modules/own-data/mails.ts'
import { payoutJobs } from '../modules/payout/mails.ts'
import { reportJobs } from '../modules/reports/mails.ts'
import { taskJobs } from '../modules/tasks/mails.ts'
import { waitlistJobs } from '../modules/waitlist/mails.ts'

export const jobs = [
  ...accountJobs,
  ...codeJobs,
  ...claimJobs,
  ...creatorApplicationJobs,
  ...membershipJobs,
  ...noticeJobs,
  ...ownDataJobs,
  ...payoutJobs,
  ...reportJobs,
  ...taskJobs,
  ...waitlistJobs,
]
