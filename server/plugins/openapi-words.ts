import type { ApiContract, Policy } from '#shared/contract/index.ts'
import { groups as groupsOfNouns } from './openapi-groups.generated.ts'

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
  'project.payee': 'Members of the project, guests of its tasks, and people whom its ledger names.',
  'task.party': 'Members of the project, and the guest of the task: who holds it, or has finished it under an offer.',
  'request.party': 'The two parties of the request; who acts and its state decide.',
}

const { auth, ...others } = groupsOfNouns

/** The subject of each group of calls; the one that a reader needs first comes first. */
export const groups: Readonly<Record<keyof ApiContract | 'system', string>> = {
  auth,
  ...others,
  system: 'How the server is.',
}

/** The rules that hold for every call, in Markdown, which OpenAPI allows here. */
export const introduction = `Every call is below \`/api\` and speaks JSON. Sign in with \`auth.login\` and send the access token as
\`Authorization: Bearer …\`; when it has ended (401), exchange the refresh token for a new pair with \`auth.refreshToken\`.

Answers are \`{"data": …, "message"?: …}\` unless shown otherwise. IDs are UUIDs, times ISO 8601 in UTC. Every failure is one envelope
(\`Error\`); its \`requestId\`, also sent as the header \`X-Request-Id\`, finds the call in the server's log.`
