import type { ApiContract } from './index.ts'

/**
 * The contract, noun by noun: a program that makes one call and ends builds the schemas of that noun alone. Whoever needs all of it,
 * or types of it, takes `contract`; a test compares the two.
 */
export const contractByNoun: { readonly [G in keyof ApiContract]: () => Promise<ApiContract[G]> } = {
  auth: async () => (await import('./auth.ts')).auth,
  account: async () => (await import('./account.ts')).account,
  ownData: async () => (await import('./own-data.ts')).ownData,
  tokens: async () => (await import('./tokens.ts')).tokens,
  twoStep: async () => (await import('./two-step.ts')).twoStep,
  administration: async () => (await import('./administration.ts')).administration,
  audit: async () => (await import('./audit.ts')).audit,
  users: async () => (await import('./users.ts')).users,
  waitlist: async () => (await import('./waitlist.ts')).waitlist,
  work: async () => (await import('./work.ts')).work,
  projects: async () => (await import('./projects.ts')).projects,
  savedProjects: async () => (await import('./saved.ts')).savedProjects,
  savedSearches: async () => (await import('./saved.ts')).savedSearches,
  memberships: async () => (await import('./memberships.ts')).memberships,
  requests: async () => (await import('./requests.ts')).requests,
  creatorApplications: async () => (await import('./creator-applications.ts')).creatorApplications,
  people: async () => (await import('./people.ts')).people,
  reputation: async () => (await import('./reputation.ts')).reputation,
  tasks: async () => ({ ...(await import('./tasks.ts')).tasks, bulk: (await import('./task-bulk.ts')).bulk }),
  labels: async () => (await import('./labels.ts')).labels,
  submissions: async () => (await import('./submissions.ts')).submissions,
  comments: async () => (await import('./comments.ts')).comments,
  imports: async () => (await import('./imports.ts')).imports,
  notifications: async () => (await import('./notifications.ts')).notifications,
  payments: async () => (await import('./payments.ts')).payments,
  ai: async () => (await import('./ai.ts')).ai,
  files: async () => (await import('./files.ts')).files,
  search: async () => (await import('./search.ts')).search,
  figures: async () => (await import('./figures.ts')).figures,
  capabilities: async () => (await import('./capabilities.ts')).capabilities,
  events: async () => (await import('./live.ts')).events,
}
