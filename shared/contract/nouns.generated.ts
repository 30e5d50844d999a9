// Written by `npm run lists:generate`.
import { account } from './account.ts'
import { addressInvitations } from './address-invitations.ts'
import { administration } from './administration.ts'
import { ai } from './ai.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { calendar } from './calendar.ts'
import { capabilities } from './capabilities.ts'
import { claims } from './claims.ts'
import { comments } from './comments.ts'
import { creatorApplications } from './creator-applications.ts'
import { disputes } from './disputes.ts'
import { dues } from './dues.ts'
import { earnings } from './earnings.ts'
import { figures } from './figures.ts'
import { files } from './files.ts'
import { guests } from './guests.ts'
import { imports } from './imports.ts'
import { knownPeople } from './known-people.ts'
import { labels } from './labels.ts'
import { ledger } from './ledger.ts'
import { events } from './live.ts'
import { memberships } from './memberships.ts'
import { notifications } from './notifications.ts'
import { offers } from './offers.ts'
import { openTasks, savedTasks } from './open-tasks.ts'
import { ownData } from './own-data.ts'
import { payments } from './payments.ts'
import { payout } from './payout.ts'
import { people } from './people.ts'
import { projects } from './projects.ts'
import { proposals } from './proposals.ts'
import { ratings } from './ratings.ts'
import { reports } from './reports.ts'
import { reputation } from './reputation.ts'
import { requests } from './requests.ts'
import { rewards } from './rewards.ts'
import { savedProjects, savedSearches } from './saved.ts'
import { search } from './search.ts'
import { stages } from './stages.ts'
import { submissions } from './submissions.ts'
import { tasks } from './tasks.ts'
import { templates } from './templates.ts'
import { tokens } from './tokens.ts'
import { twoStep } from './two-step.ts'
import { users } from './users.ts'
import { waitlist } from './waitlist.ts'
import { webhooks } from './webhooks.ts'
import { work } from './work.ts'

export const nouns = {
  account,
  addressInvitations,
  administration,
  ai,
  audit,
  auth,
  calendar,
  capabilities,
  claims,
  comments,
  creatorApplications,
  disputes,
  dues,
  earnings,
  figures,
  files,
  guests,
  imports,
  knownPeople,
  labels,
  ledger,
  events,
  memberships,
  notifications,
  offers,
  openTasks,
  savedTasks,
  ownData,
  payments,
  payout,
  people,
  projects,
  proposals,
  ratings,
  reports,
  reputation,
  requests,
  rewards,
  savedProjects,
  savedSearches,
  search,
  stages,
  submissions,
  tasks,
  templates,
  tokens,
  twoStep,
  users,
  waitlist,
  webhooks,
  work,
}
