import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '#shared/brand.ts'
import { notFound } from '../http/errors.ts'
import { isLoopbackName } from '../settings/local-only.ts'
import { hostName, isLoopbackAddress } from '../plugins/request-guard.ts'
import { escapeHtml } from './compose.ts'
import type { LocalMailbox, StoredMail } from './local-mailbox.ts'

const PATH = '/_mail'
/** The page reloads itself this often, so that new mail appears without a script. */
const REFRESH_SECONDS = 5

/** A proxy or tunnel on this machine adds one of these headers, which shows that the request comes from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'cf-connecting-ip'] // prettier-ignore

/**
 * The local mailbox as page and JSON, where a newcomer without a mail server reads their code. Only for this machine:
 * peer and host name must be local, and requests that were forwarded or come from pages of other origins are refused. A
 * server started with a key asks for that key too.
 */
export const mailboxPage = (app: FastifyInstance, mailbox: LocalMailbox, key?: string) => {
  const isKey = (given: unknown) => key === undefined || (typeof given === 'string' && isEqual(given, key))
  const localOnly = async (request: FastifyRequest) => {
    const { headers, socket } = request
    const isLocal = isLoopbackAddress(socket.remoteAddress) && isLoopbackName(hostName(headers.host) ?? '')
    const isForwarded = FORWARDING.some((header) => headers[header] !== undefined)
    const isOwnPage = headers.origin === undefined && ['none', 'same-origin'].includes(siteOf(request))
    if (!isLocal || isForwarded || !isOwnPage || !isKey((request.query as { key?: unknown }).key))
      throw notFound('There is nothing here.')
  }
  const options = { onRequest: localOnly, schema: { hide: true } }
  const query = key === undefined ? '' : `?key=${encodeURIComponent(key)}`
  app.get(PATH, options, async (_request, reply) => {
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return listPage(mailbox.list(), query)
  })
  app.get(`${PATH}/messages.json`, options, async (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
    return JSON.stringify({ messages: mailbox.list() })
  })
  app.get<{ Params: { id: string } }>(`${PATH}/:id`, options, async (request, reply) => {
    const mail = mailbox.find(request.params.id)
    if (!mail) throw notFound('This mail is not here any more.')
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return mailPage(mail, query)
  })
}

/**
 * Where a browser says that the request comes from. Other programs say nothing, which counts as a request that a person
 * made.
 */
const siteOf = ({ headers }: FastifyRequest): string => String(headers['sec-fetch-site'] ?? 'none')

/** Compares in a time that does not show how many characters are right. */
const isEqual = (given: string, wanted: string): boolean => {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

const listPage = (mails: readonly StoredMail[], query: string): string =>
  page(
    'Local mailbox',
    [
      '<p class="note">Mails that would have been sent. They are kept on this machine until the server stops.</p>',
      mails.length === 0 ? '<p class="empty">No mail yet. This page follows by itself.</p>' : '',
      '<ul>',
      ...mails.map(
        ({ id, to, subject, sentAt }) =>
          `<li><a href="${PATH}/${id}${query}"><strong>${escapeHtml(subject)}</strong>` +
          `<span>To ${escapeHtml(to)}</span>${timeOf(sentAt)}</a></li>`,
      ),
      '</ul>',
    ].join(''),
    `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">`,
  )

const mailPage = ({ subject, to, sentAt, text, kind }: StoredMail, query: string): string =>
  page(
    subject,
    [
      `<p><a href="${PATH}${query}">← All mails</a></p>`,
      `<p class="note">To ${escapeHtml(to)} · ${timeOf(sentAt)}</p>`,
      ...text.split('\n\n').map((part) => paragraph(part, kind)),
    ].join(''),
  )

/**
 * Only the code of a code mail is set apart, and only the link of a button works, because any other text may be a
 * person's own words. All text is escaped first.
 */
const paragraph = (text: string, kind: string): string => {
  if (kind === 'verification' && /^\d{6}$/.test(text)) return `<p class="code">${text}</p>`
  const escaped = escapeHtml(text).replace(/^(.+:\n)(https?:\/\/\S+)$/, (_, label: string, url: string) => {
    return `${label}<a href="${url}">${url}</a>`
  })
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`
}

const timeOf = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`

const page = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/favicon.svg" type="image/svg+xml">${head}
<title>${escapeHtml(title)} – ${escapeHtml(brand.name)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; padding: 32px 16px }
main { max-width: 720px; margin: 0 auto }
h1 { font-size: 24px }
ul { list-style: none; margin: 0; padding: 0 }
li a { display: grid; gap: 2px; padding: 12px 16px; margin-bottom: 8px; border: 1px solid #8886; border-radius: 8px;
  color: inherit; text-decoration: none }
li a:hover, li a:focus-visible { border-color: currentColor }
.note, .empty, li span, time { color: light-dark(#5b6070, #a6abb8); font-size: 14px }
.code { font: 700 40px/1.2 ui-monospace, monospace; letter-spacing: 8px }
p { overflow-wrap: anywhere }
`
