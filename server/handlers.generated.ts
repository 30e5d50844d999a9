// Written by `npm run lists:generate`.
import { events } from './live/service.ts'
import { addressInvitations } from './modules/address-invitations/service.ts'
import { ai } from './modules/ai/service.ts'
import { projectsInAnalytics } from './modules/analytics/service.ts'
import { audit } from './modules/audit/service.ts'
import { administration } from './modules/auth/administration.ts'
import { auth, account } from './modules/auth/service.ts'
import { tokens } from './modules/auth/tokens.ts'
import { twoStep } from './modules/auth/two-step.ts'
import { calendar } from './modules/calendar/service.ts'
import { capabilities } from './modules/capabilities/service.ts'
import { claims } from './modules/claims/service.ts'
import { comments, requestsInComments } from './modules/comments/service.ts'
import { creatorApplications } from './modules/creator-applications/service.ts'
import { disputesInAdministration } from './modules/disputes/administration.ts'
import { disputes } from './modules/disputes/service.ts'
import { createFigures } from './modules/figures/service.ts'
import { createFiles } from './modules/files/service.ts'
import { imports } from './modules/imports/service.ts'
import { guests } from './modules/ledger/guests.ts'
import { offers } from './modules/ledger/offers.ts'
import { ledger, dues } from './modules/ledger/reading.ts'
import { rewards } from './modules/ledger/reward.ts'
import { knownPeople } from './modules/memberships/known-people.ts'
import { memberships, requests, claimsInMemberships, projectsInMemberships } from './modules/memberships/service.ts'
import { notifications } from './modules/notifications/service.ts'
import { openTasks, savedTasks } from './modules/open-tasks/service.ts'
import { ownData } from './modules/own-data/service.ts'
import { work } from './modules/own-work/service.ts'
import { duesInPayments } from './modules/payments/dues.ts'
import { payments } from './modules/payments/service.ts'
import { earnings } from './modules/payout/earnings.ts'
import { payout } from './modules/payout/service.ts'
import { people } from './modules/people/service.ts'
import { projects } from './modules/projects/service.ts'
import { proposals } from './modules/proposals/service.ts'
import { ratings } from './modules/ratings/service.ts'
import { reports } from './modules/reports/service.ts'
import { reputation } from './modules/reputation/service.ts'
import { savedProjects, savedSearches } from './modules/saved/service.ts'
import { search } from './modules/search/service.ts'
import { submissions } from './modules/submissions/service.ts'
import { labels } from './modules/tasks/labels.ts'
import { submissionsInTasks } from './modules/tasks/review.ts'
import { createTasks } from './modules/tasks/service.ts'
import { stages } from './modules/tasks/stages.ts'
import { claimsInTasks } from './modules/tasks/taking.ts'
import { templates } from './modules/tasks/templates.ts'
import { users } from './modules/users/service.ts'
import { waitlist } from './modules/waitlist/service.ts'
import { webhooks } from './modules/webhooks/service.ts'

import type { ServiceDeps } from './deps.ts'
import { handlersOf } from './http/services.ts'

export const createHandlers = (deps: ServiceDeps) => ({
  account: handlersOf('account', deps, account),
  addressInvitations: handlersOf('addressInvitations', deps, addressInvitations),
  administration: handlersOf('administration', deps, administration),
  ai: handlersOf('ai', deps, ai),
  audit: handlersOf('audit', deps, audit),
  auth: handlersOf('auth', deps, auth),
  calendar: handlersOf('calendar', deps, calendar),
  capabilities: handlersOf('capabilities', deps, capabilities),
  claims: handlersOf('claims', deps, { ...claims, ...claimsInMemberships, ...claimsInTasks }),
  comments: handlersOf('comments', deps, comments),
  creatorApplications: handlersOf('creatorApplications', deps, creatorApplications),
  disputes: handlersOf('disputes', deps, { ...disputesInAdministration, ...disputes }),
  dues: handlersOf('dues', deps, { ...dues, ...duesInPayments }),
  earnings: handlersOf('earnings', deps, earnings),
  events: handlersOf('events', deps, events),
  figures: handlersOf('figures', deps, createFigures(deps)),
  files: handlersOf('files', deps, createFiles(deps)),
  guests: handlersOf('guests', deps, guests),
  imports: handlersOf('imports', deps, imports),
  knownPeople: handlersOf('knownPeople', deps, knownPeople),
  labels: handlersOf('labels', deps, labels),
  ledger: handlersOf('ledger', deps, ledger),
  memberships: handlersOf('memberships', deps, memberships),
  notifications: handlersOf('notifications', deps, notifications),
  offers: handlersOf('offers', deps, offers),
  openTasks: handlersOf('openTasks', deps, openTasks),
  ownData: handlersOf('ownData', deps, ownData),
  payments: handlersOf('payments', deps, payments),
  payout: handlersOf('payout', deps, payout),
  people: handlersOf('people', deps, people),
  projects: handlersOf('projects', deps, { ...projectsInAnalytics, ...projectsInMemberships, ...projects }),
  proposals: handlersOf('proposals', deps, proposals),
  ratings: handlersOf('ratings', deps, ratings),
  reports: handlersOf('reports', deps, reports),
  reputation: handlersOf('reputation', deps, reputation),
  requests: handlersOf('requests', deps, { ...requestsInComments, ...requests }),
  rewards: handlersOf('rewards', deps, rewards),
  savedProjects: handlersOf('savedProjects', deps, savedProjects),
  savedSearches: handlersOf('savedSearches', deps, savedSearches),
  savedTasks: handlersOf('savedTasks', deps, savedTasks),
  search: handlersOf('search', deps, search),
  stages: handlersOf('stages', deps, stages),
  submissions: handlersOf('submissions', deps, { ...submissions, ...submissionsInTasks }),
  tasks: handlersOf('tasks', deps, createTasks(deps)),
  templates: handlersOf('templates', deps, templates),
  tokens: handlersOf('tokens', deps, tokens),
  twoStep: handlersOf('twoStep', deps, twoStep),
  users: handlersOf('users', deps, users),
  waitlist: handlersOf('waitlist', deps, waitlist),
  webhooks: handlersOf('webhooks', deps, webhooks),
  work: handlersOf('work', deps, work),
})
