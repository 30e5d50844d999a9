import { noProjectFields, type ProjectDetails, type ProjectListItem } from '#shared/contract/index.ts'

// Projects as the server sends them, for the tests of screens and clients. A test names only the fields that it is about.

export const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A published project that the viewer owns, as lists show it. */
export const listedProject = (number: number, extra: Partial<ProjectListItem> = {}): ProjectListItem => ({
  id: idOf(number),
  title: `Project ${number}`,
  description: 'Words',
  skills: 'React',
  tier: 'basic',
  status: 1,
  createdAt: '2025-01-05T10:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
  archivedAt: null,
  deletedAt: null,
  organizationID: null,
  organizationName: null,
  createdBy: null,
  role: 'owner',
  isApproved: true,
  answersWithinDays: 14,
  applicationsPaused: false,
  answers: null,
  ...extra,
})

/** A published project as `projects.get` answers it, with no detail filled in. */
export const detailedProject = (number: number, extra: Partial<ProjectDetails> = {}): ProjectDetails => ({
  ...noProjectFields,
  ...listedProject(number),
  isRequested: false,
  ...extra,
})
