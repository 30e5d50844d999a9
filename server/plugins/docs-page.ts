import { brand } from '../../shared/brand.ts'
import { errorCodes, findEndpoint, type Policy } from '../../shared/contract/index.ts'
import { openApiPath } from '../../shared/contract/system.ts'
import { escapeHtml as text } from '../mail/compose.ts'
import { exampleOf, fieldsOf, type Field, type Schema, typeInWords } from './docs-schema.ts'
import { STYLE } from './docs-style.ts'

type Content = { content?: Readonly<Record<string, { schema?: Schema }>> }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = {
  operationId: string
  summary: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: Content
  responses: Readonly<Record<string, Content>>
}
type Document = { info: { title: string; version: string }; paths: Record<string, Record<string, Operation>> }
type Call = Operation & { method: string; path: string }

const whoMay: Readonly<Record<Policy, string>> = {
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

/** The whole page. `origin` stands in the examples. */
export const docsPage = (openApi: object, origin: string): string => {
  const { info, paths } = openApi as Document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const groups = new Map<string, Call[]>()
  for (const call of calls) {
    const group = call.tags?.[0] ?? 'other'
    groups.set(group, [...(groups.get(group) ?? []), call])
  }
  const entries = [...groups]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title><style>${STYLE}</style></head><body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><p class="brand">${text(brand.name)}</p><a href="${openApiPath}">OpenAPI document</a></header>
<nav aria-label="Calls">${entries.map(([group, list]) => navGroup(group, list)).join('')}</nav>
<main id="calls"><h1>${text(info.title)} <small>${text(info.version)}</small></h1>${introduction(origin)}
${entries.map(([group, list]) => section(group, list, origin)).join('')}</main></body></html>`
}

const introduction = (origin: string) => `<div class="intro">
<p>Every call is below <code>${text(origin)}/api</code> and speaks JSON. Sign in with <a href="#auth.login">users/login</a>
and send the access token as <code>Authorization: Bearer …</code>; when it has ended (401), exchange the refresh token
for a new pair with <a href="#auth.refreshToken">users/refresh-token</a>.</p>
<p>Answers are <code>{"data": …, "message"?: …}</code> unless shown otherwise. IDs are UUIDs, times ISO 8601 in UTC.</p>
<h2 id="errors">Errors</h2>
<p>Every failure has one shape; <code>details</code> names the fields of invalid input, and <code>requestId</code> finds the
call in the server's log.</p>
${code(JSON.stringify(exampleError, null, 2))}
<table><thead><tr><th scope="col">Status</th><th scope="col">Means</th></tr></thead><tbody>
${statuses.map(([status, means]) => `<tr><th scope="row">${status}</th><td>${means}</td></tr>`).join('')}
</tbody></table>
<p>Codes: ${errorCodes.map((name) => `<code>${name}</code>`).join(' ')}</p></div>`

const exampleError = {
  message: "'title' is required.",
  code: 'INVALID_INPUT',
  details: [{ path: 'title', message: "'title' is required." }],
  requestId: '01890a5d-ac96-774b-bcce-b302099a8057',
}
const statuses = [
  ['400', 'The request is not well formed.'],
  ['401', 'No token, or one that is not good any more.'],
  ['403', 'Known, but not yours to do.'],
  ['404', 'It does not exist, or you may not know that it does.'],
  ['409', 'The state does not allow it, or somebody was quicker.'],
  ['422', 'The input is not valid.'],
  ['429', 'Too often; <code>Retry-After</code> says in how many seconds.'],
  ['503', 'The server is busy, or an AI endpoint did not answer.'],
] as const

/** creatorApplications → Creator applications */
const titleOf = (group: string) => {
  const words = group.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return group === 'ai' ? 'AI' : words.charAt(0).toUpperCase() + words.slice(1)
}
const short = (path: string) => path.replace(/^\/api/, '')
const badge = (method: string) => `<span class="method ${method.toLowerCase()}">${method}</span>`

const navGroup = (group: string, calls: readonly Call[]) =>
  `<h2>${text(titleOf(group))}</h2><ul>${calls
    .map(
      ({ operationId, method, path }) => `<li><a href="#${operationId}">${badge(method)} ${text(short(path))}</a></li>`,
    )
    .join('')}</ul>`

const section = (group: string, calls: readonly Call[], origin: string) =>
  `<section><h2 id="${text(group)}">${text(titleOf(group))}</h2>${calls.map((call) => article(call, origin)).join('')}</section>`

const article = (call: Call, origin: string) => {
  const { operationId, method, path, summary, parameters = [], requestBody, responses } = call
  const policy = findEndpoint(operationId)?.policy ?? 'public'
  const [status = '200', success = {}] = Object.entries(responses)[0] ?? []
  const [answerType, answer] = contentOf(success)
  const [, body] = contentOf(requestBody ?? {})
  const ofParameters = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required = false, schema = {} }) => ({ name, type: withDefault(schema), isRequired: required }))
  return `<article id="${operationId}"><h3>${badge(method)} <code>${text(path)}</code></h3><div class="words">
<p>${text(summary)}</p><p class="who"><strong>Who may:</strong> ${text(whoMay[policy])}</p>
${fieldTable('In the path', ofParameters('path'))}${fieldTable('In the query', ofParameters('query'))}
${fieldTable('Body', fieldsOf(body ?? {}))}
${folded(`Answer ${status}`, fieldTable('', fieldsOf(answer ?? {})))}</div>
<div class="examples"><p>Example</p>${code(curl(call, origin))}<p>Answers ${status}</p>
${answerType === 'application/json' ? code(JSON.stringify(exampleOf(answer ?? {}), null, 2)) : code(answerType)}</div></article>`
}

/** The one kind of content a request or an answer has, and its schema. */
const contentOf = ({ content = {} }: Content): [string, Schema | undefined] => {
  const [type, value] = Object.entries(content)[0] ?? ['', {}]
  return [type, value.schema]
}

const withDefault = (schema: Schema) =>
  schema.default === undefined
    ? typeInWords(schema)
    : `${typeInWords(schema)}; ${JSON.stringify(schema.default)} unless sent`

const fieldTable = (caption: string, fields: readonly Field[]): string =>
  fields.length === 0
    ? ''
    : `<table>${caption && `<caption>${caption}</caption>`}<tbody>${fields
        .map(
          ({ name, type, isRequired }) =>
            `<tr><th scope="row"><code>${text(name)}</code>${isRequired ? '' : ' <em>optional</em>'}</th><td>${text(type)}</td></tr>`,
        )
        .join('')}</tbody></table>`

const folded = (summary: string, inside: string): string =>
  inside && `<details><summary>${summary}</summary>${inside}</details>`

const code = (lines: string) => `<pre tabindex="0"><code>${text(lines)}</code></pre>`

/** The call as a person types it: parameters filled in, what is required of the query, and the body. */
const curl = ({ operationId, method, path, parameters = [], requestBody }: Call, origin: string): string => {
  const valueOf = ({ name, schema = {} }: Parameter) => encodeURIComponent(String(exampleOf(schema, name)))
  const filled = parameters.reduce(
    (url, parameter) => (parameter.in === 'path' ? url.replace(`{${parameter.name}}`, valueOf(parameter)) : url),
    path,
  )
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  const search = query.map((parameter) => `${parameter.name}=${valueOf(parameter)}`).join('&')
  const policy = findEndpoint(operationId)?.policy ?? 'public'
  const [type, schema] = contentOf(requestBody ?? {})
  const quoted = (value: unknown) => JSON.stringify(value, null, 2).replaceAll("'", String.raw`'\''`)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${filled}${search && `?${search}`}'`,
    ...(policy === 'public' || policy === 'optional' ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(type === 'multipart/form-data' ? ["-F 'file=@map.pdf'"] : []),
    ...(type === 'application/json'
      ? ["-H 'Content-Type: application/json'", `-d '${quoted(exampleOf(schema ?? {}))}'`]
      : []),
  ].join(' \\\n  ')
}
