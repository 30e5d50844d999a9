import type { ApiContract, Policy } from '#shared/contract/index.ts'

/** The people who may make a call, by its policy. */
export const whoMay: Readonly<Record<Policy, string>> = {
  public: 'Anyone; a token is ignored.',
  optional: 'Anyone; a token widens the answer.',
  user: 'Any signed-in account.',
  creator: 'Approved creators.',
  administrator: 'Administrators.',
  'project.visible': 'Whoever may know the project: it is listed, or they are a member, applicant or invitee.',
  'project.member': 'Members of the project.',
  'project.manager': 'Owners and admins of the project.',
  'project.owner': 'Owners of the project.',
  'request.party': 'The two parties of the request; who acts and its state decide.',
}

/** The subject of each group of calls. */
export const groups: Readonly<Record<keyof ApiContract | 'system', string>> = {
  auth: 'Accounts, signing in, codes, passwords and tokens.',
  account: "The signed-in person's own password, address and sessions.",
  ownData: "What the server has of the signed-in person: an export of it, and the account's deletion.",
  savedProjects: 'The projects of the market that the signed-in person has saved.',
  savedSearches: 'The searches of the market that the signed-in person has saved, with what is new.',
  tokens: "The signed-in person's own access tokens, which programs send instead of a session's.",
  twoStep: "The signed-in person's own two-step sign-in: switching it on and off, and recovery codes.",
  audit: 'Who did what, when and from where.',
  administration: 'People as administrators see them: suspending, restoring, signing out.',
  users: 'The signed-in person: profile, account type, rights and projects.',
  waitlist: 'Asking for access, and inviting people to register.',
  projects: 'The marketplace, and projects from draft to the end.',
  memberships: 'Members of a project, invitations to it and applications for it.',
  requests: 'A request between a person and a project: when it is to be answered.',
  creatorApplications: 'Becoming a creator.',
  people: 'The talent directory, profiles, requests and settings.',
  reputation: "What a person's reputation is made of.",
  tasks: 'Tasks and boards.',
  labels: "A project's labels for its tasks.",
  stages: 'The stages into which a project divides the columns of its board.',
  templates: "A project's templates for new tasks.",
  work: "What is the signed-in person's to do, and what they wait for.",
  imports: 'Tasks that come from elsewhere, and what takes them there.',
  submissions: 'What people hand in for review, in rounds, and the answers.',
  comments: 'What members say about a task, and its history.',
  notifications: 'The inbox: what a person is told of, and how.',
  payments: 'The ledger of a project: what was paid elsewhere. It moves no money.',
  ai: 'Texts written from a prompt; nothing is stored.',
  files: 'Files of a project.',
  search: 'Finding tasks, projects and people at once.',
  figures: 'How much happens on this server, for visitors.',
  capabilities: 'What this server can do.',
  events: 'Changes, as they happen.',
  system: 'How the server is.',
}

/** The rules that hold for every call, in Markdown, which OpenAPI allows here. */
export const introduction = `Every call is below \`/api\` and speaks JSON. Sign in with \`auth.login\` and send the access token as
\`Authorization: Bearer …\`; when it has ended (401), exchange the refresh token for a new pair with \`auth.refreshToken\`.

Answers are \`{"data": …, "message"?: …}\` unless shown otherwise. IDs are UUIDs, times ISO 8601 in UTC. Every failure is one envelope
(\`Error\`); its \`requestId\`, also sent as the header \`X-Request-Id\`, finds the call in the server's log.`
